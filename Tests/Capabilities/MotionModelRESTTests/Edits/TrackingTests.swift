import Foundation
import MotionModel
import MotionModelTransactions
import Testing

@testable import MotionModelREST

/// What counts as an edit, for each way in which a store changes.
struct TrackingTests {
  private let store: Store
  private let client: RESTClient

  init() throws {
    (client, store, _) = RESTClient.scripted([])
    client.trackEdits(of: Train.self)
    try store.replicating { try store.table(Train.self).replicate([Train(id: 1, company: "A", maxSpeed: 100)]) }
  }

  private var trains: ModelTable<Train> { store.table(Train.self) }

  /// What is waiting: the kind, the record, and the server's value of its company.
  private var edits: [String] {
    store.table(RemoteEdit.self).records.order(by: \.id).all.map {
      "\($0.kind) \($0.id) \($0.base?["company"].map { "\($0)" } ?? "-")"
    }
  }

  private func rename(_ company: String, _ id: Int = 1) throws {
    var train = try trains.require(id)
    train.company = company
    try trains.save(&train)
  }

  @Test func `what comes from the server is no edit`() throws {
    #expect(edits == [])
    #expect(client.edit(of: Train(id: 1)) == nil)
    #expect(try client.serverVersion(of: Train(id: 1))?.company == "A")
  }

  @Test func `a changed, a created and a deleted record are edits, in the commit that makes them`() throws {
    let count = store.commitCount
    try rename("B")
    #expect(store.commitCount == count + 1)
    #expect(edits == ["update Train/1 A"])
    let new = try trains.create { $0.company = "N" }
    #expect(edits == ["update Train/1 A", "create Train/\(new.id) -"])
    try trains.destroy(1)
    #expect(edits == ["delete Train/1 A", "create Train/\(new.id) -"])
    #expect(try client.serverVersion(of: Train(id: 1))?.company == "A")
    #expect(try client.serverVersion(of: new) == nil)
  }

  @Test func `what was typed in a column whose type has changed since stays an edit`() throws {
    try rename("B")
    var edit = try #require(store.table(RemoteEdit.self).first)
    edit.base?["maxSpeed"] = "fast"
    try store.replicating { try store.table(RemoteEdit.self).replicate([edit]) }
    var train = try trains.require(1)
    (train.company, train.maxSpeed) = ("A", 120)
    try trains.save(&train)
    #expect(edits == ["update Train/1 A"])
  }

  @Test func `an edit that is withdrawn, and a created record that is deleted, are none`() throws {
    try rename("B")
    try rename("C")
    #expect(edits == ["update Train/1 A"])
    try rename("A")
    #expect(edits == [])
    let new = try trains.create { $0.company = "N" }
    try rename("M", new.id)
    try trains.destroy(new.id)
    #expect(edits == [])
  }

  @Test func `columns that are not sent, and models that are not tracked, make no edits`() throws {
    var train = try trains.require(1)
    train.mileage = 7
    try trains.save(&train)
    _ = try store.table(Car.self).create { $0.length = 3 }
    #expect(edits == [])
  }

  @Test func `bulk changes, writes without hooks and applied changesets are edits`() throws {
    try trains.updateAll { $0.company = "B" }
    #expect(edits == ["update Train/1 A"])
    try Store.withoutHooks { try rename("A") }
    #expect(edits == [])
    let other = store.branch()
    try Store.with(other.store) { try Train.updateAll { $0.company = "C" } }
    try store.apply(Changeset.difference(from: store, to: other.store))
    #expect(edits == ["update Train/1 A"])
    try trains.deleteAll()
    #expect(edits == ["delete Train/1 A"])
  }

  @Test func `a transaction that is undone leaves no edit, and one whose part is undone leaves the other`() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try store.transaction {
        try rename("B")
        throw Stop()
      }
    }
    #expect(edits == [])
    try store.transaction {
      try rename("B")
      _ = try? store.transaction {
        try trains.destroy(1)
        throw Stop()
      }
    }
    #expect(edits == ["update Train/1 A"])
  }

  @Test func `a preview and a branch make no edits, and what is merged does`() throws {
    _ = store.preview { try trains.destroy(1) }
    #expect(edits == [])
    let branch = store.branch()
    try Store.with(branch.store) { try Train.updateAll { $0.company = "B" } }
    #expect(edits == [])
    try store.replicating { try trains.replicate([Train(id: 1, company: "A", maxSpeed: 120)]) }
    try branch.merge()
    #expect(trains.find(1) == Train(id: 1, company: "B", maxSpeed: 120))
    #expect(edits == ["update Train/1 A"])
    #expect(try client.serverVersion(of: Train(id: 1, company: "B"))?.maxSpeed == 120)
  }

  @Test func `undoing an edit withdraws it, and undoing one that the server has is another`() throws {
    let history = UndoHistory(of: store, recording: .groups)
    try history.group("Rename") { try rename("B") }
    try history.undo()
    #expect(edits == [])
    try history.redo()
    #expect(edits == ["update Train/1 A"])
    // The server accepts it.
    try store.replicating { try store.table(RemoteEdit.self).deleteAll() }
    try history.undo()
    #expect(trains.find(1)?.company == "A")
    #expect(edits == ["update Train/1 B"])
  }

  @Test func `an undo history has no steps of notes alone`() throws {
    let history = UndoHistory(of: store)
    try rename("B")
    try store.replicating { try store.table(RemoteEdit.self).deleteAll() }
    #expect(history.undoCount == 1)
  }

  @Test func `edits are saved with the records, and loading makes none`() throws {
    try rename("B")
    let file = FileManager.default.temporaryDirectory.appending(path: "tracking-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try store.save(to: file)
    let (other, otherStore, _) = RESTClient.scripted([])
    other.trackEdits(of: Train.self)
    try otherStore.load(from: file, models: [Train.self, RemoteEdit.self])
    #expect(otherStore.table(RemoteEdit.self).map(\.id) == ["Train/1"])
    #expect(try other.serverVersion(of: Train(id: 1))?.company == "A")
    try otherStore.table(RemoteEdit.self).deleteAll()
    try otherStore.load(from: file, models: [Train.self])
    #expect(otherStore.table(Train.self).find(1)?.company == "B")
  }

  @Test func `edits that are given up leave what the server said last`() throws {
    try rename("B")
    try client.revertEdits(of: Train(id: 1))
    #expect(trains.find(1) == Train(id: 1, company: "A", maxSpeed: 100))
    try trains.destroy(1)
    try client.revertEdits(of: Train(id: 1))
    #expect(trains.find(1)?.company == "A")
    let new = try trains.create { $0.company = "N" }
    try client.revertEdits(of: new)
    #expect(trains.find(new.id) == nil && edits == [])
  }
}

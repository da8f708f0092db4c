import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel
@testable import MotionModelJournal

/// Ids and places of an opened store, also those of records that are gone.
@Suite(.temporaryFolder) struct PlacesTests {
  private let file = TemporaryFolder.current.appending(path: "shop.motionmodel")

  private func open(_ models: [any Model.Type] = [Todo.self]) throws -> Store {
    try Store(file: file, models: models, durability: .manual, notificationCenter: nil)
  }

  /// Runs edits in a store that is opened again after each of them, and in one in memory, and expects the same records.
  private func expectSame(_ edits: [(Store) throws -> Void]) throws {
    let oracle = Store(notificationCenter: nil)
    for edit in edits {
      let store = try open()
      try edit(oracle)
      try edit(store)
      #expect(store.table(Todo.self).records.all.map(\.id) == oracle.table(Todo.self).records.all.map(\.id))
      try store.journal?.close()
    }
  }

  private static func add(_ name: String, _ store: Store) throws {
    try store.table(Todo.self).create { $0.name = name }
  }

  private static func addAndDelete(in store: Store) throws {
    try store.inTransaction {
      let todo = try store.table(Todo.self).create()
      try store.table(Todo.self).delete(todo)
    }
  }

  @Test func `the id of a record that was created and deleted in one transaction is not given again`() throws {
    try expectSame([
      { try Self.add("one", $0) }, Self.addAndDelete, { try Self.add("three", $0) },
      { store in
        try store.inTransaction {
          try Self.add("four", store)
          try Self.addAndDelete(in: store)
        }
      }, { try Self.add("six", $0) },
    ])
    #expect(try open().table(Todo.self).pluck(\.id) == [1, 3, 4, 6])
  }

  @Test func `a record returns to its place behind those that were created and deleted in one transaction`() throws {
    let deletion = Locked<[Changeset]>([])
    try expectSame([
      { try Self.add("one", $0) }, Self.addAndDelete, { try Self.add("three", $0) },
      { store in
        let before = store.snapshot()
        try store.table(Todo.self).delete(3)
        deletion.withLock { $0.append(.difference(from: before, to: store)) }
      }, { try Self.add("four", $0) },
      { store in
        let undone = deletion.withLock { $0.removeFirst() }
        try store.apply(undone.inverted)
      },
    ])
    #expect(try open().table(Todo.self).pluck(\.name) == ["one", "three", "four"])
  }

  @Test func `the id of an insertion that was undone inside a transaction is not given again`() throws {
    struct Undo: Error {}
    try expectSame([
      { store in
        try store.inTransaction {
          try Self.add("one", store)
          try? store.inTransaction {
            try Self.add("two", store)
            throw Undo()
          }
        }
      }, { try Self.add("three", $0) },
    ])
  }

  @Test func `a file has no sections of models with which its store was not opened`() throws {
    let store = try open()
    #expect(throws: StoreError.modelNotOpened(model: "Project")) {
      try store.inTransaction { try store.table(Project.self).create() }
    }
    try store.inTransaction {
      let project = try store.table(Project.self).create()
      try store.table(Project.self).delete(project)
    }
    try store.journal?.compact()
    try store.journal?.close()
    #expect(try open().table(Todo.self).count == 0)
  }

  // MARK: - Very many records

  @Test func `a place of 2 to the 36 is read, and tables of more than 2 to the 32 places are packed`() {
    #expect(PackedRows.highestPlace == Int64(1) << 36)
    #expect(StoredRecords.usualPlaces == Int64(1) << 32)
  }

  @Test func `no record goes to a place that would not be read, and opening the store makes place`() throws {
    var store = try open()
    try Self.add("first", store)
    try store.journal?.close()
    store = try open()
    let highest = PackedRows.highestPlace
    // A record at that place, as an undone deletion puts one back.
    var part = ChangesetPart(store.table(Todo.self).layout)
    var todo = Todo("last")
    todo.id = 7
    withRow(of: todo) { part.append(old: nil, new: $0, position: highest - 2) }
    try store.apply(Changeset(part))
    #expect(store.table(Todo.self).pluck(\.name) == ["first", "last"])
    try Self.add("behind", store)
    #expect(throws: StoreError.placesExhausted(model: "Todo")) { try Self.add("too many", store) }
    #expect(store.table(Todo.self).count == 3)
    try store.journal?.close()

    // The records move to places that follow each other, and the files are written anew.
    store = try open()
    #expect(store.table(Todo.self).pluck(\.name) == ["first", "last", "behind"])
    #expect(store.storedTables.version(store.table(Todo.self).layout).nextPosition == 3)
    let names = try FileManager.default.contentsOfDirectory(atPath: TemporaryFolder.current.path(percentEncoded: false))
    #expect(names.sorted() == ["shop.motionmodel", "shop.motionmodel.journal-1", "shop.motionmodel.lock"])
    try Self.add("more", store)
    try store.journal?.close()
    #expect(try open().table(Todo.self).records.all.map(\.id) == [1, 7, 8, 9])
  }
}

extension Store {
  /// The published tables.
  fileprivate var storedTables: Tables { published.read { $0.tables } }
}

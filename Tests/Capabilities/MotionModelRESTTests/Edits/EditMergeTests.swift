import Foundation
import MotionModel
import Testing

@testable import MotionModelREST

/// What a response does to a record that was edited here.
struct EditMergeTests {
  private typealias Script = [ScriptedTransport.Exchange]

  /// A store with a train of the server that was renamed here.
  private func edited(_ script: Script, _ policy: RemoteConflict.Policy = .ask) async throws -> (RESTClient, Store) {
    let first = ScriptedTransport.Exchange.on(
      .get, "/api/trains/1", json: #"{"id": 1, "company": "A", "max_speed": 100}"#)
    let (client, store, _) = RESTClient.scripted([first] + script)
    client.trackEdits(of: Train.self, policy)
    var train = try await client.get(Train.self, 1)
    train.company = "B"
    try store.table(Train.self).save(&train)
    return (client, store)
  }

  private func answer(_ company: String, _ speed: Int) -> ScriptedTransport.Exchange {
    .on(.get, "/api/trains/1", json: #"{"id": 1, "company": "\#(company)", "max_speed": \#(speed)}"#)
  }

  @Test func `a response changes what was not edited, and keeps what was`() async throws {
    let (client, store) = try await edited([answer("A", 200)])
    #expect(try await client.get(Train.self, 1) == Train(id: 1, company: "B", maxSpeed: 200))
    #expect(try client.serverVersion(of: Train(id: 1)) == Train(id: 1, company: "A", maxSpeed: 200))
    #expect(store.table(RemoteConflict.self).count == 0)
  }

  @Test func `a response that says the same ends the edit`() async throws {
    let (client, store) = try await edited([answer("B", 100)])
    try await client.get(Train.self, 1)
    #expect(store.table(RemoteEdit.self).count == 0)
  }

  @Test(arguments: RemoteConflict.Policy.allCases)
  func `what both changed is a conflict, by each policy`(_ policy: RemoteConflict.Policy) async throws {
    let (client, store) = try await edited([answer("C", 100)], policy)
    let train = try await client.get(Train.self, 1)
    #expect(train.company == (policy == .theirs ? "C" : "B"))
    let conflict = try #require(store.table(RemoteConflict.self).first)
    #expect([conflict.base, conflict.mine, conflict.theirs] == ["A", "B", "C"])
    #expect([conflict.model, conflict.recordID, conflict.column] == ["Train", "1", "company"])
    #expect(conflict.choice == (policy == .ask ? nil : policy == .mine ? .mine : .theirs))
    #expect(client.openConflicts(of: train).count == (policy == .ask ? 1 : 0))
    #expect((client.edit(of: train) == nil) == (policy == .theirs))
  }

  @Test func `a column whose type has changed since is in conflict with the server, or is sent`() async throws {
    func misfit(_ store: Store) throws {
      var edit = try #require(store.table(RemoteEdit.self).first)
      edit.base?["maxSpeed"] = "fast"
      try store.replicating { try store.table(RemoteEdit.self).replicate([edit]) }
    }
    let (client, store) = try await edited([answer("A", 200)])
    try misfit(store)
    let train = try await client.get(Train.self, 1)
    #expect(train.maxSpeed == 100)
    let conflict = try #require(client.openConflicts(of: train).first)
    #expect([conflict.column] == ["maxSpeed"] && conflict.mine == .double(100) && conflict.theirs == .double(200))
    #expect(conflict.base.map { "\($0)" } == nil)

    let patch = ScriptedTransport.Exchange.on(
      .patch,
      "/api/trains/1", body: #"{"company": "B", "max_speed": 100.0}"#, status: 204)
    let (other, otherStore) = try await edited([patch])
    try misfit(otherStore)
    try await other.push(Train(id: 1))
    #expect(otherStore.table(RemoteEdit.self).count == 0)
  }

  @Test func `a value that one side does not have is nil in a conflict`() async throws {
    let speed = { (speed: String) in
      ScriptedTransport.Exchange.on(.get, "/api/trains/1", json: #"{"id": 1, "company": "A", "max_speed": \#(speed)}"#)
    }
    let (client, store, _) = RESTClient.scripted([speed("100"), speed("120")])
    client.trackEdits(of: Train.self)
    var train = try await client.get(Train.self, 1)
    try store.table(Train.self).update(&train) { $0.maxSpeed = nil }
    try await client.reload(train)
    let conflict = try #require(client.openConflicts(of: train).first)
    #expect(conflict.base == .double(100) && conflict.theirs == .double(120))
    // The literal `nil` would be the value null.
    #expect(conflict.mine.map { "\($0)" } == nil)
  }

  @Test(arguments: RemoteConflict.Choice.allCases)
  func `a person decides about a conflict, and before that nothing is sent`(
    _ choice: RemoteConflict.Choice
  ) async throws {
    let patch = ScriptedTransport.Exchange.on(.patch, "/api/trains/1", body: #"{"company": "B"}"#, status: 204)
    let (client, store) = try await edited([answer("C", 100), patch])
    let train = try await client.get(Train.self, 1)
    let error = await #expect(throws: RESTError.self) { try await client.push(train) }
    #expect(error?.reason == .conflict(model: "Train", columns: ["company"]))
    #expect(
      error?.description
        == #"The request cannot be sent, because "company" of the Train changed here and on the server: say which counts."#
    )
    try client.resolve(try #require(client.openConflicts(of: train).first), of: train, choice)
    let pushed = try await client.push(train)
    #expect(pushed?.company == (choice == .mine ? "B" : "C"))
    #expect(store.table(RemoteEdit.self).count == 0)
    #expect(store.table(RemoteConflict.self).map(\.choice) == [choice])
  }

  @Test func `a conflict ends when both say the same`() async throws {
    let (client, store) = try await edited([answer("C", 100), answer("B", 100)])
    try await client.get(Train.self, 1)
    try await client.get(Train.self, 1)
    #expect(store.table(RemoteConflict.self).count == 0 && store.table(RemoteEdit.self).count == 0)
  }

  @Test(arguments: RemoteConflict.Policy.allCases)
  func `a record that was deleted here and changed there`(_ policy: RemoteConflict.Policy) async throws {
    let list = ScriptedTransport.Exchange.on(.get, "/api/trains", json: #"[{"id": 1, "company": "C"}]"#)
    let (client, store) = try await edited([list], policy)
    try store.table(Train.self).destroy(1)
    let trains = try await client.list(Train.self)
    #expect(trains.map(\.company) == (policy == .theirs ? ["C"] : []))
    #expect(store.table(RemoteConflict.self).map(\.column) == [""])
    #expect(client.openConflicts(of: Train(id: 1)).count == (policy == .ask ? 1 : 0))
    if policy == .ask {
      try client.resolve(client.openConflicts(of: Train(id: 1))[0], of: Train(id: 1), .theirs)
      #expect(store.table(Train.self).find(1)?.company == "C")
      #expect(store.table(RemoteEdit.self).count == 0)
    }
  }

  @Test func `an older version of the server changes nothing`() async throws {
    let (client, store, _) = RESTClient.scripted([
      .on(.get, "/api/berths/1", json: #"{"id": 1, "name": "a", "lock_version": 4}"#),
      .on(.get, "/api/berths/1", json: #"{"id": 1, "name": "old", "lock_version": 3}"#),
      .on(
        .patch,
        "/api/berths/1", body: #"{"name": "b", "lock_version": 4}"#,
        json: #"{"id": 1, "name": "b", "lock_version": 5}"#),
    ])
    client.trackEdits(of: Berth.self)
    var berth = try await client.get(Berth.self, 1)
    berth.name = "b"
    try store.table(Berth.self).save(&berth)
    #expect(try await client.get(Berth.self, 1).name == "b")
    #expect(store.table(RemoteConflict.self).count == 0)
    #expect(try await client.push(berth)?.lockVersion == 5)
    #expect(store.table(RemoteEdit.self).count == 0)
  }

  @Test func `an edit that is withdrawn leaves the version of the server for the next one`() async throws {
    let (client, store, transport) = RESTClient.scripted([
      .on(.get, "/api/berths/1", json: #"{"id": 1, "name": "a", "lock_version": 4}"#),
      .on(.patch, "/api/berths/1", body: #"{"name": "c", "lock_version": 4}"#, status: 204),
      .on(.delete, "/api/berths/1?lock_version=5"),
    ])
    client.trackEdits(of: Berth.self)
    var berth = try await client.get(Berth.self, 1)
    for name in ["b", "a", "c"] {
      berth.name = name
      try store.table(Berth.self).save(&berth)
    }
    #expect(try await client.push(berth)?.lockVersion == 5)
    try store.table(Berth.self).destroy(1)
    try await client.push(berth)
    #expect(transport.isFinished && store.table(RemoteEdit.self).count == 0)
  }

  @Test func `a record of the server that has the id of one created here moves that one away`() async throws {
    let (client, store, _) = RESTClient.scripted([.on(.get, "/api/trains/1", json: #"{"id": 1, "company": "Theirs"}"#)])
    client.trackEdits(of: Train.self)
    client.trackEdits(of: Car.self)
    let mine = try store.table(Train.self).create { $0.company = "Mine" }
    let car = try store.table(Car.self).create { $0.trainID = mine.id }
    #expect(mine.id == 1)
    try await client.get(Train.self, 1)
    let moved = try #require(store.table(Train.self).records.where(\.company == "Mine").first)
    #expect(moved.id != 1 && store.table(Train.self).find(1)?.company == "Theirs")
    #expect(store.table(Car.self).find(car.id)?.trainID == moved.id)
    #expect(client.edit(of: moved)?.kind == .create && client.edit(of: Train(id: 1)) == nil)
  }
}

private struct Berth: RemoteModel {
  var id = 0
  var name = ""
  var lockVersion = 0

  static let schema = Schema<Berth> {
    Column(\.name)
    LockVersion(\.lockVersion)
  }
}

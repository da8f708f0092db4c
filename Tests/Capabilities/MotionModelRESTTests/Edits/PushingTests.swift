import Foundation
import MotionModel
import MotionModelLoopback
import MotionModelTestSupport
import Testing

@testable import MotionModelREST

/// How edits are sent.
struct PushingTests {
  private static let first = ScriptedTransport.Exchange.on(
    .get,
    "/api/trains/1", json: #"{"id": 1, "company": "A", "max_speed": 100}"#, headers: ["ETag": "\"v1\""])

  /// A store with a train of the server that was renamed here.
  private func renamed(
    _ script: [ScriptedTransport.Exchange], _ policy: RemoteConflict.Policy = .ask
  ) async throws -> (client: RESTClient, store: Store, transport: ScriptedTransport) {
    let made = RESTClient.scripted([Self.first] + script)
    made.client.trackEdits(of: Train.self, policy)
    made.client.trackEdits(of: Car.self, policy)
    var train = try await made.client.get(Train.self, 1)
    train.company = "B"
    try made.store.table(Train.self).save(&train)
    return made
  }

  @Test func `an edit is sent with the columns that differ, and with the mark of the version`() async throws {
    let (client, store, transport) = try await renamed([
      .on(.patch, "/api/trains/1", body: #"{"company": "B"}"#, json: #"{"id": 1, "company": "B!", "max_speed": 120}"#)
    ])
    #expect(try await client.push(Train(id: 1)) == Train(id: 1, company: "B!", maxSpeed: 120))
    #expect(transport.requests[1].headers["If-Match"] == "\"v1\"")
    #expect(store.table(RemoteEdit.self).count == 0)
    #expect(try await client.push(Train(id: 1))?.company == "B!")
    #expect(transport.requests.count == 2)
  }

  @Test func `a record that was created here takes the server's id, and keys follow, in one changeset`() async throws {
    let (client, store, _) = RESTClient.scripted([
      .on(.post, "/api/trains", body: #"{"company": "N"}"#, json: #"{"id": 40, "company": "N", "mileage": 3}"#),
      .on(
        .post, "/api/cars", body: #"{"length": 9, "train_id": 40}"#, json: #"{"id": 7, "length": 9, "train_id": 40}"#),
    ])
    client.trackEdits(of: Train.self)
    client.trackEdits(of: Car.self)
    let train = try store.table(Train.self).create { $0.company = "N" }
    let car = try store.table(Car.self).create { ($0.length, $0.trainID) = (9, train.id) }
    let plate = try store.table(Plate.self).create { $0.trainID = train.id }
    let error = await #expect(throws: RESTError.self) { try await client.push(car) }
    #expect(error?.reason == .parentUnsent(model: "Car", parent: "Train"))
    let commits = store.commitCount
    #expect(try await client.push(train) == Train(id: 40, company: "N", mileage: 3))
    // One notes what is sent, and one has the response.
    #expect(store.commitCount == commits + 2)
    #expect(store.table(Train.self).map(\.id) == [40])
    #expect(store.table(Car.self).find(car.id)?.trainID == 40 && store.table(Plate.self).find(plate.id)?.trainID == 40)
    #expect(try await client.push(car) == Car(id: 7, length: 9, trainID: 40))
    #expect(store.table(Car.self).map(\.id) == [7] && store.table(RemoteEdit.self).count == 0)
  }

  @Test func `a list that brings a new record before the response to its creation makes no second one`() async throws {
    let (client, store, _) = RESTClient.scripted([
      .on(.get, "/api/trains", json: #"[{"id": 40, "company": "N"}]"#), .on(.post, "/api/trains", json: #"{"id": 40}"#),
    ])
    client.trackEdits(of: Train.self)
    let train = try store.table(Train.self).create { $0.company = "N" }
    try await client.list(Train.self)
    #expect(store.table(Train.self).count == 2)
    #expect(try await client.push(train)?.id == 40)
    #expect(store.table(Train.self).records.all == [Train(id: 40, company: "N")])
  }

  @Test func `a created record takes an id that another has here by chance, which takes another`() async throws {
    let (client, store, _) = RESTClient.scripted([
      .on(.post, "/api/trains", json: #"{"id": 2}"#), .on(.post, "/api/trains", json: #"{"id": 3}"#),
    ])
    client.trackEdits(of: Train.self)
    let first = try store.table(Train.self).create { $0.company = "A" }
    _ = try store.table(Train.self).create { $0.company = "B" }
    #expect(try await client.push(first) == Train(id: 2, company: "A"))
    let second = try #require(store.table(Train.self).records.where(\.company == "B").first)
    #expect(try await client.push(second) == Train(id: 3, company: "B"))
    #expect(store.table(Train.self).count == 2 && store.table(RemoteEdit.self).count == 0)
  }

  @Test func `what was typed in a listed copy of a new record is kept`() async throws {
    let (client, store, _) = RESTClient.scripted([
      .on(.get, "/api/trains", json: #"[{"id": 40, "company": "N"}]"#), .on(.post, "/api/trains", json: #"{"id": 40}"#),
    ])
    client.trackEdits(of: Train.self)
    let train = try store.table(Train.self).create { $0.company = "N" }
    try await client.list(Train.self)
    var copy = try store.table(Train.self).require(40)
    copy.maxSpeed = 9
    try store.table(Train.self).save(&copy)
    #expect(try await client.push(train) == Train(id: 40, company: "N", maxSpeed: 9))
    #expect(client.edit(of: Train(id: 40))?.kind == .update)
  }

  @Test func `a deletion is sent, and one of what is not there is done`() async throws {
    let (client, store, transport) = try await renamed([.on(.delete, "/api/trains/1", status: 404)])
    try store.table(Train.self).destroy(1)
    #expect(try await client.push(Train(id: 1)) == nil)
    #expect(transport.isFinished && store.table(RemoteEdit.self).count == 0)
  }

  @Test func `a refused edit stays, and can be sent again`() async throws {
    let (client, store, _) = try await renamed([
      .on(.patch, "/api/trains/1", status: 422, json: #"{"company": ["is taken"]}"#),
      .on(.patch, "/api/trains/1", body: #"{"company": "C"}"#, status: 204),
    ])
    let error = await #expect(throws: RESTError.self) { try await client.push(Train(id: 1)) }
    #expect(error?.fieldErrors == ["company": ["is taken"]])
    #expect(client.edit(of: Train(id: 1))?.sent == nil)
    try store.table(Train.self).updateAll { $0.company = "C" }
    #expect(try await client.push(Train(id: 1))?.company == "C")
    #expect(store.table(RemoteEdit.self).count == 0)
  }

  @Test func `an edit whose outcome is not known is sent again`() async throws {
    let (client, store, _) = try await renamed([
      .init(.patch, "/api/trains/1", .failure(.connectionLost)),
      .on(.patch, "/api/trains/1", body: #"{"company": "A"}"#, status: 204),
    ])
    await #expect(throws: RESTError.self) { try await client.push(Train(id: 1)) }
    #expect(client.edit(of: Train(id: 1))?.sent == ["company": "B"])
    // The edit is withdrawn, but the server may have it.
    try store.table(Train.self).updateAll { $0.company = "A" }
    #expect(client.edit(of: Train(id: 1)) != nil)
    #expect(try await client.push(Train(id: 1))?.company == "A")
    #expect(store.table(RemoteEdit.self).count == 0)
  }

  @Test func `a creation whose outcome is not known is not done twice`() async throws {
    let (client, store, transport) = RESTClient.scripted([.init(.post, "/api/trains", .failure(.timedOut))])
    client.trackEdits(of: Train.self)
    let train = try store.table(Train.self).create { $0.company = "N" }
    await #expect(throws: RESTError.self) { try await client.push(train) }
    let error = await #expect(throws: RESTError.self) { try await client.push(train) }
    #expect(error?.reason == .outcomeUnknown(model: "Train"))
    #expect(transport.requests.count == 1)
  }

  @Test func `another version on the server is merged and sent again, and a conflict is reported`() async throws {
    let (client, store, transport) = try await renamed([
      .on(.patch, "/api/trains/1", status: 412),
      .on(.get, "/api/trains/1", json: #"{"id": 1, "company": "A", "max_speed": 300}"#, headers: ["ETag": "\"v2\""]),
      .on(.patch, "/api/trains/1", body: #"{"company": "B"}"#, status: 204),
    ])
    #expect(try await client.push(Train(id: 1)) == Train(id: 1, company: "B", maxSpeed: 300))
    #expect(transport.requests.last?.headers["If-Match"] == "\"v2\"")
    #expect(store.table(RemoteEdit.self).count == 0)
    let other = try await renamed([
      .on(.patch, "/api/trains/1", status: 409), .on(.get, "/api/trains/1", json: #"{"id": 1, "company": "C"}"#),
    ])
    let error = await #expect(throws: RESTError.self) { try await other.client.push(Train(id: 1)) }
    #expect(error?.reason == .conflict(model: "Train", columns: ["company"]))
  }

  @Test(arguments: RemoteConflict.Policy.allCases)
  func `a record that the server has deleted`(_ policy: RemoteConflict.Policy) async throws {
    let script: [ScriptedTransport.Exchange] = [
      .on(.patch, "/api/trains/1", status: 404),
      .on(.post, "/api/trains", body: #"{"company": "B", "max_speed": 100.0}"#, json: #"{"id": 2}"#),
    ]
    let (client, store, _) = try await renamed(script, policy)
    switch policy {
    case .theirs:
      #expect(try await client.push(Train(id: 1)) == nil)
      #expect(store.table(Train.self).count == 0)
    case .mine:
      try await client.push(Train(id: 1))
      #expect(store.table(Train.self).records.all == [Train(id: 2, company: "B", maxSpeed: 100)])
    case .ask:
      let error = await #expect(throws: RESTError.self) { try await client.push(Train(id: 1)) }
      #expect(error?.reason == .conflict(model: "Train", columns: []))
      try client.resolve(client.openConflicts(of: Train(id: 1))[0], of: Train(id: 1), .mine)
      try await client.push(Train(id: 1))
      #expect(store.table(Train.self).records.all == [Train(id: 2, company: "B", maxSpeed: 100)])
    }
    #expect(store.table(RemoteEdit.self).count == 0)
  }

  @Test func `what is edited while a request is under way is kept, and one request is under way at a time`()
    async throws
  {
    let store = Store()
    let isEdited = Locked(false)
    let server = try LoopbackServer { request in
      switch request.method {
      case "GET": return Reply(200, #"{"id": 1, "company": "A"}"#)
      default:
        // While the first request is under way, the record is edited, an old list arrives, and a second request waits.
        if request.text.contains("B") { wait { isEdited.withLock { $0 } } }
        let company = request.text.contains("B") ? "B" : "C"
        return Reply(200, #"{"id": 1, "company": "\#(company)"}"#)
      }
    }
    defer { server.stop() }
    let client = server.client(store)
    client.trackEdits(of: Train.self)
    let train = try await client.get(Train.self, 1)
    try store.table(Train.self).updateAll { $0.company = "B" }
    async let first = client.push(train)
    while client.edit(of: train)?.sent == nil { try await Task.sleep(for: .milliseconds(2)) }
    try await client.get(Train.self, 1)
    #expect(store.table(Train.self).find(1)?.company == "B")
    try store.table(Train.self).updateAll { $0.company = "C" }
    async let second = client.push(train)
    isEdited.withLock { $0 = true }
    #expect(try await first?.company == "C")
    #expect(try await second?.company == "C")
    #expect(
      server.requests.filter { $0.method == "PATCH" }.map(\.text) == [#"{"company": "B"}"#, #"{"company": "C"}"#])
    #expect(store.table(RemoteEdit.self).count == 0)
  }

  @Test func `an update and a deletion wait for a push of the record, and not for one of another`() async throws {
    let (underWay, isAnswering) = (Locked((now: 0, most: 0)), Locked(false))
    let server = try LoopbackServer { request in
      if request.target == "/trains/2" { return Reply(200, #"{"id": 2}"#) }
      underWay.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      while !isAnswering.withLock({ $0 }) { usleep(1000) }
      underWay.withLock { $0.now -= 1 }
      return request.method == "DELETE" ? Reply(204) : Reply(200, #"{"id": 1}"#)
    }
    defer { server.stop() }
    let store = Store()
    let client = server.client(store)
    client.trackEdits(of: Train.self)
    try store.replicating { try store.table(Train.self).replicate([Train(id: 1), Train(id: 2)]) }
    var train = try store.table(Train.self).require(1)
    train.company = "B"
    try store.table(Train.self).save(&train)
    let edited = train
    async let pushed = client.push(edited)
    while client.edit(of: edited)?.sent == nil { try await Task.sleep(for: .milliseconds(2)) }
    try await client.update(Train(id: 2, company: "D"))
    train.maxSpeed = 7
    let faster = train
    async let updated = client.update(faster)
    try await Task.sleep(for: .milliseconds(20))
    isAnswering.withLock { $0 = true }
    _ = try await (pushed, updated)
    try await client.delete(faster)
    #expect(
      server.requests.filter { $0.target == "/trains/1" }.map { "\($0.method) \($0.text)" } == [
        #"PATCH {"company": "B"}"#, #"PATCH {"company": "B", "max_speed": 7.0}"#, "DELETE ",
      ])
    #expect(underWay.withLock { $0.most } == 1)
    #expect(store.table(Train.self).records.all == [Train(id: 2)] && store.table(RemoteEdit.self).isEmpty)
  }
}

import Foundation
import MotionModel
import Testing

@testable import MotionModelREST

struct ResponseRecordsTests {
  @Test func `a record is stored as the server has it`() async throws {
    let (client, store, transport) = RESTClient.scripted([
      .on(
        .get,
        "/api/trains/7",
        json: #"""
          {"id": "7", "company": "Alpine", "max_speed": 220.5, "mileage": 12, "built_at": "2001-02-03T04:05:06Z",
          "conductor_id": null, "color": "red"}
          """#)
    ])
    let train = try await client.get(Train.self, 7)
    let expected = Train(
      id: 7, company: "Alpine", maxSpeed: 220.5, mileage: 12, builtAt: Date(timeIntervalSince1970: 981_173_106))
    #expect(train == expected)
    #expect(store.table(Train.self).records.all == [expected])
    #expect(store.commitCount == 1)
    #expect(transport.isFinished)
  }

  @Test func `what a response does not say stays, and null clears`() async throws {
    let (client, store, _) = RESTClient.scripted([.on(.get, "/api/trains/7", json: #"{"id": 7, "max_speed": null}"#)])
    var train = Train(id: 7, company: "Alpine", maxSpeed: 100, mileage: 5)
    try store.table(Train.self).insert(&train)
    let read = try await client.get(Train.self, 7)
    #expect(read == Train(id: 7, company: "Alpine", maxSpeed: nil, mileage: 5))
  }

  @Test func `records that are embedded at any depth are stored in the same commit, with their keys`() async throws {
    let (client, store, _) = RESTClient.scripted([
      .on(
        .get,
        "/api/trains/1",
        json: #"""
          {"id": 1, "company": "A", "conductor": {"id": 5, "name": "Ann"}, "plate": {"id": 3, "text": "XY"},
          "cars": [{"id": 10, "length": 20, "seats": [{"id": "a"}, {"id": "b"}]},
          {"id": 11, "length": 30, "train_id": 9}]}
          """#)
    ])
    try await client.get(Train.self, 1)
    let railway = Railway(store)
    #expect(railway.trains == [Train(id: 1, company: "A", conductorID: 5)])
    #expect(railway.conductors == [Conductor(id: 5, name: "Ann")])
    #expect(railway.plates == [Plate(id: 3, text: "XY", trainID: 1)])
    #expect(railway.cars == [Car(id: 10, length: 20, trainID: 1), Car(id: 11, length: 30, trainID: 1)])
    #expect(railway.seats == [Seat(id: "a", carID: 10), Seat(id: "b", carID: 10)])
    #expect(store.commitCount == 1)
  }

  @Test func `references are kept as ids, and linked where there is a record`() async throws {
    let (client, store, _) = RESTClient.scripted([
      .on(.get, "/api/trains/1", json: #"{"id": 1, "conductor": 5, "cars": [10, "11"]}"#)
    ])
    var car = Car(id: 10, length: 20)
    try store.table(Car.self).insert(&car)
    #expect(try await client.get(Train.self, 1).conductorID == 5)
    #expect(Railway(store).cars == [Car(id: 10, length: 20, trainID: 1)])
  }

  @Test(arguments: [MissingChildren.keep, .unlink, .delete])
  func `children that a list lacks are treated as the model says`(_ policy: MissingChildren) async throws {
    let store = Store()
    for var car in [Car(id: 1, trainID: 7), Car(id: 2, trainID: 7), Car(id: 3, trainID: 8)] {
      try store.table(Car.self).insert(&car)
    }
    var seat = Seat(id: "a", carID: 2)
    try store.table(Seat.self).insert(&seat)
    try read(#"{"id": 7, "cars": [{"id": 1}, {"id": 4}]}"#, [.embeds(\.cars, missing: policy)], into: store)
    let (cars, seats) = (Railway(store).cars, Railway(store).seats)
    let second: [Car]
    switch policy {
    case .keep: second = [Car(id: 2, trainID: 7)]
    case .unlink: second = [Car(id: 2)]
    case .delete: second = []
    }
    #expect(cars == [Car(id: 1, trainID: 7)] + second + [Car(id: 3, trainID: 8), Car(id: 4, trainID: 7)])
    #expect(seats == (policy == .delete ? [] : [Seat(id: "a", carID: 2)]))
  }

  @Test func `a response without the list deletes nothing`() throws {
    let store = Store()
    var car = Car(id: 1, trainID: 7)
    try store.table(Car.self).insert(&car)
    try read(#"{"id": 7}"#, [.embeds(\.cars, missing: .delete)], into: store)
    try read(#"{"id": 7, "cars": null}"#, [.embeds(\.cars, missing: .delete)], into: store)
    #expect(Railway(store).cars == [car])
  }

  private func read(_ json: String, _ remote: Remote<Wagonette>, into store: Store) throws {
    try Wagonette.$rules.withValue(remote) {
      let answer = ResponseRecords(Resources(RESTFormat()), depthLimit: 4)
      _ = try answer.readOne(ResponseBody.read(Data(json.utf8)).get(), Wagonette.self)
      try answer.store(in: store) {}
    }
  }

  @Test func `times and the lock version are those of the server, and hooks do not run`() async throws {
    let (client, store, _) = RESTClient.scripted([
      .on(.get, "/api/tickets/1", json: #"{"id": 1, "lock_version": 4, "updated_at": "2001-01-01T00:00:00Z"}"#),
      .on(
        .get, "/api/tickets/1",
        json: #"{"id": 1, "lock_version": 9, "name": "x", "updated_at": "2002-01-01T00:00:00Z"}"#),
      .on(
        .get, "/api/tickets/1",
        json: #"{"id": 1, "lock_version": 9, "name": "x", "updated_at": "2002-01-01T00:00:00Z"}"#),
    ])
    #expect(try await client.get(Ticket.self, 1).lockVersion == 4)
    let second = try await client.get(Ticket.self, 1)
    #expect(second.lockVersion == 9 && second.name == "x")
    #expect(second.updatedAt == Date(timeIntervalSince1970: 1_009_843_200))
    let commits = store.commitCount
    try await client.get(Ticket.self, 1)
    #expect(store.commitCount == commits)
  }

  @Test func `a record that a response has twice is stored once`() async throws {
    let (client, store, _) = RESTClient.scripted([
      .on(.get, "/api/trains", json: #"[{"id": 1, "company": "A", "mileage": 3}, {"id": 1, "company": "B"}]"#)
    ])
    let list = try await client.list(Train.self)
    #expect(list == [Train(id: 1, company: "B", mileage: 3), Train(id: 1, company: "B", mileage: 3)])
    #expect(store.table(Train.self).count == 1)
  }
}

/// A train whose declaration a test chooses.
struct Wagonette: RemoteModel {
  var id = 0
  static let schema = Schema<Wagonette> {}
  struct Relations {
    let cars = HasMany<Car>(\.trainID)
  }
  static let relations = Relations()
  @TaskLocal static var rules: Remote<Wagonette> = []
  static var remote: Remote<Wagonette> { rules }
}

/// A model whose times and version have the names of a server.
struct Memo: RemoteModel, Equatable {
  var id = 0
  var text = ""
  var created: Date?
  var changed: Date?
  var version = 0

  static let schema = Schema<Memo> {
    Column(\.text)
    Timestamps(\.created, name: "created_at", \.changed, name: "updated_at")
    LockVersion(\.version, name: "lock_version")
  }
}

/// A model that counts its changes and refuses to be saved by hand.
struct Ticket: RemoteModel {
  var id = 0
  var name = ""
  var lockVersion = 0
  var updatedAt: Date?

  static let schema = Schema<Ticket> {
    Column(\.name, .readOnly)
    LockVersion(\.lockVersion)
    Timestamps(updated: \.updatedAt)
  }
  static let hooks: Hooks<Ticket> = [.beforeSave { _, _ in throw CancellationError() }]
}

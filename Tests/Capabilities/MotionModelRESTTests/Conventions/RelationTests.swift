import MotionModel
import Testing

@testable import MotionModelREST

/// Related records in answers, and the one row that each record has, on sockets.
@Suite(.timeLimit(.patient)) struct RelationTests {
  @Test func `references are ids, of a parent and of children`() async throws {
    let rails = try RailsServer([
      "GET /conductors/5": Reply(200, #"{"id": 5, "name": "Ann"}"#),
      "GET /cars": Reply(200, #"[{"id": 10}, {"id": 11}]"#),
      "GET /trains/1": Reply(200, #"{"id": 1, "conductor_id": 5, "cars": ["10", 11]}"#),
      "PATCH /trains/1": Reply(204),
    ])
    try await rails.client.get(Conductor.self, 5)
    try await rails.client.list(Car.self)
    var train = try await rails.client.get(Train.self, 1)
    #expect(rails.store.of(train).conductor == Conductor(id: 5, name: "Ann"))
    #expect(rails.store.of(train).cars.all.map(\.id) == [10, 11])
    train.conductorID = 6
    try await rails.client.update(train)
    #expect(rails.log.last == #"PATCH /trains/1 {"conductor_id": 6}"#)
    // There is nobody of that id yet, and the key is kept.
    #expect(rails.store.of(train).conductor == nil && rails.store.table(Train.self).find(1)?.conductorID == 6)
  }

  @Test func `embedded parents and children are stored in the same commit, with their keys, at any depth`() async throws
  {
    let rails = try RailsServer([
      "GET /trains/1": Reply(
        200,
        #"""
        {"id": 1, "conductor": {"id": 5, "name": "Ann"}, "plate": {"id": 2, "text": "XY"},
        "cars": [{"id": 10, "seats": [{"id": "a"}, {"id": "b"}]}, {"id": 11}]}
        """#)
    ])
    let train = try await rails.client.get(Train.self, 1)
    let store = rails.store
    #expect(store.commitCount == 1)
    #expect(train.conductorID == 5 && store.of(train).conductor?.name == "Ann")
    #expect(store.of(train).plate == Plate(id: 2, text: "XY", trainID: 1))
    // The list is iterated, counted and asked like all others.
    #expect(store.of(train).cars.map(\.id) == [10, 11] && store.of(train).cars.count == 2)
    #expect(store.of(Car(id: 10)).seats.all == [Seat(id: "a", carID: 10), Seat(id: "b", carID: 10)])
  }

  @Test func `one child that cannot be read refuses the whole response`() async throws {
    let rails = try RailsServer(["GET /trains/1": Reply(200, #"{"id": 1, "cars": [{"id": 10}, {"length": 5}]}"#)])
    let error = await #expect(throws: RESTError.self) { try await rails.client.get(Train.self, 1) }
    #expect(error?.reason == .missingID(path: "cars[1]") && rails.store.commitCount == 0)
  }

  @Test func `a record has one row, whatever answers it came in, and observers see each`() async throws {
    let rails = try RailsServer([
      "GET /conductors/5": Reply(200, #"{"id": 5, "name": "Ann"}"#),
      "GET /trains/1": Reply(200, #"{"id": 1, "conductor": {"id": 5, "name": "Anne"}}"#),
      "PATCH /conductors/5": Reply(200, #"{"id": 5, "name": "Anna"}"#),
    ])
    let names = Locked<[String]>([])
    let observation = rails.store.observeCommits { commit in
      names.withLock { $0 += commit.changes(of: Conductor.self).compactMap { $0.new?.name } }
    }
    defer { observation.cancel() }
    var first = try await rails.client.get(Conductor.self, 5)
    let train = try await rails.client.get(Train.self, 1)
    #expect(rails.store.table(Conductor.self).count == 1 && rails.store.of(train).conductor?.name == "Anne")
    first.name = "Anna"
    try await rails.client.update(first)
    #expect(rails.store.of(train).conductor?.name == "Anna")
    #expect(names.withLock { $0 } == ["Ann", "Anne", "Anna"])
  }

  @Test func `a key that a response moves changes both sides`() async throws {
    let rails = try RailsServer([
      "GET /trains": Reply(200, #"[{"id": 1, "cars": [{"id": 10}]}, {"id": 2, "cars": []}]"#),
      "GET /cars/10": Reply(200, #"{"id": 10, "train_id": 2}"#),
    ])
    let trains = try await rails.client.list(Train.self)
    #expect(trains.map { rails.store.of($0).cars.count } == [1, 0])
    let car = try await rails.client.get(Car.self, 10)
    #expect(trains.map { rails.store.of($0).cars.count } == [0, 1])
    #expect(rails.store.of(car).train?.id == 2)
  }
}

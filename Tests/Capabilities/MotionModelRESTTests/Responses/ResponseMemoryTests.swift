import Foundation
import MotionModel
import MotionModelLoopback
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@testable import MotionModelREST

/// Requests for what has changed only.
@Suite(.timeLimit(.patient)) struct ResponseMemoryTests {
  private let store = Store()
  private let server = MarkingServer([
    "/trains": #"[{"id": 2, "company": "B"}, {"id": 1, "company": "A"}, {"id": 3, "company": "B"}]"#,
    "/trains?company=B": #"[{"id": 2, "company": "B"}, {"id": 3, "company": "B"}]"#,
    "/trains/1": #"{"id": 1, "company": "A", "cars": [{"id": 10, "length": 3}, {"id": 11, "length": 4}]}"#,
    "/cars?train_id=1": #"[{"id": 10, "train_id": 1}, {"id": 11, "train_id": 1}]"#,
  ])

  private func client(_ answers: Int = 10, records: Int = 100, isTracking: Bool = false) -> RESTClient {
    let client = RESTClient.client(of: server, store) {
      ($0.rememberedResponses, $0.rememberedRecords) = (answers, records)
    }
    if isTracking {
      client.trackEdits(of: Train.self)
      client.trackEdits(of: Car.self)
    }
    return client
  }

  // MARK: - Unchanged

  @Test func `what has not changed is answered from the store, and the store stays as it is`() async throws {
    let client = client()
    let train = try await client.get(Train.self, 1)
    let (list, cars) = (try await client.list(Train.self), try await client.fetch(\.cars, of: train))
    #expect(list.map(\.id) == [2, 1, 3] && cars.map(\.id) == [10, 11])
    let (count, before) = (store.commitCount, Railway(store))
    #expect(try await client.get(Train.self, 1) == train)
    #expect(try await client.reload(train) == train)
    #expect(try await client.list(Train.self) == list)
    #expect(try await client.fetch(\.cars, of: train) == cars)
    #expect(try await client.list(Train.self, where: ["company": "B"]).map(\.id) == [2, 3])
    #expect(store.commitCount == count && Railway(store) == before)
    #expect(
      server.log == [
        "/trains/1 - 200", "/trains - 200", "/cars?train_id=1 - 200", "/trains/1 if 304", "/trains/1 if 304",
        "/trains if 304", "/cars?train_id=1 if 304", "/trains?company=B - 200",
      ])
  }

  @Test func `what has changed there is stored, and remembered in its place`() async throws {
    let client = client()
    try await client.get(Train.self, 1)
    server.change { $0.bodies["/trains/1"] = #"{"id": 1, "company": "Z"}"# }
    for _ in 0..<2 { #expect(try await client.get(Train.self, 1).company == "Z") }
    server.change { $0.bodies["/trains/1"] = nil }
    await #expect(throws: RESTError.self) { try await client.get(Train.self, 1) }
    #expect(server.log == ["/trains/1 - 200", "/trains/1 if 200", "/trains/1 if 304", "/trains/1 if 404"])
  }

  @Test func `nothing is remembered by default, and nothing after it was forgotten`() async throws {
    for _ in 0..<2 { try await client(0).list(Train.self) }
    let client = client()
    try await client.list(Train.self)
    client.forgetResponses()
    try await client.list(Train.self)
    // Another client has a memory of its own.
    try await self.client().list(Train.self)
    #expect(server.log == Array(repeating: "/trains - 200", count: 5))
  }

  @Test func `a whole list that has not changed deletes what it does not have`() async throws {
    let client = client()
    try await client.list(Train.self, replacing: .all)
    try store.replicating { try store.table(Train.self).replicate([Train(id: 7)]) }
    #expect(try await client.list(Train.self, replacing: .all).map(\.id) == [2, 1, 3])
    #expect(server.log.last == "/trains if 304" && store.table(Train.self).count == 3)
  }

  // MARK: - Changed here

  /// A change of the store after a response, and whether the response still stands for what the store has.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let isUsed: Bool
    let make: @Sendable (Store) throws -> Void

    init(_ name: String, isUsed: Bool = false, _ make: @escaping @Sendable (Store) throws -> Void) {
      (testDescription, self.isUsed, self.make) = (name, isUsed, make)
    }
  }

  static let changes = [
    Change("nothing", isUsed: true) { _ in },
    Change("a changed record") { try $0.table(Train.self).edit(1) { $0.company = "Z" } },
    Change("a deleted record") { _ = try $0.table(Train.self).delete(1) },
    Change("a destroyed record") { _ = try $0.table(Train.self).destroy(1) },
    Change("a changed embedded record") { try $0.table(Car.self).edit(10) { $0.length = 9 } },
    Change("a deleted embedded record") { _ = try $0.table(Car.self).delete(11) },
    Change("a child that the list would delete") { _ = try $0.table(Car.self).create { $0.trainID = 1 } },
    Change("another record", isUsed: true) { _ = try $0.table(Car.self).create { $0.trainID = 9 } },
    Change("bulk") { _ = try Store.with($0) { try Train.updateAll { $0.company = "Z" } } },
    Change("a change that is taken back", isUsed: true) { store in
      try store.table(Train.self).edit(1) { $0.company = "Z" }
      try store.table(Train.self).edit(1) { $0.company = "A" }
    },
    Change("a change that is undone", isUsed: true) { store in
      let history = UndoHistory(of: store)
      try store.table(Train.self).edit(1) { $0.company = "Z" }
      try history.undo()
    },
    Change("a change that is redone") { store in
      let history = UndoHistory(of: store)
      try store.table(Train.self).edit(1) { $0.company = "Z" }
      try history.undo()
      try history.redo()
    },
    Change("a transaction that is rolled back", isUsed: true) { store in
      try? store.transaction {
        try store.table(Train.self).edit(1) { $0.company = "Z" }
        throw CancellationError()
      }
    },
    Change("a branch", isUsed: true) { store in
      let branch = store.branch()
      try Store.with(branch) { _ = try Train.updateAll { $0.company = "Z" } }
    },
    Change("a merged branch") { store in
      let branch = store.branch()
      try Store.with(branch) { _ = try Train.updateAll { $0.company = "Z" } }
      try branch.merge()
    },
    Change("a loaded file with the same", isUsed: true) { store in
      let file = FileManager.default.temporaryDirectory.appending(path: "memory-\(UUID()).json")
      defer { try? FileManager.default.removeItem(at: file) }
      try store.save(to: file)
      try store.replicating { try store.table(Train.self).replicate([Train(id: 1, company: "Z")]) }
      try store.load(from: file, models: [Train.self, Car.self])
    },
    Change("a loaded file from before the response") { store in
      let file = FileManager.default.temporaryDirectory.appending(path: "memory-\(UUID()).json")
      defer { try? FileManager.default.removeItem(at: file) }
      try Store().save(to: file)
      try store.load(from: file, models: [Train.self, Car.self])
    },
    Change("another response") { store in
      try store.replicating { try store.table(Train.self).replicate([Train(id: 1, company: "Z")]) }
    },
  ]

  @Test(arguments: changes, [false, true])
  func `a response is used as long as the store has what it left, and no longer`(
    _ change: Change, isTracking: Bool
  ) async throws {
    let client = client(isTracking: isTracking)
    try await client.get(Train.self, 1)
    try change.make(store)
    let plain = RESTClient.client(of: server, try store.snapshotCopy)
    _ = try? await client.get(Train.self, 1)
    #expect(server.log == ["/trains/1 - 200", change.isUsed ? "/trains/1 if 304" : "/trains/1 - 200"])
    if !isTracking {
      // A client without a memory leaves the same.
      try await plain.get(Train.self, 1)
      #expect(Railway(store) == Railway(plain.store))
    }
  }

  @Test func `records with edits are asked for again, and a response that was merged is not remembered`() async throws {
    let client = client(isTracking: true)
    try await client.list(Train.self)
    try store.table(Train.self).edit(2) { $0.maxSpeed = 5 }
    for _ in 0..<2 { try await client.list(Train.self) }
    try client.revertEdits(of: Train(id: 2))
    for _ in 0..<2 { try await client.list(Train.self) }
    #expect(server.log == Array(repeating: "/trains - 200", count: 4) + ["/trains if 304"])
  }

  @Test func `a store that changes while the server is asked is asked for again`() async throws {
    let (client, store) = (client(), store)
    try await client.get(Train.self, 1)
    server.change { $0.event = { try? store.table(Train.self).edit(1) { $0.company = "Z" } } }
    #expect(try await client.get(Train.self, 1).company == "A")
    #expect(server.log == ["/trains/1 - 200", "/trains/1 if 304", "/trains/1 - 200"])
  }

  @Test func `a response with ids in place of records is not remembered`() async throws {
    server.change { $0.bodies["/trains/1"] = #"{"id": 1, "cars": [10]}"# }
    let client = client()
    for _ in 0..<2 { try await client.get(Train.self, 1) }
    #expect(server.log == ["/trains/1 - 200", "/trains/1 - 200"])
  }

  // MARK: - Marks

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:38 GMT" as String?, true),
    ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", false),
    ("Sun, 06 Nov 1994 08:49:37 GMT", nil, false), ("yesterday", "Sun, 06 Nov 1994 08:49:38 GMT", false),
  ])
  func `a time is a mark if the response was made later`(changed: String, date: String?, isMark: Bool) async throws {
    server.change {
      $0.sendsMarks = false
      $0.headers["Last-Modified"] = changed
      $0.headers["Date"] = date
    }
    let client = client()
    for _ in 0..<2 { try await client.get(Train.self, 1) }
    #expect(server.log == ["/trains/1 - 200", isMark ? "/trains/1 if 304" : "/trains/1 - 200"])
  }

  @Test(arguments: [["Cache-Control": "private, No-Store"], ["Vary": "*"]] as [RESTHeaders])
  func `what the server wants nobody to keep is not remembered`(_ headers: RESTHeaders) async throws {
    server.change { $0.headers = headers }
    let client = client()
    for _ in 0..<2 { try await client.get(Train.self, 1) }
    #expect(server.fullCount == 2)
  }

  @Test func `a response from elsewhere is not remembered`() async throws {
    let (client, _, transport) = RESTClient.scripted(
      [
        .get("/api/trains/1", status: 302, headers: ["Location": "/api/other"]),
        .get("/api/other", json: #"{"id": 1}"#, headers: ["ETag": "\"a\""]),
        .get("/api/trains/1", json: #"{"id": 1}"#, headers: ["ETag": "\"a\""]),
        .get("/api/trains/1", status: 304),
        .get("/api/trains/2", status: 304),
      ], limits: .remembering)
    for _ in 0..<3 { try await client.get(Train.self, 1) }
    #expect(transport.requests.map { $0.headers["If-None-Match"] } == [nil, nil, nil, "\"a\""])
    // A 304 that nobody asked for is an error.
    let error = await #expect(throws: RESTError.self) { try await client.get(Train.self, 2) }
    #expect(error?.status == 304 && transport.isFinished)
  }

  // MARK: - Bounds

  @Test func `what was used least recently is forgotten`() async throws {
    let client = client(2)
    for id in 1...3 { server.change { $0.bodies["/trains/\(id)"] = "{\"id\": \(id)}" } }
    for id in [1, 2, 1, 3, 1, 2] { try await client.get(Train.self, id) }
    let ends = server.log.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
    #expect(ends == ["- 200", "- 200", "if 304", "- 200", "if 304", "- 200"])
    #expect(client.memory.count == 2)
  }

  @Test func `no more records are remembered than the limit`() async throws {
    let client = client(10, records: 4)
    try await client.list(Train.self)
    #expect(client.memory.recordCount == 3)
    try await client.list(Train.self, where: ["company": "B"])
    #expect(client.memory.recordCount == 2 && client.memory.count == 1)
    server.change { $0.bodies["/trains"] = "[\((1...5).map { "{\"id\": \($0)}" }.joined(separator: ","))]" }
    try await client.list(Train.self)
    #expect(client.memory.recordCount == 2)
  }

  @Test func `the memory stays small, however often it is used`() throws {
    var limits = RESTLimits()
    (limits.rememberedResponses, limits.rememberedRecords) = (5, 3)
    let (memory, store) = (ResponseMemory(limits), Store())
    try store.replicating { try store.table(Train.self).replicate((1...4).map { Train(id: $0) }) }
    var random = TestSeed.generator()
    for _ in 0..<2_000 {
      let part = ModelEvidence<Train>(
        resource: Resource(Train.remote, in: RESTFormat()), ids: Array(1...4).prefix(random.number(0...4)).map(\.self))
      let evidence = try #require(try ResponseFingerprint([part], in: store))
      let key = "\(random.number(0...20))"
      if random.chance(50) {
        _ = memory[key]
      } else {
        memory.remember(.init(conditions: [:], evidence: evidence, ids: [Int]()), for: key)
      }
      if random.chance(10) { memory.forget(key) }
      #expect(memory.count <= 5 && memory.recordCount <= 3 && memory.recordCount >= 0, "seed \(TestSeed.current)")
    }
  }

  // MARK: - Random

  @Test(arguments: 0..<40) func `a client with a memory has what one without has`(_ run: Int) async throws {
    var random = TestSeed.generator(run)
    let (first, second) = (store, Store())
    let clients = [client(3, records: 12), RESTClient.client(of: server, second)]
    for _ in 0..<40 {
      let id = random.number(1...4)
      switch random.number(0...4) {
      case 0:
        let (company, cars) = (random.pick(["A", "B"]), random.number(0...2))
        let list = (0..<cars).map { "{\"id\": \(id * 10 + $0), \"length\": \(random.number(0...1))}" }
        server.change {
          $0.bodies["/trains/\(id)"] =
            #"{"id": \#(id), "company": "\#(company)", "cars": [\#(list.joined(separator: ","))]}"#
        }
      case 1:
        let company = random.pick(["A", "B", "C"])
        for store in [first, second] where store.table(Train.self).find(id) != nil {
          try store.table(Train.self).edit(id) { $0.company = company }
        }
      case 2:
        let isTrain = random.chance(50)
        for store in [first, second] {
          _ = isTrain ? try store.table(Train.self).destroy(id) : try store.table(Car.self).destroy(id * 10)
        }
      default:
        for client in clients { _ = try? await client.get(Train.self, id) }
      }
      #expect(Railway(first) == Railway(second), "run \(run), seed \(TestSeed.current)")
    }
  }

  // MARK: - Sockets

  @Test func `a real server answers with 304`() async throws {
    let server = try LoopbackServer { request in
      request.headers["if-none-match"] == "W/\"7\""
        ? Reply(304, headers: ["ETag": "W/\"7\""]) : Reply(200, #"[{"id": 4}]"#, headers: ["ETag": "W/\"7\""])
    }
    var limits = RESTLimits.remembering
    limits.allowsPlainHTTP = true
    let client = RESTClient(server.address, store: store, limits: limits)
    for _ in 0..<3 { #expect(try await client.list(Train.self).map(\.id) == [4]) }
    #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "W/\"7\"", "W/\"7\""])
    #expect(store.commitCount == 1)
  }
}

extension RESTLimits {
  fileprivate static var remembering: RESTLimits {
    var limits = RESTLimits.patient
    limits.rememberedResponses = 10
    return limits
  }
}

extension Store {
  /// Another store with the same trains and cars.
  fileprivate var snapshotCopy: Store {
    get throws {
      let copy = Store()
      try copy.replicating {
        try copy.table(Train.self).replicate(table(Train.self).all)
        try copy.table(Car.self).replicate(table(Car.self).all)
      }
      return copy
    }
  }
}

import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@testable import MotionModelREST

@Suite(.timeLimit(.patient)) struct ListReplacementTests {
  private let store = Store()

  init() throws {
    try store.replicating {
      try store.table(Train.self).replicate([
        Train(id: 1, company: "A"), Train(id: 2, company: "A"), Train(id: 3, company: "A"), Train(id: 9, company: "B"),
      ])
      try store.table(Car.self).replicate([Car(id: 20, trainID: 2), Car(id: 30, trainID: 3)])
      try store.table(Seat.self).replicate([Seat(id: "x", carID: 20)])
      try store.table(Plate.self).replicate([Plate(id: 5, trainID: 2)])
    }
  }

  private var trains: [Int] { store.table(Train.self).records.order(by: \.id).all.map(\.id) }

  private func client(_ script: [ScriptedTransport.Exchange], isTracking: Bool = false) -> RESTClient {
    let client = RESTClient.client(of: ScriptedTransport(script), store)
    if isTracking {
      client.trackEdits(of: Train.self)
      client.trackEdits(of: Car.self)
    }
    return client
  }

  private static let onlyFirst = [
    ScriptedTransport.Exchange.on(.get, "/trains?company=A", json: #"[{"id": 1, "company": "A"}]"#)
  ]

  private func refresh(_ client: RESTClient) async throws -> [Int] {
    try await client.list(Train.self, where: ["company": "A"], replacing: \.company == "A").map(\.id)
  }

  // MARK: - What is deleted

  @Test func `what a whole list does not have is deleted with what depends on it, in the same changeset`() async throws
  {
    let (count, commits) = (store.commitCount, store.commits())
    #expect(try await refresh(client(Self.onlyFirst)) == [1])
    let railway = Railway(store)
    #expect(trains == [1, 9] && railway.cars.isEmpty && railway.seats.isEmpty && railway.plates.map(\.id) == [5])
    #expect(store.commitCount == count + 1)
    for await commit in commits.prefix(1) {
      #expect(commit.count == 5 && commit.changes(of: Train.self).map(\.id).sorted() == [2, 3])
    }
  }

  @Test func `a list without a scope, and a scope that the list fills, delete nothing`() async throws {
    try await client(Self.onlyFirst).list(Train.self, where: ["company": "A"])
    #expect(trains == [1, 2, 3, 9])
    try await client([.on(.get, "/trains", json: #"[{"id": 9}]"#)]).list(Train.self, replacing: \.company == "B")
    #expect(trains == [1, 2, 3, 9])
    try await client([.on(.get, "/trains", json: "[]")]).list(Train.self, replacing: .all)
    #expect(trains == [])
  }

  @Test func `a list that is a part of a longer one is refused`() async throws {
    for exchange in [
      ScriptedTransport.Exchange.on(
        .get,
        "/trains?company=A", json: #"[{"id": 7}]"#, headers: ["Link": "</trains?page=2>; rel=next"]),
      .on(.get, "/trains?company=A", status: 206, json: #"[{"id": 7}]"#),
    ] {
      let client = client([exchange])
      let error = await #expect(throws: RESTError.self) { try await refresh(client) }
      #expect(error?.reason == .notWhole(model: "Train"))
      #expect(
        error?.description
          == "GET /trains failed, because the response is not the whole list of Train, so nothing can be deleted.")
    }
    #expect(trains == [1, 2, 3, 9])
  }

  @Test func `a response that cannot be read, and one with an error, delete nothing`() async throws {
    for exchange in [
      ScriptedTransport.Exchange.on(.get, "/trains?company=A", json: "[{}]"),
      .on(.get, "/trains?company=A", json: "{}"),
      .on(.get, "/trains?company=A", status: 404, json: "[]"), .on(.get, "/trains?company=A"),
    ] {
      let client = client([exchange])
      await #expect(throws: RESTError.self) { try await refresh(client) }
    }
    #expect(trains == [1, 2, 3, 9])
  }

  @Test func `a relation that restricts deleting refuses the whole list`() async throws {
    try store.replicating {
      try store.table(Depot.self).replicate([Depot(id: 1), Depot(id: 2)])
      try store.table(Track.self).replicate([Track(id: 1, depotID: 2)])
    }
    let client = client([.on(.get, "/depots", json: #"[{"id": 1}, {"id": 3}]"#)])
    await #expect(throws: StoreError.self) { try await client.list(Depot.self, replacing: .all) }
    #expect(store.table(Depot.self).records.order(by: \.id).all.map(\.id) == [1, 2])
  }

  @Test func `hooks around destroying do not run, and those after the commit do`() async throws {
    try store.replicating { try store.table(Depot.self).replicate([Depot(id: 71), Depot(id: 72)]) }
    try await client([.on(.get, "/depots", json: #"[{"id": 71}]"#)]).list(Depot.self, replacing: .all)
    #expect(store.table(Depot.self).map(\.id) == [71])
    // Another test writes depots at the same time.
    let log = Depot.log.withLock { $0.filter { $0.contains("7") } }
    #expect(log == ["committed 71", "committed 72", "committed 72"])
  }

  // MARK: - What stays

  @Test func `records with edits stay, and so do those with which an edited one would be deleted`() async throws {
    let client = client(Self.onlyFirst, isTracking: true)
    let new = try store.table(Train.self).create { $0.company = "A" }
    try store.table(Car.self).edit(30) { $0.length = 7 }
    try store.table(Train.self).edit(9) { $0.company = "A" }
    #expect(try await refresh(client) == [1])
    #expect(trains == [1, 3, 9, new.id])
    #expect(Railway(store).cars == [Car(id: 30, length: 7, trainID: 3)])
    #expect(
      store.table(RemoteEdit.self).records.order(by: \.id).all.map(\.id)
        == ["Car/30", "Train/\(new.id)", "Train/9"].sorted())
  }

  @Test func `one edited dependent among many missing records keeps its own parent only`() async throws {
    let client = client([.on(.get, "/trains", json: "[]")], isTracking: true)
    try store.replicating {
      try store.table(Train.self).replicate((100..<164).map { Train(id: $0) })
      try store.table(Car.self).replicate((100..<164).map { Car(id: $0, trainID: $0) })
    }
    for id in [111, 150] { try store.table(Car.self).edit(id) { $0.length = 1 } }
    try await client.list(Train.self, replacing: .all)
    #expect(trains == [111, 150] && Railway(store).cars.map(\.id) == [111, 150])
  }

  @Test func `a record that was deleted here stays deleted, and is sent`() async throws {
    let client = client(Self.onlyFirst, isTracking: true)
    try store.table(Train.self).destroy(1)
    #expect(try await refresh(client) == [])
    #expect(trains == [9])
    #expect(client.edit(of: Train(id: 1))?.kind == .delete)
  }

  @Test func `what is written while the server is asked stays`() async throws {
    let store = store
    let server = ListServer(
      [.init(id: 1, company: "A")],
      event: { _, _ in
        try? store.replicating {
          try store.table(Train.self).replicate([Train(id: 3, company: "A", mileage: 4), Train(id: 4, company: "A")])
        }
      })
    let client = RESTClient.client(of: server, store)
    #expect(try await refresh(client) == [1])
    #expect(trains == [1, 3, 4, 9])
    #expect(try await refresh(client) == [1])
    #expect(trains == [1, 9])
  }

  @Test func `a record that a transaction or a branch edits is an edit once it is committed`() async throws {
    let client = client(Self.onlyFirst + Self.onlyFirst, isTracking: true)
    let branch = store.branch()
    try Store.with(branch.store) { _ = try Train.updateAll { $0.mileage = 3 } }
    try? store.transaction {
      try store.table(Train.self).edit(2) { $0.maxSpeed = 1 }
      throw CancellationError()
    }
    try store.transaction { try store.table(Train.self).edit(3) { $0.maxSpeed = 1 } }
    #expect(try await refresh(client) == [1])
    #expect(trains == [1, 3, 9])
    #expect(branch.store.table(Train.self).count == 4)
  }

  @Test func `an undone whole list brings records back, as edits to create them`() async throws {
    let client = client(Self.onlyFirst, isTracking: true)
    let history = UndoHistory(of: store)
    #expect(try await refresh(client) == [1])
    #expect(history.undoCount == 1)
    try history.undo()
    #expect(trains == [1, 2, 3, 9])
    #expect(client.edit(of: Train(id: 2))?.kind == .create)
  }

  // MARK: - Children

  @Test(arguments: MissingChildren.allCases)
  func `children that a fetched list lacks are treated as the call says`(_ missing: MissingChildren) async throws {
    try store.replicating { try store.table(Car.self).replicate([Car(id: 21, trainID: 2), Car(id: 22, trainID: 2)]) }
    let client = client([.on(.get, "/cars?train_id=2", json: #"[{"id": 21, "train_id": 2}]"#)], isTracking: true)
    try store.table(Car.self).edit(22) { $0.length = 3 }
    let train = try store.table(Train.self).require(2)
    #expect(try await client.fetch(\.cars, of: train, missing: missing).map(\.id) == [21])
    let first: [Car] = missing == .delete ? [] : [Car(id: 20, trainID: missing == .keep ? 2 : nil)]
    #expect(
      Railway(store).cars
        == first + [Car(id: 21, trainID: 2), Car(id: 22, length: 3, trainID: 2), Car(id: 30, trainID: 3)])
  }

  // MARK: - Pages

  private static let entries = [1, 3, 5, 7, 9].map { ListServer.Entry(id: $0, company: "A") }

  private func walk(_ client: RESTClient, _ paging: RESTPaging = .link()) async throws -> [String] {
    var texts: [String] = []
    for try await page in client.pages(of: Train.self, by: paging, replacing: .all) {
      texts.append("\(page.changeset)")
    }
    return texts
  }

  @Test func `pages delete with the last one, and in its changeset`() async throws {
    let texts = try await walk(.client(of: ListServer(Self.entries), store))
    #expect(texts.map { $0.contains("deleted") } == [false, false, true], "\(texts)")
    #expect(trains == [1, 3, 5, 7, 9] && Railway(store).cars.map(\.id) == [30])
  }

  @Test func `pages that end with an empty one delete with that`() async throws {
    let client = RESTClient.client(of: ListServer(Self.entries), store)
    let texts = try await walk(client, .number(size: 5))
    #expect(texts.count == 2 && texts[1].contains("Train: 1 deleted"), "\(texts)")
    #expect(trains == [1, 3, 5, 7, 9])
  }

  @Test(arguments: 0..<3) func `a walk that fails at any page, is cancelled or left, deletes nothing`(_ page: Int)
    async throws
  {
    let failing = ListServer(Self.entries, fault: { $0 == page ? RESTResponse(status: 503) : nil })
    await #expect(throws: RESTError.self) { try await walk(.client(of: failing, store)) }
    #expect(trains.contains(2))
    let client = RESTClient.client(of: ListServer(Self.entries), store)
    let task = Task {
      for try await read in client.pages(of: Train.self, replacing: .all) where read.number == max(page, 1) {
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    for try await read in client.pages(of: Train.self, replacing: .all) where read.number == max(page, 1) { break }
    #expect(trains.contains(2))
  }

  @Test func `a list whose total changes, or is not that of its pages, is not whole`() async throws {
    let shrinking = ListServer(Self.entries, event: { if $0 == 1 { $1.removeFirst() } })
    let paging = RESTPaging.number(size: 2, end: .total(.header("X-Total-Count")))
    var error = await #expect(throws: RESTError.self) { try await walk(.client(of: shrinking, store), paging) }
    #expect(error?.reason == .notWhole(model: "Train"))
    let client = client([
      .on(.get, "/trains?page=1&per_page=2", json: #"[{"id": 1}, {"id": 3}]"#, headers: ["X-Total-Count": "4"]),
      .on(.get, "/trains?page=2&per_page=2", json: #"[{"id": 3}, {"id": 5}]"#, headers: ["X-Total-Count": "4"]),
    ])
    error = await #expect(throws: RESTError.self) { try await walk(client, paging) }
    #expect(error?.reason == .notWhole(model: "Train") && trains.contains(2))
  }

  @Test func `an edit between two pages is kept`() async throws {
    let client = RESTClient.client(of: ListServer(Self.entries), store)
    client.trackEdits(of: Train.self)
    for try await page in client.pages(of: Train.self, replacing: .all) where page.number == 1 {
      try store.table(Train.self).edit(2) { $0.maxSpeed = 3 }
    }
    #expect(trains == [1, 2, 3, 5, 7, 9])
  }

  @Test func `two walks at once leave what the server has`() async throws {
    let server = ListServer((1...30).map { ListServer.Entry(id: $0 * 2, company: "A") })
    let client = RESTClient.client(of: server, store)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for try await _ in client.pages(of: Train.self, replacing: .all) {} }
      }
      try await group.waitForAll()
    }
    #expect(trains == (1...30).map { $0 * 2 })
  }

  @Test func `blocking calls and handlers delete the same`() async throws {
    let store = store
    let client = client(Self.onlyFirst)
    try await onThread {
      _ = try client.blocking { try await $0.list(Train.self, where: ["company": "A"], replacing: \.company == "A") }
    }
    #expect(trains == [1, 9])
    let pages = RESTClient.client(of: ListServer([.init(id: 9, company: "B")]), store)
    try await onThread {
      try pages.blocking { for try await _ in $0.pages(of: Train.self, replacing: .all) {} }
    }
    #expect(trains == [9])
    let empty = RESTClient.client(of: ListServer([]), store)
    let list = try await withCheckedThrowingContinuation { continuation in
      empty.start(on: .global()) {
        try await $0.list(Train.self, replacing: .all)
      } completion: {
        continuation.resume(with: $0)
      }
    }
    #expect(list.isEmpty && trains == [])
  }

  // MARK: - Against an oracle

  /// What a store has to have after a whole list, by the rules of the guide and nothing else.
  private struct Oracle {
    var local: [Int: Train]
    /// The server's value of what is edited here; nil for a record that was created here.
    var edited: [Int: Train?] = [:]
    var deleted: Set<Int> = []

    func after(_ list: [ListServer.Entry], company: String) -> [Int: Train] {
      var result = local.filter { id, train in
        train.company != company || edited[id] != nil || list.contains { $0.id == id }
      }
      for entry in list where !deleted.contains(entry.id) {
        var train = result[entry.id] ?? Train(id: entry.id)
        let base = edited[entry.id] ?? nil
        if base == nil || base?.company == train.company { train.company = entry.company }
        result[entry.id] = train
      }
      return result
    }
  }

  @Test(arguments: 0..<60) func `a whole list leaves what an oracle says`(_ run: Int) async throws {
    var random = TestSeed.generator(run)
    let store = Store()
    let companies = ["A", "B"]
    let start = (1...20).filter { _ in random.chance(60) }.map { Train(id: $0, company: random.pick(companies)) }
    try store.replicating { try store.table(Train.self).replicate(start) }
    let entries = (1...20).filter { _ in random.chance(60) }.map {
      ListServer.Entry(id: $0, company: random.pick(companies))
    }
    let server = ListServer(entries)
    let client = RESTClient.client(of: server, store)
    client.trackEdits(of: Train.self, .mine)
    var oracle = Oracle(local: Dictionary(start.map { ($0.id, $0) }) { first, _ in first })
    for _ in 0..<random.number(0...8) {
      guard let id = random.pickAny(oracle.local.keys.sorted()) else { continue }
      if random.chance(30) {
        try store.table(Train.self).destroy(id)
        if oracle.edited[id] != nil || start.contains(where: { $0.id == id }) { oracle.deleted.insert(id) }
        (oracle.local[id], oracle.edited[id]) = (nil, nil)
      } else {
        let (column, value) = (random.chance(50), random.number(0...3))
        let base = start.first { $0.id == id }
        try store.table(Train.self).edit(id) {
          if column { $0.company = companies[value % 2] } else { $0.maxSpeed = Double(value) }
        }
        let now = try store.table(Train.self).require(id)
        oracle.local[id] = now
        oracle.edited[id] = now == base ? nil : .some(base)
      }
    }
    let company = random.pick(companies)
    let list = entries.filter { $0.company == company }
    let pagings: [RESTPaging] = [
      .link(), .number(size: 3), .offset(size: 4, end: .shortPage), .cursor(.header("X-Next")),
      .number(size: 2, end: .total(.header("X-Total-Count"))),
    ]
    if random.chance(20) {
      try await client.list(
        Train.self, where: ["company": .string(company), "per_page": 99], replacing: \.company == company)
    } else {
      let pages = client.pages(
        of: Train.self, where: ["company": .string(company)], by: random.pick(pagings), replacing: \.company == company)
      for try await _ in pages {}
    }
    let stored = Dictionary(store.table(Train.self).all.map { ($0.id, $0) }) { first, _ in first }
    #expect(stored == oracle.after(list, company: company), "run \(run), seed \(TestSeed.current)")
  }
}

/// A model that refuses to be deleted while it has tracks, and says what hooks run.
struct Depot: RemoteModel, Equatable {
  var id = 0
  static let schema = Schema<Depot> {}
  struct Relations {
    let tracks = HasMany<Track>(\.depotID, dependent: .restrict)
  }
  static let relations = Relations()
  static let log = Locked<[String]>([])
  static let hooks: Hooks<Depot> = [
    .beforeDestroy { depot, _ in log.withLock { $0.append("before \(depot.id)") } },
    .afterDestroy { depot, _ in log.withLock { $0.append("after \(depot.id)") } },
    .afterCommit { depot, _ in log.withLock { $0.append("committed \(depot.id)") } },
  ]
}

struct Track: RemoteModel, Equatable {
  var id = 0
  var depotID: Int?
  static let schema = Schema<Track> { Column(\.depotID) }
  struct Relations {
    let depot = BelongsTo<Depot>(\.depotID)
  }
  static let relations = Relations()
}

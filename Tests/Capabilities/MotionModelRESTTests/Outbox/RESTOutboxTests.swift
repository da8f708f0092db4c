import Foundation
import MotionModel
import MotionModelLoopback
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@testable import MotionModelREST

struct RESTOutboxTests {
  private static let start = Date(timeIntervalSince1970: 1_000_000)
  private final class Time: Sendable {
    let now = Locked(RESTOutboxTests.start)
    func pass(_ seconds: TimeInterval) { now.withLock { $0 += seconds } }
  }
  private let time = Time()
  private let store: Store

  init() {
    let time = time
    store = Store(clock: { time.now.withLock { $0 } })
  }

  private func outbox(
    _ server: RecordServer, format: RESTFormat = RESTFormat(), _ policy: RemoteConflict.Policy = .ask
  ) -> RESTOutbox {
    RESTOutbox(
      RESTClient.tracking(server, store, policy, format: format),
      policy: RESTOutbox.RetryPolicy(firstPause: 10, random: { 1 }),
      makeKey: { "key" })
  }

  private var trains: ModelTable<Train> { store.table(Train.self) }
  private var cars: ModelTable<Car> { store.table(Car.self) }
  private var edits: [RemoteEdit] { store.table(RemoteEdit.self).records.order(by: \.id).all }

  private static func status(_ status: Int, _ headers: RESTHeaders = [:], body: String = "") -> RESTResponse {
    RESTResponse(status: status, headers: headers, body: Data(body.utf8))
  }

  // MARK: - Order

  @Test func `parents are created before children, and deleted after them`() async throws {
    let server = RecordServer()
    let outbox = outbox(server)
    let train = try trains.create { $0.company = "N" }
    try cars.insert(contentsOf: (1...3).map { Car(length: $0, trainID: train.id) })
    let report = try await outbox.send()
    #expect(report.sent == 4 && report.moved["Train/1"] == "Train/101" && report.nextAttempt == nil)
    #expect(server.log == ["POST /trains"] + Array(repeating: "POST /cars", count: 3))
    #expect(cars.records.all.allSatisfy { $0.trainID == 101 && $0.id > 101 })
    #expect(edits.isEmpty)
    // One car goes elsewhere before its train is deleted, which takes the others along.
    var moved = try #require(cars.records.order(by: \.id).first)
    moved.trainID = nil
    try cars.save(&moved)
    try trains.destroy(101)
    #expect(try await outbox.send().sent == 4)
    #expect(server.log.last == "DELETE /trains/101" && server.log.contains("PATCH /cars/\(moved.id)"))
    #expect(server.records("cars").count == 1 && server.records("trains").isEmpty)
  }

  @Test func `edits of a record are sent as one`() async throws {
    let server = RecordServer()
    let outbox = outbox(server)
    var train = try trains.create { $0.company = "N" }
    train.maxSpeed = 3
    try trains.save(&train)
    let other = try trains.create { $0.company = "never" }
    try trains.destroy(other)
    #expect(try await outbox.send().sent == 1)
    #expect(server.log == ["POST /trains"])
    #expect(server.records("trains")[101]?["max_speed"] == 3)
    try trains.updateAll { $0.maxSpeed = 4 }
    try trains.updateAll { $0.maxSpeed = 5 }
    try await outbox.send()
    #expect(server.log == ["POST /trains", "PATCH /trains/101"])
    #expect(server.records("trains")[101]?["max_speed"] == 5)
  }

  // MARK: - Failures

  @Test(arguments: [408, 425, 429, 500, 502, 503, 504, 404, 407, 511])
  func `what a server or a proxy answers for the moment is tried again, later and later`(_ status: Int) async throws {
    let failures = Locked(2)
    let server = RecordServer(
      RecordServer.Manners(fault: { _, _ in
        let isFailing = failures.withLock { left in
          left -= 1
          return left >= 0
        }
        return isFailing ? .answer(Self.status(status, body: "<html>")) : nil
      }), ["trains": [1: ["id": 1, "company": "A"]]])
    let outbox = outbox(server)
    try store.replicating { try trains.replicate([Train(id: 1, company: "A")]) }
    try trains.updateAll { $0.company = "B" }
    var report = try await outbox.send()
    #expect(report.failed == 1 && report.nextAttempt == Self.start + 10)
    #expect(edits.map(\.attempts) == [1] && edits[0].problem?.contains("\(status)") == true)
    #expect(try await outbox.send().failed == 0)
    time.pass(10)
    report = try await outbox.send()
    #expect(report.failed == 1 && report.nextAttempt == Self.start + 30)
    time.pass(20)
    #expect(try await outbox.send().sent == 1)
    #expect(edits.isEmpty && server.records("trains")[1]?["company"] == "B")
  }

  @Test func `the pause doubles up to the longest, half of it at random`() {
    let policy = RESTOutbox.RetryPolicy(firstPause: 2, longestPause: 10, random: { 0 })
    #expect([1, 2, 3, 4, 5000].map(policy.pause) == [1, 2, 4, 5, 5])
    #expect(RESTOutbox.RetryPolicy(firstPause: 2, longestPause: 10, random: { 1 }).pause(after: 3) == 8)
  }

  @Test func `a server's pause holds for all records`() async throws {
    let isFirst = Locked(true)
    let server = RecordServer(
      RecordServer.Manners(fault: { _, _ in
        let isAsked = isFirst.withLock { first in
          defer { first = false }
          return first
        }
        return isAsked ? .answer(Self.status(429, ["Retry-After": "120"])) : nil
      }))
    let outbox = outbox(server)
    for name in ["A", "B"] { _ = try trains.create { $0.company = name } }
    let report = try await outbox.send()
    #expect(report.failed == 1 && report.sent + edits.count == 2)
    let waiting = edits.count
    time.pass(119)
    #expect(try await outbox.send().sent == 0 && edits.count == waiting)
    time.pass(1)
    #expect(try await outbox.send().sent == waiting)
  }

  @Test func `a date in Retry-After is understood`() throws {
    let now = Date(timeIntervalSince1970: 784_111_777)
    let error = RESTError(.status, nil, Self.status(503, ["Retry-After": "Sun, 06 Nov 1994 08:51:37 GMT"]))
    #expect(error.pauseAskedFor(at: now) == 120)
    for text in ["soon", "-1", "nan", "Sun, 06 Nov 1994 08:51 GMT", "Sun, 06 Foo 1994 08:51:37 GMT", ""] {
      #expect(RESTError(.status, nil, Self.status(503, ["Retry-After": text])).pauseAskedFor(at: now) == nil)
    }
  }

  @Test(arguments: [
    "86401", "99999999999999999999", String(repeating: "9", count: 400), "1e300", "inf",
    "Fri, 31 Dec 9999 23:59:59 GMT",
  ])
  func `a server's pause is a day at most`(_ text: String) async throws {
    let isFirst = Locked(true)
    let server = RecordServer(
      RecordServer.Manners(fault: { _, _ in
        let isAsked = isFirst.withLock { first in
          defer { first = false }
          return first
        }
        return isAsked ? .answer(Self.status(429, ["Retry-After": text])) : nil
      }))
    let outbox = outbox(server)
    _ = try trains.create { $0.company = "A" }
    let report = try await outbox.send()
    #expect(report.nextAttempt == Self.start + 86_400 && edits.map(\.dueAt) == [Self.start + 86_400])
    time.pass(86_399)
    #expect(try await outbox.send().sent == 0)
    time.pass(1)
    #expect(try await outbox.send().sent == 1)
  }

  @Test(arguments: [86_401, 1e12, 1e300, .infinity, .nan])
  func `a pause that no version of today would store is over`(_ seconds: TimeInterval) async throws {
    let server = RecordServer()
    let outbox = outbox(server)
    _ = try trains.create { $0.company = "A" }
    var edit = try #require(edits.first)
    (edit.dueAt, edit.attempts) = (Self.start + seconds, .max)
    try store.table(RemoteEdit.self).save(&edit)
    #expect(outbox.nextAttempt == edit.since)
    #expect(try await outbox.send().sent == 1)
  }

  @Test func `a pause of any length is waited for in pieces`() async throws {
    let server = RecordServer(
      RecordServer.Manners(fault: { _, _ in .answer(Self.status(500)) }))
    let outbox = RESTOutbox(
      RESTClient.tracking(server, store, .ask),
      policy: RESTOutbox.RetryPolicy(firstPause: 1e300, longestPause: .infinity, random: { 1 }))
    _ = try trains.create { $0.company = "A" }
    let waits = Locked<[TimeInterval]>([])
    let running = Task { try await outbox.run { seconds in waits.withLock { $0.append(seconds) } } }
    try await wait { waits.withLock { $0.count > 2 } }
    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(waits.withLock { $0.allSatisfy { $0 == 86_400 } })
  }

  @Test(arguments: [400, 403, 409, 422])
  func `what the server refuses is put on hold with the reason, and the others go on`(_ status: Int) async throws {
    let server = RecordServer(
      RecordServer.Manners(fault: { request, _ in
        let isBad = request.body.map { String(decoding: $0, as: UTF8.self).contains("bad") } ?? false
        return isBad ? .answer(Self.status(status, body: #"{"errors": {"company": ["is bad"]}}"#)) : nil
      }))
    let outbox = outbox(server)
    var bad = try trains.create { $0.company = "bad" }
    let child = try cars.create { $0.trainID = bad.id }
    _ = try trains.create { $0.company = "good" }
    let report = try await outbox.send()
    #expect(report.sent == 1 && report.onHold == 1 && report.failed == 0 && report.nextAttempt == nil)
    let edit = try #require(outbox.client.edit(of: bad))
    #expect(edit.onHold == .refused && edit.fieldErrors == ["company": ["is bad"]])
    #expect(edit.problem?.contains("\(status)") == true)
    #expect(outbox.client.edit(of: child)?.onHold == nil)
    // What was typed is still there. A better value is sent by itself, and then what depends on it.
    bad.company = "better"
    try trains.save(&bad)
    #expect(try await outbox.send().sent == 2)
    #expect(edits.isEmpty)
  }

  @Test func `a conflict is put on hold, and sent once it is resolved`() async throws {
    let server = RecordServer(RecordServer.Manners(), ["trains": [1: ["id": 1, "company": "A", "lock_version": 0]]])
    let outbox = outbox(server)
    try await outbox.client.get(Train.self, 1)
    try trains.updateAll { $0.company = "B" }
    server.change { $0.records["trains"]?[1]?["company"] = "C" }
    try await outbox.client.get(Train.self, 1)
    #expect(try await outbox.send().onHold == 1)
    #expect(edits.map(\.onHold) == [.conflict])
    let train = Train(id: 1)
    try outbox.client.resolve(outbox.client.openConflicts(of: train)[0], of: train, .mine)
    #expect(try await outbox.send().sent == 1)
    #expect(server.records("trains")[1]?["company"] == "B" && edits.isEmpty)
  }

  @Test func `without a connection, nothing more is tried, and a new one sends all`() async throws {
    let isOffline = Locked(true)
    let server = RecordServer(
      RecordServer.Manners(fault: { _, _ in isOffline.withLock { $0 } ? .unreachable : nil }))
    let outbox = outbox(server)
    for number in 0..<20 { _ = try trains.create { $0.company = "\(number)" } }
    let report = try await outbox.send()
    #expect(report.sent == 0 && report.failed <= outbox.client.limits.requestsPerHost)
    isOffline.withLock { $0 = false }
    try outbox.retryAll()
    #expect(try await outbox.send().sent == 20)
    #expect(server.records("trains").count == 20 && edits.isEmpty)
  }

  @Test func `a server that wants to know who asks ends the round, and parks nothing`() async throws {
    let server = RecordServer(RecordServer.Manners(fault: { _, _ in .answer(Self.status(401)) }))
    let outbox = outbox(server)
    _ = try trains.create { $0.company = "A" }
    let report = try await outbox.send()
    #expect(report.needsAuthentication && report.onHold == 0 && edits.map(\.onHold) == [nil])
  }

  // MARK: - Growth

  /// Sends edits of cars, half of them of trains that were created here, and returns how often an edit was looked at.
  private func looks(_ count: Int) async throws -> Int {
    let store = Store()
    let server = RecordServer()
    // Ids that no record here has by chance, which would have to take another.
    server.change { $0.nextID = 1_000_000 }
    let client = RESTClient.tracking(server, store)
    for number in 0..<count / 10 {
      let train = try store.table(Train.self).create { $0.company = "\(number)" }
      try store.table(Car.self).insert(
        contentsOf: (1...9).map { Car(length: $0, trainID: $0 % 2 == 0 ? train.id : nil) })
    }
    let report = try await RESTOutbox(client).send()
    #expect(report.sent == count && store.table(RemoteEdit.self).isEmpty)
    return report.looks
  }

  @Test func `each edit is looked at a few times, however many there are`() async throws {
    // How often depends on which requests end together: three to five times.
    for count in [50, 500, 2_000] {
      let looks = try await looks(count)
      #expect(looks <= 8 * count, "\(looks) looks at \(count) edits")
    }
  }

  // MARK: - Once

  @Test(arguments: [true, false])
  func `a server that is busy with a creation is known by the header of keys, whatever its name`(_ hasKeys: Bool)
    async throws
  {
    let isFirst = Locked(true)
    let server = RecordServer(
      RecordServer.Manners(fault: { _, _ in
        isFirst.withLock { first in
          defer { first = false }
          return first ? .answer(Self.status(409)) : nil
        }
      }))
    let client = RESTClient(
      .example(), store: store, transport: server,
      middleware: hasKeys ? [] : [.headers { ["Idempotency-Level": "none"] }],
      format: RESTFormat(idempotencyHeader: hasKeys ? "X-Once" : nil), limits: .patient)
    client.trackEdits(of: Train.self)
    let outbox = RESTOutbox(client, policy: RESTOutbox.RetryPolicy(firstPause: 10, random: { 1 }))
    _ = try trains.create { $0.company = "N" }
    let report = try await outbox.send()
    #expect(report.failed == (hasKeys ? 1 : 0) && report.onHold == (hasKeys ? 0 : 1))
    time.pass(10)
    #expect(try await outbox.send().sent == (hasKeys ? 1 : 0))
  }

  /// A server that loses its first response.
  private func forgetful(honoursKeys: Bool) -> RecordServer {
    RecordServer(
      RecordServer.Manners(honoursKeys: honoursKeys, fault: { _, count in count == 0 ? .lostResponse : nil }))
  }

  @Test func `a creation whose answer was lost is done once by a server that honours keys`() async throws {
    let server = forgetful(honoursKeys: true)
    let outbox = outbox(server, format: RESTFormat(idempotencyHeader: "Idempotency-Key"))
    var train = try trains.create { $0.company = "N" }
    #expect(try await outbox.send().failed == 1)
    #expect(edits.map(\.key) == ["key"])
    // What is typed meanwhile is sent afterwards, because the same key means the same bytes.
    train.company = "M"
    try trains.save(&train)
    time.pass(10)
    #expect(try await outbox.send().sent == 2)
    #expect(server.log == ["POST /trains", "PATCH /trains/101"])
    #expect(server.records("trains").mapValues { $0["company"] } == [101: "M"])
    #expect(trains.records.all == [Train(id: 101, company: "M")] && edits.isEmpty)
  }

  @Test func `over real connections, a response that is cut off is asked for again with the same key`() async throws {
    let records = RecordServer(RecordServer.Manners(honoursKeys: true))
    let isFirst = Locked(true)
    let server = try LoopbackServer { request in
      guard let method = RESTRequest.Method(rawValue: request.method),
        let url = URL(string: "http://server\(request.target)")
      else { return Reply(400) }
      var headers: RESTHeaders = [:]
      for (name, value) in request.headers { headers.add(name, value) }
      let response = records.answer(
        RESTRequest(method, url, headers: headers, body: request.body.isEmpty ? nil : Data(request.body)))
      let reply = Reply(response.status, String(decoding: response.body, as: UTF8.self))
      let isCut = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      return isCut ? reply.cut(at: reply.count - 3) : reply
    }
    defer { server.stop() }
    let client = server.client(store, format: RESTFormat(idempotencyHeader: "Idempotency-Key"))
    client.trackEdits(of: Train.self)
    client.trackEdits(of: Car.self)
    let outbox = RESTOutbox(client)
    let train = try trains.create { $0.company = "N" }
    try cars.insert(contentsOf: (1...20).map { Car(length: $0, trainID: train.id) })
    #expect(try await outbox.send().failed == 1)
    time.pass(10)
    #expect(try await outbox.send().sent == 21)
    #expect(records.records("trains").count == 1 && records.records("cars").count == 20 && edits.isEmpty)
    #expect(Set(cars.map(\.trainID)) == [101] && Set(cars.map(\.id)) == Set(records.records("cars").keys))
  }

  @Test(arguments: [true, false])
  func `a record that was deleted while its creation was uncertain is deleted there`(_ isKept: Bool) async throws {
    let server = forgetful(honoursKeys: true)
    let outbox = outbox(server, format: RESTFormat(idempotencyHeader: "Idempotency-Key"))
    let train = try trains.create { $0.company = "N" }
    try await outbox.send()
    if !isKept { try trains.destroy(train.id) }
    time.pass(10)
    try await outbox.send()
    #expect(server.records("trains").count == (isKept ? 1 : 0) && edits.isEmpty)
    #expect(trains.count == (isKept ? 1 : 0))
  }

  @Test func `a server that knows no keys is not asked twice, and a person decides`() async throws {
    let server = forgetful(honoursKeys: false)
    let outbox = outbox(server)
    let train = try trains.create { $0.company = "N" }
    #expect(try await outbox.send().failed == 1)
    time.pass(10)
    #expect(try await outbox.send().onHold == 1)
    #expect(edits.map(\.onHold) == [.outcomeUnknown] && server.log == ["POST /trains"])
    try outbox.retry(train)
    #expect(try await outbox.send().sent == 1)
    #expect(server.log == ["POST /trains", "POST /trains"] && edits.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a record with a value of its own is looked up`(_ hasArrived: Bool) async throws {
    let fault: RecordServer.Fault =
      hasArrived ? .lostResponse : .answer(Self.status(504))
    let isFirst = Locked(true)
    let server = RecordServer(
      RecordServer.Manners(fault: { _, _ in
        isFirst.withLock { first in
          defer { first = false }
          return first ? fault : nil
        }
      }))
    let outbox = outbox(server)
    outbox.client.trackEdits(of: Parcel.self)
    _ = try store.table(Parcel.self).create { ($0.token, $0.text) = ("t1", "N") }
    #expect(try await outbox.send().failed == 1)
    time.pass(10)
    #expect(try await outbox.send().sent == 1)
    #expect(server.log == (hasArrived ? ["POST /parcels", "GET /parcels"] : ["GET /parcels", "POST /parcels"]))
    #expect(server.records("parcels").count == 1 && edits.isEmpty)
    #expect(store.table(Parcel.self).records.all == [Parcel(id: 101, token: "t1", text: "N")])
  }

  @Test func `a record that others changed before it was looked up is in conflict with what was typed`() async throws {
    let isFirst = Locked(true)
    let server = RecordServer(
      RecordServer.Manners(fault: { _, _ in
        isFirst.withLock { first in
          defer { first = false }
          return first ? .lostResponse : nil
        }
      }))
    let outbox = outbox(server)
    outbox.client.trackEdits(of: Parcel.self)
    var parcel = try store.table(Parcel.self).create { ($0.token, $0.text) = ("t1", "N") }
    try await outbox.send()
    parcel.text = "mine"
    try store.table(Parcel.self).save(&parcel)
    server.change { $0.records["parcels"]?[101]?["text"] = "theirs" }
    time.pass(10)
    try await outbox.send()
    #expect(store.table(RemoteConflict.self).map(\.theirs) == ["theirs"])
    #expect(server.records("parcels")[101]?["text"] == "theirs")
  }

  @Test func `a record of the server with the id of one whose creation is uncertain is not deleted`() async throws {
    let server = forgetful(honoursKeys: true)
    let outbox = outbox(server, format: RESTFormat(idempotencyHeader: "Idempotency-Key"))
    let train = try trains.create { $0.company = "N" }
    try await outbox.send()
    try trains.destroy(train.id)
    server.change { $0.records["trains"]?[train.id] = ["id": .int(Int64(train.id)), "company": "Other"] }
    try await outbox.client.list(Train.self)
    time.pass(10)
    try await outbox.send()
    #expect(server.records("trains").mapValues { $0["company"] } == [train.id: "Other"])
    #expect(trains.find(train.id)?.company == "Other" && edits.isEmpty)
  }

  // MARK: - Seeing and keeping

  @Test func `what waits is saved with the records, and sent after the next start`() async throws {
    let server = RecordServer()
    _ = outbox(server)
    let train = try trains.create { $0.company = "N" }
    try cars.insert(contentsOf: [Car(length: 1, trainID: train.id)])
    let file = FileManager.default.temporaryDirectory.appending(path: "outbox-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try store.save(to: file)
    let later = Store()
    let client = RESTClient.tracking(server, later)
    try later.load(from: file, models: [Train.self, Car.self] + RESTClient.notes)
    #expect(try await RESTOutbox(client).send().sent == 2)
    #expect(later.table(Car.self).records.all.map(\.trainID) == [101])
  }

  @Test func `an outbox that runs sends edits as they are made`() async throws {
    let server = RecordServer()
    let outbox = outbox(server)
    let running = Task { try await outbox.run() }
    for number in 0..<3 {
      _ = try trains.create { $0.company = "\(number)" }
      try await Task.sleep(for: .milliseconds(5))
    }
    try await wait { edits.isEmpty }
    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(edits.isEmpty && server.records("trains").count == 3)
  }
}

private struct Parcel: RemoteModel, Equatable {
  var id = 0
  var token = ""
  var text = ""

  static let schema = Schema<Parcel> {
    Column(\.token)
    Column(\.text)
  }
  static let remote: Remote<Parcel> = [.lookup(by: \.token)]
}

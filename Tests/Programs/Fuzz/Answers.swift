import Foundation
import MotionModel
@testable import MotionModelREST
import MotionModelTestSupport

/// A record that a server keeps too.
struct Train: Model, RemoteModel {
  var id = 0
  var company = ""
  var maxSpeed: Double?
  var built: Date?
  static let schema = Schema<Train> {
    Column(\.company)
    Column(\.maxSpeed)
    Column(\.built)
  }
  struct Relations { let cars = HasMany<Car>(\.trainID) }
  static let relations = Relations()
  static let remote: Remote<Train> = [.embeds(\.cars)]
}

struct Car: Model, RemoteModel {
  var id = 0
  var seats = 0
  var trainID: Int?
  static let schema = Schema<Car> {
    Column(\.seats)
    Column(\.trainID)
  }
}

/// Answers of a server, with their status and headers.
enum Answers {
  static let target = Target(
    "answer", .untyped,
    words: [
      "\r\n", "HTTP/1.1 ", "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n", "\r\n5;a=b\r\n", "0\r\n\r\n",
      "Retry-After: 999999999999999999999999\r\n", "Retry-After: 1e300\r\n", "Location: http://a.test/trains/2\r\n",
      "Link: <http://a.test/trains?page=2>; rel=next\r\n", "ETag: \"a\"\r\n", "X-Total-Count: -1\r\n",
      "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n", "429", "503", "304", "422", "302", "204", "100", "201", "409",
      "\"next_cursor\": \"a\"", "\"errors\": {\"company\": [\"is wrong\"]}", "\"id\": ",
    ], seed: seed
  ) { input, bound in
    let bytes = [UInt8](input)
    do { _ = try bound.check(input.count) { try response(of: bytes) } } catch is RESTFailure { return false }
    let store = Store(clock: Target.clock, notificationCenter: nil)
    guard let address = URL(string: "http://a.test/") else { return false }
    let client = RESTClient(address, store: store, transport: Replies(bytes: bytes))
    var successes = 0
    for call in calls {
      do {
        try Store.with(store) { try client.blocking(call) }
        successes += 1
      } catch let error as RESTError {
        _ = "\(error)"
      } catch let error where error is StoreError || error is CastError {}
    }
    try send(client)
    return successes > 0
  }

  private static let calls: [@Sendable (RESTClient) async throws -> Void] = [
    { try await $0.list(Train.self) }, { try await $0.get(Train.self, 1) }, { try await $0.create(Train()) },
    { try await read($0.pages(of: Train.self, by: .link())) },
    { try await read($0.pages(of: Train.self, by: .cursor(.member("meta.next_cursor")))) },
    { try await read($0.pages(of: Train.self, by: .number(size: 2, end: .total(.header("X-Total-Count"))))) },
    { try await read($0.pages(of: Train.self, by: .offset(size: 2, end: .shortPage))) },
    { client in
      guard let train = Train.first else { return }
      try await client.fetch(\.cars, of: train)
      try await client.delete(train)
    },
  ]

  /// Reads up to three pages.
  private static func read(_ pages: some AsyncSequence<RESTClient.Page<Train>, any Error>) async throws {
    var count = 0
    for try await _ in pages {
      count += 1
      if count == 3 { break }
    }
  }

  /// Sends an edit twice, so that the pause of the first time is kept.
  private static func send(_ client: RESTClient) throws {
    client.trackEdits(of: Train.self)
    try Store.with(client.store) { _ = try Train.create { $0.company = "edited" } }
    let outbox = RESTOutbox(client, makeKey: { "key" })
    try client.blocking { _ in for _ in 0..<2 { _ = try? await outbox.send() } }
    _ = client.store.table(RemoteEdit.self).records.all.map { "\($0)" }
  }

  private static func response(of bytes: [UInt8], bodyLimit: Int = 1 << 20) throws(RESTFailure) -> RESTResponse {
    var rest = bytes[...]
    var reader = HTTPReader(bodyLimit: bodyLimit) { buffer throws(RESTFailure) in
      let part = rest.prefix(buffer.count)
      buffer.copyBytes(from: part)
      rest = rest.dropFirst(part.count)
      return part.count
    }
    return try reader.readResponse()
  }

  /// Answers each request with the same bytes.
  private struct Replies: RESTTransport {
    let bytes: [UInt8]

    func send(_ request: RESTRequest, bodyLimit: Int) async throws -> RESTResponse {
      try response(of: bytes, bodyLimit: bodyLimit)
    }
  }

  private static func seed(using random: inout SplitMix64) -> Data {
    let train =
      #"{"id": 1, "company": "SBB", "max_speed": 125.5, "built": "1999-12-31T23:59:59Z", "cars": [{"id": 3, "seats": 80}]}"#
    let body = random.pick([
      train, "[\(train), \(train.replacing("\"id\": 1", with: "\"id\": 2"))]", "[]", "",
      "{\"trains\": [\(train)], \"meta\": {\"next_cursor\": \"b\"}}",
      #"{"errors": {"company": ["is wrong", "is taken"]}}"#,
    ])
    let status = random.pick([
      "200 OK", "201 Created", "422 Unprocessable Content", "503 Service Unavailable", "302 Found",
    ])
    let extra = random.pick([
      "", "Retry-After: 120\r\n", "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n", "ETag: W/\"a\"\r\n",
      "Link: <http://a.test/trains?page=2>; rel=\"next\", </last>; rel=last\r\nX-Total-Count: 4\r\n",
      "Location: /trains/2\r\n", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n",
    ])
    let framed =
      random.chance(50)
      ? "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
      : "Transfer-Encoding: chunked\r\n\r\n\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
    return Data("HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n\(extra)\(framed)".utf8)
  }
}

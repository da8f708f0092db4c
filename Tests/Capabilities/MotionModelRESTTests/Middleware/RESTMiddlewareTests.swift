import Foundation
import MotionModel
import MotionModelREST
import Testing

@Suite(.timeLimit(.patient)) struct RESTMiddlewareTests {
  @Test func `requests pass from the first to the last, responses from the last to the first`() async throws {
    let log = Log()
    let (client, _, transport) = RESTClient.scripted(
      [.on(.get, "/api/trains/1?a=1&b=2", json: #"{"id": 1}"#)], middleware: [Noting("a", log), Noting("b", log)])
    try await client.get(Train.self, 1)
    #expect(transport.isFinished && log.lines == ["a before", "b before", "b after", "a after"])
  }

  @Test func `headers and parameters are added, and what signs last has all of them`() async throws {
    let (client, _, transport) = RESTClient.scripted(
      [.on(.get, "/api/trains?company=A&key=x%26y", json: "[]")], headers: ["X-A": "old", "X-B": "b"],
      middleware: [
        .headers { ["x-a": "new"] }, .parameters { ["key": "x&y"] },
        .request { $0.headers["Signature"] = "\($0.url.query(percentEncoded: true) ?? "") \($0.headers["X-A"] ?? "")" },
      ])
    try await client.list(Train.self, where: ["company": "A"])
    let headers = transport.requests[0].headers
    #expect(["X-A", "X-B", "Signature"].map { headers[$0] } == ["new", "b", "company=A&key=x%26y new"])
  }

  @Test func `a response can be changed before it is read, and one can be given without a server`() async throws {
    let (client, store, transport) = RESTClient.scripted(
      [.on(.get, "/api/trains/1", status: 500, json: #"{"id": 1, "company": "A"}"#)],
      middleware: [.response { _, response in response.status = 200 }])
    #expect(try await client.get(Train.self, 1) == Train(id: 1, company: "A"))
    let other = RESTClient(
      client.address, store: store, transport: transport, middleware: [Fixed(RESTResponse(status: 404))],
      limits: .patient)
    let error = await #expect(throws: RESTError.self) { try await other.get(Train.self, 2) }
    #expect(error?.description == "GET /api/trains/2 failed, because the server answered with 404 Not Found.")
    #expect(transport.requests.count == 1)
  }

  @Test func `what a middleware throws is thrown by the call, and the store is as before`() async throws {
    struct Refused: Error {}
    let (client, store, transport) = RESTClient.scripted(
      [.on(.get, "/api/trains/1", json: #"{"id": 1}"#)], middleware: [.response { _, _ in throw Refused() }])
    await #expect(throws: Refused.self) { try await client.get(Train.self, 1) }
    #expect(store.commitCount == 0 && transport.isFinished)
    let early = RESTClient(
      client.address, store: store, transport: transport, middleware: [.request { _ in throw Refused() }],
      limits: .patient)
    await #expect(throws: Refused.self) { try await early.get(Train.self, 1) }
    #expect(transport.requests.count == 1)
  }

  @Test func `what a middleware adds does not go along to another origin`() async throws {
    let (client, _, transport) = RESTClient.scripted(
      [
        .on(.get, "/api/trains/1", status: 302, headers: ["Location": "https://other.org/b"]),
        .on(.get, "/b", json: #"{"id": 1}"#),
      ], middleware: [BearerToken("secret") { _ in "new" }])
    try await client.get(Train.self, 1)
    #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer secret", nil])
  }

  @Test func `a log has no query, no header and no body`() async throws {
    struct Secret: Error, CustomStringConvertible { let description = "secret" }
    let log = Log()
    let (client, _, _) = RESTClient.scripted(
      [
        .on(.post, "/api/trains?key=secret", status: 422, json: #"{"errors": {"company": ["secret"]}}"#),
        .init(.get, "/api/trains/2?key=secret", .failure(.timedOut)),
        .on(.get, "/api/trains/3?key=secret", json: #"{"id": 3}"#),
      ], headers: ["Authorization": "secret"],
      middleware: [
        .log { log.add($0.replacing(/\d+ ms/, with: "n ms")) },
        .response { _, response in if response.isSuccess { throw Secret() } },
      ])
    _ = try? await client.create(Train(company: "secret"), where: ["key": "secret"])
    _ = try? await client.get(Train.self, 2, where: ["key": "secret"])
    _ = try? await client.get(Train.self, 3, where: ["key": "secret"])
    #expect(
      log.lines == [
        "POST /api/trains: 422 Unprocessable Content, 35 bytes, n ms",
        "GET /api/trains/2: failed after n ms: GET /api/trains/2 failed, because the whole response did not arrive in time.",
        "GET /api/trains/3: failed after n ms: Secret",
      ])
  }
}

/// Lines, in the order in which they were added.
final class Log: Sendable {
  private let state = Locked<[String]>([])
  var lines: [String] { state.withLock { $0 } }
  func add(_ line: String) { state.withLock { $0.append(line) } }
}

/// Notes when it is passed, and adds a parameter.
private struct Noting: RESTMiddleware {
  let name: String
  let log: Log

  init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }

  func send(_ request: RESTRequest, next: Next) async throws -> RESTResponse {
    log.add("\(name) before")
    defer { log.add("\(name) after") }
    var request = request
    request.add([name: name == "a" ? 1 : 2])
    return try await next(request)
  }
}

/// Answers without a server.
private struct Fixed: RESTMiddleware {
  let response: RESTResponse
  init(_ response: RESTResponse) { self.response = response }
  func send(_ request: RESTRequest, next: Next) async throws -> RESTResponse { response }
}

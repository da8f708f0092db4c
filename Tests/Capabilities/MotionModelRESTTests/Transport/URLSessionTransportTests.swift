import Foundation
import MotionModel
import MotionModelLoopback
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import MotionModelREST

/// Against a real server, on sockets.
@Suite(.timeLimit(.patient)) struct URLSessionTransportTests {
  private func client(
    _ server: LoopbackServer, _ store: Store = Store(), headers: RESTHeaders = [:],
    _ change: (inout RESTLimits) -> Void = { _ in }
  ) -> RESTClient {
    server.client(store, headers: headers, change)
  }

  private static let train = #"{"id": 1, "company": "Alpine", "cars": [{"id": 10, "length": 20}]}"#

  @Test func `requests and answers are those that HTTP has`() async throws {
    let server = try LoopbackServer { request in
      switch request.method {
      case "DELETE": Reply(204)
      case "POST": Reply(201, #"{"id": 5, "company": "Ä"}"#)
      default: Reply(200, #"{"id": 5, "company": "B", "max_speed": 1.5}"#)
      }
    }
    let (store, before) = (Store(), ["application/json", "secret"])
    let client = client(server, store, headers: ["Authorization": "secret"])
    var train = try await client.create(Train(company: "Ä"))
    #expect(train == Train(id: 5, company: "Ä"))
    train.maxSpeed = 1.5
    train = try await client.update(train)
    #expect(try await client.get(Train.self, 5, where: ["q": "a b"]) == Train(id: 5, company: "B", maxSpeed: 1.5))
    try await client.delete(train)
    #expect(store.table(Train.self).isEmpty)
    let requests = server.requests
    #expect(
      requests.map { "\($0.method) \($0.target) \($0.text)" } == [
        #"POST /trains {"company": "Ä"}"#, #"PATCH /trains/5 {"max_speed": 1.5}"#, "GET /trains/5?q=a%20b ",
        "DELETE /trains/5 ",
      ])
    for request in requests {
      #expect([request.headers["accept"], request.headers["authorization"]] == before)
    }
    #expect(requests[0].headers["content-type"] == "application/json")
  }

  @Test func `a connection that is cut at any byte is a typed error, and the store is as before`()
    async throws
  {
    let reply = Reply(200, Self.train)
    let server = try LoopbackServer { request in
      reply.cut(at: request.target.split(separator: "=").last.flatMap { Int($0) } ?? 0)
    }
    for count in 0..<reply.count {
      let store = Store()
      var train = Train(id: 1, company: "Old")
      try store.table(Train.self).insert(&train)
      let error = await #expect(throws: RESTError.self, "cut at \(count)") {
        try await client(server, store).get(Train.self, 1, where: ["cut": .int(Int64(count))])
      }
      #expect(
        error?.mayHaveArrived == true && error?.isTemporary == true, "cut at \(count): \(String(describing: error))")
      #expect(Railway(store).trains == [train] && store.commitCount == 1, "cut at \(count)")
    }
  }

  @Test func `a response that comes one byte at a time is read whole, or not at all when its time is over`()
    async throws
  {
    let server = try LoopbackServer { _ in Reply(200, Self.train).slow(.milliseconds(1)) }
    #expect(try await client(server).get(Train.self, 1).company == "Alpine")
    let store = Store()
    // However late the time-out comes, the response takes longer.
    let slower = try LoopbackServer { _ in Reply(200, Self.train).slow(.seconds(60)) }
    let hasty = client(slower, store) { $0.time = .milliseconds(30) }
    let error = await #expect(throws: RESTError.self) { try await hasty.get(Train.self, 1) }
    #expect(error?.reason == .failure(.timedOut) && store.commitCount == 0)
  }

  @Test(arguments: [
    Reply(200, String(repeating: " ", count: 5000)),
    Reply(raw: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[").endless,
    Reply(raw: "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n[").endless,
  ])
  func `a body larger than the limit is given up`(_ reply: Reply) async throws {
    let server = try LoopbackServer { _ in reply }
    let error = await #expect(throws: RESTError.self) {
      try await client(server) { $0.bodySize = 4096 }.list(Train.self)
    }
    #expect(error?.reason == .failure(.bodyTooLarge))
  }

  @Test func `a body as large as the limit is read`() async throws {
    let body = "[]" + String(repeating: " ", count: 4094)
    let server = try LoopbackServer { _ in Reply(200, body) }
    #expect(try await client(server) { $0.bodySize = 4096 }.list(Train.self) == [])
  }

  @Test func `pages of errors, empty responses and other shapes are typed errors`() async throws {
    let cases: [(Reply, Int, RESTError.Reason)] = [
      (Reply(500, "<html>Oops</html>", headers: ["Content-Type": "text/html"]), 500, .status),
      (Reply(404), 404, .status),
      (Reply(204), 204, .noBody(model: "Train")), (Reply(200), 200, .noBody(model: "Train")),
      (Reply(200, "[]"), 200, .unexpected(path: "the body", CastError(expected: "an object", found: "an array"))),
      (Reply(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""]), 401, .status), (Reply(304), 304, .status),
    ]
    for (reply, status, reason) in cases {
      let server = try LoopbackServer { _ in reply }
      let store = Store()
      let error = await #expect(throws: RESTError.self) { try await client(server, store).get(Train.self, 1) }
      #expect(error?.status == status && error?.reason == reason)
      #expect(store.commitCount == 0)
    }
  }

  @Test func `what is not HTTP, and a port where nobody listens, are typed errors`() async throws {
    let server = try LoopbackServer { _ in Reply(raw: "SSH-2.0-OpenSSH_9\r\n") }
    let error = await #expect(throws: RESTError.self) { try await client(server).get(Train.self, 1) }
    guard case .failure? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    let nobody = try LoopbackServer { _ in Reply() }
    nobody.stop()
    let refused = await #expect(throws: RESTError.self) { try await client(nobody).get(Train.self, 1) }
    #expect(refused?.reason == .failure(.cannotConnect) && refused?.mayHaveArrived == false)
  }

  @Test func `redirects are followed by the client, and credentials stay with their origin`() async throws {
    let other = try LoopbackServer { _ in Reply(200, Self.train) }
    let address = other.address.absoluteString
    let server = try LoopbackServer { request in
      switch request.target {
      case "/trains/1": Reply(302, headers: ["Location": "/moved"])
      case "/moved": Reply(307, headers: ["Location": address + "/else"])
      default: Reply(308, headers: ["Location": request.target])
      }
    }
    let client = client(server, headers: ["Authorization": "secret"])
    #expect(try await client.get(Train.self, 1).company == "Alpine")
    #expect(server.requests.map { $0.headers["authorization"] } == ["secret", "secret"])
    #expect(other.requests.map(\.target) == ["/else"])
    #expect(other.requests[0].headers["authorization"] == nil)
    let circle = await #expect(throws: RESTError.self) { try await client.get(Train.self, 2) }
    #expect(circle?.reason == .redirect(.tooMany))
  }

  @Test func `no more requests to a host are under way than the limit, with redirects in between`() async throws {
    let counter = UnderWay()
    let server = try LoopbackServer { request in
      counter.enter()
      defer { counter.leave() }
      usleep(2000)
      if request.target.hasPrefix("/trains") { return Reply(302, headers: ["Location": "/x" + request.target]) }
      return Reply(200, #"{"id": \#(request.target.split(separator: "/").last ?? "")}"#)
    }
    let store = Store()
    let client = client(server, store) { $0.requestsPerHost = 4 }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in 1...40 { group.addTask { try await client.get(Train.self, id) } }
      try await group.waitForAll()
    }
    #expect(store.table(Train.self).count == 40)
    #expect(counter.most <= 4)
  }

  @Test(.timeLimit(.patient)) func `a call that is cancelled ends before its response does`() async throws {
    // The response would take hours.
    let server = try LoopbackServer { _ in Reply(200, Self.train).slow(.seconds(60)) }
    let client = client(server)
    let call = Task { try await client.get(Train.self, 1) }
    try await Task.sleep(for: .milliseconds(50))
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
  }
}

/// By `URLSession` itself, also where the default transport uses sockets.
@Suite(.timeLimit(.patient)) struct ConfiguredTransportTests {
  @Test func `a configuration of one's own is used for all requests, and its errors are typed`() async throws {
    let reply = Reply(200, #"{"id": 1, "company": "Ä"}"#)
    let server = try LoopbackServer { request in
      request.target.contains("cut") ? reply.cut(at: reply.count - 3) : reply
    }
    defer { server.stop() }
    let client = server.client(transport: URLSessionTransport(.ephemeral))
    #expect(try await client.get(Train.self, 1).company == "Ä")
    #expect(try await client.update(Train(id: 1, company: "B")).company == "Ä")
    let error = await #expect(throws: RESTError.self) { try await client.get(Train.self, 1, where: ["cut": 1]) }
    #expect(error?.mayHaveArrived == true)
    let big = await #expect(throws: RESTError.self) {
      try await server.client(transport: URLSessionTransport(.ephemeral)) { $0.bodySize = 5 }.get(Train.self, 1)
    }
    #expect(big?.reason == .failure(.bodyTooLarge))
  }
}

/// Counts the requests that are under way.
private final class UnderWay: Sendable {
  private let counts = Locked((now: 0, most: 0))

  var most: Int { counts.withLock { $0.most } }

  func enter() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
  func leave() { counts.withLock { $0.now -= 1 } }
}

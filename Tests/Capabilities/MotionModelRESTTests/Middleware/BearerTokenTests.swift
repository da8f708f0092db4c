import Foundation
import MotionModel
import Testing

@testable import MotionModelREST

@Suite(.timeLimit(.patient)) struct BearerTokenTests {
  /// A client of a server that accepts the tokens from `first` on.
  private func client(_ server: TokenServer, _ token: BearerToken) throws -> RESTClient {
    let address = URL.example()
    return RESTClient(address, store: Store(), transport: server, middleware: [token], limits: .patient)
  }

  @Test func `many calls that are refused get one new token, and are sent again`() async throws {
    let server = TokenServer(accepts: "2")
    let refreshes = Log()
    let token = BearerToken("1") { refused in
      refreshes.add("\(refused ?? "none")")
      try await Task.sleep(for: .milliseconds(20))
      return "2"
    }
    let client = try client(server, token)
    try await withThrowingTaskGroup { group in
      for _ in 1...50 { group.addTask { _ = try await client.get(Train.self, 1) } }
      try await group.waitForAll()
    }
    #expect(refreshes.lines == ["1"] && token.token == "2")
    #expect(server.refused <= 50 && server.accepted == 50)
  }

  @Test func `a token is got before the first request, and again once it is set to nil`() async throws {
    let server = TokenServer(accepts: "x")
    let refreshes = Log()
    let token = BearerToken(scheme: "Token") { refused in
      refreshes.add("\(refused ?? "none")")
      return "x"
    }
    server.scheme = "Token"
    let client = try client(server, token)
    for _ in 1...2 { try await client.get(Train.self, 1) }
    token.token = nil
    try await client.get(Train.self, 1)
    #expect(refreshes.lines == ["none", "none"] && server.refused == 0)
  }

  @Test func `a new token that is refused too is not replaced again`() async throws {
    let server = TokenServer(accepts: "never")
    let refreshes = Log()
    let client = try client(
      server,
      BearerToken("1") {
        refreshes.add($0 ?? ""); return "2"
      })
    let error = await #expect(throws: RESTError.self) { try await client.get(Train.self, 1) }
    #expect(error?.status == 401 && server.refused == 2 && refreshes.lines == ["1"])
  }

  @Test func `a refresh that fails fails all that wait, and the next call tries again`() async throws {
    struct Offline: Error {}
    let server = TokenServer(accepts: "2")
    let refreshes = Log()
    let itself = Locked<BearerToken?>(nil)
    let token = BearerToken("1") { refused in
      refreshes.add("")
      if refreshes.lines.count > 1 { return "2" }
      // A call that comes later than the failure would try again, and get a token.
      let flight = try #require(itself.withLock { $0 }).flight
      while await flight.waitingCount < 5 { try await Task.sleep(for: .milliseconds(1)) }
      throw Offline()
    }
    itself.withLock { $0 = token }
    let client = try client(server, token)
    let calls = (1...5).map { _ in Task { try await client.get(Train.self, 1) } }
    for call in calls { await #expect(throws: Offline.self) { try await call.value } }
    try await client.get(Train.self, 1)
    #expect(refreshes.lines.count == 2)
  }

  @Test func `a call that is cancelled while it waits ends at once, and the others get the token`() async throws {
    let server = TokenServer(accepts: "2")
    let (opening, gate) = AsyncStream<Void>.makeStream()
    let client = try client(
      server,
      BearerToken("1") { _ in
        for await _ in opening { break }
        return "2"
      })
    let (cancelled, other) = (
      Task { try await client.get(Train.self, 1) }, Task { try await client.get(Train.self, 1) }
    )
    while server.refused < 2 { try await Task.sleep(for: .milliseconds(1)) }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    gate.yield()
    #expect(try await other.value.id == 1)
  }

  @Test func `the function that gets a token may use the same client`() async throws {
    let server = TokenServer(accepts: "2")
    let itself = Locked<RESTClient?>(nil)
    let client = try client(
      server,
      BearerToken("1") { _ in
        // It is refused without a token, and waits for no other.
        let client = try #require(itself.withLock { $0 })
        let error = await #expect(throws: RESTError.self) { try await client.get(Train.self, 2) }
        #expect(error?.request?.headers["Authorization"] == nil)
        return "2"
      })
    itself.withLock { $0 = client }
    #expect(try await client.get(Train.self, 1).id == 1)
    #expect(server.refused == 2)
  }
}

/// A server that accepts one token.
private final class TokenServer: RESTTransport {
  private let expected: String
  private let state = Locked((scheme: "Bearer", accepted: 0, refused: 0))

  init(accepts token: String) { expected = token }

  var scheme: String {
    get { state.withLock { $0.scheme } }
    set { state.withLock { $0.scheme = newValue } }
  }
  var accepted: Int { state.withLock { $0.accepted } }
  var refused: Int { state.withLock { $0.refused } }

  func send(_ request: RESTRequest, bodyLimit: Int) async throws -> RESTResponse {
    let isAccepted = state.withLock { state in
      let isAccepted = request.headers["Authorization"] == "\(state.scheme) \(expected)"
      if isAccepted { state.accepted += 1 } else { state.refused += 1 }
      return isAccepted
    }
    return isAccepted ? RESTResponse(status: 200, body: Data(#"{"id": 1}"#.utf8)) : RESTResponse(status: 401)
  }
}

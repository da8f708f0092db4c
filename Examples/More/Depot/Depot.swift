import Foundation
import MotionModel
import MotionModelLoopback
import MotionModelREST

/// Records that a server keeps too, against a small server of the program's own at the loopback address:
///
///     swift run Depot
///
/// Each line of code is printed with the requests that the server saw of it, and with its result.
@main
struct Depot {
  let office: TrainOffice
  let address: URL
  let screen: Screen
  let cable = Cable()
  let statuses = Statuses()

  static func main() async {
    do {
      try await Depot().run()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private init() throws {
    let office = TrainOffice()
    let listener = try Listener()
    listener.serve { connection in
      guard let request = try? connection.readRequest() else { return }
      // What is sent is short, so that a task can send it. Without an answer, the connection ends.
      Task { if let reply = await office.answer(request) { connection.send(reply.bytes()) } }
    }
    guard let address = URL(string: "http://127.0.0.1:\(listener.port)") else { throw CocoaError(.formatting) }
    (self.office, self.address, screen) = (office, address, Screen(office: office))
  }

  private func run() async throws {
    let client = client(of: Store(clock: Self.clock))
    try await declare(client)
    try await ask(client)
    try await list(client)
    try await write(client)
    try await meetRefusals(client)
    try await refreshToken()
    try await edit(client)
    try await meetConflicts(client)
    try await loseResponses(client)
    try await workOffline(client)
  }

  /// The time of the stores, at which nothing is due by itself, so that the output is the same each time.
  static let clock: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_795_564_800) }

  /// Makes a client of the server.
  ///
  /// - Parameter limit: How many requests are under way at a time; one, so that the output is the same each time.
  func client(of store: Store, atATime limit: Int = 1) -> RESTClient {
    let limits = RESTLimits(requestsPerHost: limit, allowsPlainHTTP: true)
    return RESTClient(
      address, store: store, transport: cable,
      middleware: [
        BearerToken { [address, limits] _ in try await Self.signIn(address, limits) },
        .response { [statuses] _, response in statuses.add(response.status) },
      ],
      format: RESTFormat(idempotencyHeader: "Idempotency-Key"), limits: limits)
  }

  /// Gets a token.
  private static func signIn(_ address: URL, _ limits: RESTLimits) async throws -> String {
    struct Session: Decodable { let token: String }
    let client = RESTClient(address, store: Store(), limits: limits)
    let response = try await client.send(RESTRequest(.post, address.appending(path: "session")))
    return try JSONDecoder().decode(Session.self, from: response.body).token
  }
}

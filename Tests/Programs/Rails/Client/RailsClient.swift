import Foundation
import MotionModel
import MotionModelREST

/// Uses a Rails app as programs do, and checks what comes of it; see Scripts/Support/test-rails.sh, which starts the
/// app:
///
///     MotionModelRails http://127.0.0.1:3000 [--keys]
///
/// - `--keys`: The app honours idempotency keys.
@main
struct RailsClient {
  let address: URL
  let honoursKeys: Bool
  let wire = Wire()
  let checks = Checks()

  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let address = arguments.first.flatMap({ URL(string: $0) }) else {
      FileHandle.standardError.write(Data("The address of the Rails app is missing.\n".utf8))
      exit(64)
    }
    let client = RailsClient(address: address, honoursKeys: arguments.contains("--keys"))
    await client.run()
    print("\n\(client.checks.count) checks, \(client.checks.failures) failed.")
    exit(client.checks.failures == 0 ? 0 : 1)
  }

  private func run() async {
    await checkRecords()
    await checkRelations()
    await checkLists()
    await checkErrors()
    await checkForms()
    await checkTokens()
    await checkConflicts()
    await checkOffline()
    await checkLostResponses()
    await checkTwoClients()
  }

  // MARK: - Clients

  /// Makes a client with a store of its own.
  ///
  /// - Parameter atATime: How many requests are under way at a time.
  func client(
    _ store: Store = Store(), wire: Wire? = nil, format: RESTFormat = RESTFormat(), limits: RESTLimits? = nil,
    atATime: Int = 6
  ) -> RESTClient {
    var (limits, format) = (limits ?? self.limits(), format)
    limits.requestsPerHost = atATime
    format.idempotencyHeader = honoursKeys ? "Idempotency-Key" : nil
    let token = BearerToken { [address, limits] _ in try await Self.signIn(address, limits) }
    return RESTClient(
      address, store: store, transport: wire ?? self.wire, middleware: [token], format: format, limits: limits)
  }

  /// Limits that allow the app's address.
  func limits() -> RESTLimits {
    var limits = RESTLimits()
    limits.allowsPlainHTTP = true
    return limits
  }

  /// Makes a client that tracks edits of all that can be in conflict.
  func tracking(
    _ store: Store = Store(), _ policy: RemoteConflict.Policy = .ask, wire: Wire? = nil, atATime: Int = 6
  ) -> RESTClient {
    let client = client(store, wire: wire, atATime: atATime)
    client.trackEdits(of: Artist.self, policy)
    client.trackEdits(of: Customer.self, policy)
    client.trackEdits(of: Invoice.self, policy)
    client.trackEdits(of: InvoiceLine.self, policy)
    return client
  }

  private static func signIn(_ address: URL, _ limits: RESTLimits) async throws -> String {
    struct Session: Decodable { let token: String }
    let request = RESTRequest(
      .post, address.appending(path: "session"), headers: ["Content-Type": "application/json"],
      body: Data(#"{"password": "let me in"}"#.utf8))
    let response = try await RESTClient(address, store: Store(), limits: limits).send(request)
    return try JSONDecoder().decode(Session.self, from: response.body).token
  }

  /// Returns a text that no other record has.
  static func unique(_ text: String) -> String { "\(text) \(UUID().uuidString.prefix(8))" }

  /// Returns a new customer that Rails accepts.
  static func customer(_ lastName: String = "Tremblay") -> Customer {
    Customer(lastName: lastName, email: "f@example.org", token: UUID().uuidString)
  }
}

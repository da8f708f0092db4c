import Foundation
import MotionModel
import MotionModelREST

/// A small server of the tests that keeps records as Rails does, behind a transport in memory or behind sockets.
///
/// Records of each resource have ids of the server's own, and a lock version.
final class RecordServer: RESTTransport {
  typealias Members = [String: AttributeValue]

  /// What the server can do, and what goes wrong.
  struct Manners: Sendable {
    var honoursKeys = false
    /// The last id that was given before. With 0, the ids given here and there are often equal by chance.
    var lastID = 100
    /// Whether a record is refused whose token another has.
    var hasUniqueTokens = false
    /// Decides for each request: whether it is done, and what is answered. By default, it is done and answered.
    var fault: @Sendable (RESTRequest, Int) -> Fault? = { _, _ in nil }
  }

  enum Fault: Sendable {
    /// Nothing arrives.
    case unreachable
    /// The request is done, and its response is lost.
    case lostResponse
    /// Nothing is done, and this is answered.
    case answer(RESTResponse)
  }

  struct Accepted: Sendable {
    let record: String
    /// Nil for the deletion of the record.
    var column: String?
    var value = AttributeValue.null
    /// The header `Client` of the request.
    let client: String?
  }

  struct State: Sendable {
    var records: [String: [Int: Members]] = [:]
    var nextID = 100
    var keys: [String: RESTResponse] = [:]
    var log: [String] = []
    /// Each accepted change of a column, and each deletion, in order.
    var accepted: [Accepted] = []
  }

  let manners: Manners
  private let state: Locked<State>

  init(_ manners: Manners = Manners(), _ records: [String: [Int: Members]] = [:]) {
    self.manners = manners
    state = Locked(State(records: records, nextID: manners.lastID))
  }

  var now: State { state.withLock { $0 } }
  /// The requests that were done, as method and path.
  var log: [String] { now.log }
  func records(_ resource: String) -> [Int: Members] { now.records[resource] ?? [:] }
  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  func send(_ request: RESTRequest, bodyLimit: Int) async throws -> RESTResponse {
    await Task.yield()
    return try state.withLock { state -> Result<RESTResponse, RESTFailure> in
      switch manners.fault(request, state.log.count) {
      case .unreachable: return .failure(.cannotConnect)
      case .answer(let response): return .success(response)
      case .lostResponse:
        _ = answer(request, &state)
        return .failure(.connectionLost)
      case nil: return .success(answer(request, &state))
      }
    }.get()
  }

  /// Answers a request that arrived whole.
  func answer(_ request: RESTRequest) -> RESTResponse { state.withLock { answer(request, &$0) } }

  private func answer(_ request: RESTRequest, _ state: inout State) -> RESTResponse {
    let key = manners.honoursKeys ? request.headers["Idempotency-Key"] : nil
    if let key, let known = state.keys[key] { return known }
    let parts = request.url.path().split(separator: "/").map(String.init)
    guard let resource = parts.first else { return RESTResponse(status: 404) }
    state.log.append("\(request.method.rawValue) /\(parts.joined(separator: "/"))")
    let members = request.body.flatMap { try? JSONDecoder().decode(AttributeValue.self, from: $0) }
    var body: Members = [:]
    if case .dictionary(let sent)? = members { body = sent }
    let response =
      parts.count > 1
      ? one(request, resource, Int(parts[1]) ?? 0, body, &state)
      : all(request, resource, body, &state)
    if let key { state.keys[key] = response }
    return response
  }

  private func all(_ request: RESTRequest, _ resource: String, _ body: Members, _ state: inout State) -> RESTResponse {
    guard request.method == .post else {
      let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
      let found = (state.records[resource] ?? [:]).sorted { $0.key < $1.key }.map(\.value).filter { record in
        items.allSatisfy { item in record[item.name].map { "\($0)" } == item.value }
      }
      return Self.json(200, .array(found.map { .dictionary($0) }))
    }
    let tokens = (state.records[resource] ?? [:]).values.compactMap { $0["token"] }
    if manners.hasUniqueTokens, let token = body["token"], tokens.contains(token) {
      return Self.json(422, ["token": ["is taken"]])
    }
    state.nextID += 1
    var record = body
    (record["id"], record["lock_version"]) = (.int(Int64(state.nextID)), .int(0))
    state.records[resource, default: [:]][state.nextID] = record
    accept(body, "\(resource)/\(state.nextID)", request, &state)
    return Self.json(201, .dictionary(record))
  }

  private func one(
    _ request: RESTRequest, _ resource: String, _ id: Int, _ body: Members, _ state: inout State
  ) -> RESTResponse {
    guard var record = state.records[resource]?[id] else { return Self.json(404, ["error": "Not Found"]) }
    switch request.method {
    case .get: return Self.json(200, .dictionary(record))
    case .delete:
      let known = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems?.first?.value
      if let known, "\(record["lock_version"] ?? .null)" != known { return Self.json(409, [:]) }
      state.accepted.append(Accepted(record: "\(resource)/\(id)", client: request.headers["Client"]))
      state.records[resource]?[id] = nil
      return RESTResponse(status: 204)
    default:
      if let version = body["lock_version"], version != record["lock_version"] { return Self.json(409, [:]) }
      record.merge(body) { $1 }
      if case .int(let version)? = record["lock_version"] { record["lock_version"] = .int(version + 1) }
      state.records[resource]?[id] = record
      accept(body, "\(resource)/\(id)", request, &state)
      return Self.json(200, .dictionary(record))
    }
  }

  private func accept(_ body: Members, _ record: String, _ request: RESTRequest, _ state: inout State) {
    for (column, value) in body where column != "lock_version" {
      state.accepted.append(Accepted(record: record, column: column, value: value, client: request.headers["Client"]))
    }
  }

  static func json(_ status: Int, _ value: AttributeValue) -> RESTResponse {
    RESTResponse(status: status, body: (try? JSONEncoder().encode(value)) ?? Data())
  }
}

extension RESTClient {
  /// A client of a server in memory, with a store of its own, that tracks trains and cars.
  static func tracking(
    _ server: some RESTTransport, _ store: Store = Store(), _ policy: RemoteConflict.Policy = .ask,
    format: RESTFormat = RESTFormat()
  ) -> RESTClient {
    let client = RESTClient(.example(), store: store, transport: server, format: format, limits: .patient)
    client.trackEdits(of: Train.self, policy)
    client.trackEdits(of: Car.self, policy)
    return client
  }
}

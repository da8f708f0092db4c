public import Foundation
public import MotionModel

/// Asks a server for records, and keeps those of a store in step with the responses.
///
/// ```swift
/// let client = RESTClient(address, store: store)
///
/// let train = try await client.get(Train.self, 1)                       // GET /api/trains/1
/// let fast = try await client.list(Train.self, where: ["min_speed": 200])
/// let new = try await client.create(Train(company: "Alpine"))           // POST /api/trains
/// ```
///
/// Each response is one changeset: all its records, embedded ones included, are stored together or not at all, and
/// observers of the store see them in one commit. What a response does not say of a record stays as it is stored. Hooks
/// around saving do not run, and nothing is validated, because the server has decided already; unique columns, required
/// parents and commit checks apply.
///
/// Any thread may use a client, and programs may have several.
///
/// ## Topics
/// ### Creating
/// - ``init(_:store:transport:middleware:format:limits:headers:)``
/// ### Reading
/// - ``get(_:_:where:)``
/// - ``list(_:where:replacing:)``
/// - ``pages(of:where:by:replacing:)``
/// - ``reload(_:where:)``
/// ### Writing
/// - ``create(_:where:)``
/// - ``update(_:from:where:)``
/// - ``delete(_:where:)``
/// ### Edits
/// - ``trackEdits(of:_:)``
/// - ``edit(of:)``
/// - ``serverVersion(of:)``
/// - ``push(_:)``
/// - ``revertEdits(of:)``
/// - ``openConflicts(of:)``
/// - ``resolve(_:of:_:)``
/// ### Without waiting asynchronously
/// - ``blocking(_:)``
/// - ``start(on:_:completion:)``
/// ### Requests of your own
/// - ``send(_:)``
public final class RESTClient: Sendable {
  /// The address below which the resources are.
  public let address: URL
  /// The store that has the records.
  public let store: Store
  /// The conventions of the server.
  public let format: RESTFormat
  /// What is accepted at most.
  package let limits: RESTLimits
  /// The headers of each request.
  public let headers: RESTHeaders

  let transport: any RESTTransport
  let resources: Resources
  private let middleware: [any RESTMiddleware]
  private let gate: RequestGate

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - address: The address below which the resources are, with or without a slash at its end.
  ///   - store: The store that has the records.
  ///   - transport: What carries the requests.
  ///   - middleware: What sees each request and each response, from the outermost to the innermost.
  ///   - format: The conventions of the server.
  ///   - limits: What is accepted at most.
  ///   - headers: The headers of each request, besides `Accept` and `Content-Type`. A redirect to another origin takes
  ///   only those along
  ///     that cannot be credentials.
  public init(
    _ address: URL, store: Store, transport: any RESTTransport = URLSessionTransport(),
    middleware: [any RESTMiddleware] = [], format: RESTFormat = RESTFormat(), limits: RESTLimits = RESTLimits(),
    headers: RESTHeaders = [:]
  ) {
    (self.address, self.store, self.transport, self.format) = (address, store, transport, format)
    (self.middleware, self.limits, self.headers) = (middleware, limits, headers)
    (gate, resources) = (RequestGate(limit: limits.requestsPerHost), Resources(format))
  }

  // MARK: - Sending

  /// Sends a request by the client's middleware, follows redirects, and returns the response. It stores nothing.
  ///
  /// It has the client's limits, and none of its headers.
  ///
  /// - Throws: ``RESTError`` if there is no response, or one whose status is not 200 to 299; `CancellationError` if the
  ///   task is cancelled; what a middleware throws.
  public func send(_ request: RESTRequest) async throws -> RESTResponse {
    try await response(to: request).success(of: request)
  }

  /// Sends a request like ``send(_:)``.
  ///
  /// - Parameter isElsewhere: Whether it goes to an origin, or comes from one, that must not get the client's
  ///   credentials. Middleware sees such a request, and what it adds is not sent.
  func send(_ request: RESTRequest, isElsewhere: Bool) async throws -> RESTResponse {
    let first = isElsewhere ? Redirect.elsewhere(request) : request
    return try await response(to: first, isElsewhere: isElsewhere).success(of: first)
  }

  /// Sends a request by the client's middleware, follows redirects, and returns the response, whatever its status.
  func response(to first: RESTRequest, isElsewhere: Bool = false) async throws -> RESTResponse {
    let send = MiddlewareChain.around(
      { request in try await self.followed(isElsewhere ? first : request) }, middleware)
    return try await send(first)
  }

  /// Sends a request, and the requests that its responses redirect to.
  ///
  /// - Returns: The last response, with its request.
  private func followed(_ first: RESTRequest) async throws -> RESTResponse {
    var (request, count, deadline) = (first, 0, ContinuousClock.Instant?.none)
    while true {
      guard let origin = Origin(request.url) else { throw RESTError(.invalidAddress, request) }
      if !origin.isSecure && !limits.allowsPlainHTTP { throw RESTError(.insecure, request) }
      if let name = request.headers.firstUnsendable { throw RESTError(.invalidHeader(name: name), request) }
      // The place of the one before is given back first: two that each wait for the other's host would wait for ever.
      var response = try await admitted(request, to: origin, &deadline)
      response.request = request
      do throws(RESTError.Redirect) {
        let next = try Redirect.next(after: request, response, allowsPlainHTTP: limits.allowsPlainHTTP)
        guard let next else { return response }
        count += 1
        if count > limits.redirects { throw .tooMany }
        request = next
      } catch {
        throw RESTError(.redirect(error), request, response)
      }
    }
  }

  /// Sends one request when its host has a free place. The time begins with the first one.
  private func admitted(
    _ request: RESTRequest, to origin: Origin, _ deadline: inout ContinuousClock.Instant?
  ) async throws -> RESTResponse {
    try await gate.inTurn(origin.host) {
      let end = deadline ?? .now + limits.time
      deadline = end
      return try await timed(request, until: end)
    }
  }

  private func timed(_ request: RESTRequest, until deadline: ContinuousClock.Instant) async throws -> RESTResponse {
    do {
      return try await Deadline.run(until: deadline) { [transport, limits] in
        try await transport.send(request, bodyLimit: limits.bodySize)
      }
    } catch {
      if Task.isCancelled { throw CancellationError() }
      throw RESTError(.failure(error as? RESTFailure ?? .connectionLost), request)
    }
  }
}

extension RESTResponse {
  /// Returns this response to a request, and throws if its status says that it has not succeeded.
  func success(of request: RESTRequest) throws(RESTError) -> RESTResponse {
    guard isSuccess else { throw RESTError(.status, self.request ?? request, self) }
    return self
  }
}

/// A time by which something has to be done.
enum Deadline {
  /// Runs `body`, and cancels it when the time is over.
  ///
  /// - Throws: ``RESTFailure/timedOut`` if the time was over first.
  static func run<Result: Sendable>(
    until deadline: ContinuousClock.Instant, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(until: deadline, clock: .continuous)
        throw RESTFailure.timedOut
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw RESTFailure.timedOut }
      return first
    }
  }
}

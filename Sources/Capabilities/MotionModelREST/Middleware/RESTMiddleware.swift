/// What stands between a client and its transport: it sees each request before it is sent and each response before it
/// is read, and may change, repeat or refuse either.
///
/// ```swift
/// let client = RESTClient(
///   address, store: store,
///   middleware: [
///     .log { print($0) },
///     BearerToken { _ in try await signIn() },
///     .request { request in request.headers["X-Signature"] = try sign(request) },
///   ])
/// ```
///
/// The first of the list is the outermost: requests pass from the first to the last, responses from the last to the
/// first. What signs a request therefore stands last, where the request has all that is sent.
///
/// A middleware is passed each request once, before redirects are followed. What it adds goes along with a redirect by
/// the same rules as the client's own headers, so that no credential reaches another origin.
///
/// ## Topics
/// ### Of your own
/// - ``send(_:next:)``
/// ### Of functions
/// - ``request(_:)``
/// - ``response(_:)``
/// ### Ready to use
/// - ``headers(_:)``
/// - ``parameters(_:)``
/// - ``log(_:)``
/// - ``BearerToken``
public protocol RESTMiddleware: Sendable {
  /// Sends a request by passing it to `next`, and returns the response.
  ///
  /// It may pass another request, pass it several times, or not at all and return a response of its own. What it throws
  /// is thrown by the client's call, and the store is as before.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - next: Sends a request by the middleware behind this one and the transport, and returns the response whatever
  ///     its status. It throws ``RESTError`` if there is none. The time of `RESTLimits(time:)` begins again with each
  ///     call.
  func send(_ request: RESTRequest, next: Next) async throws -> RESTResponse

  /// Sends a request by what stands behind a middleware.
  typealias Next = @Sendable (RESTRequest) async throws -> RESTResponse
}

/// A middleware made of a function, for what needs no type of its own.
public struct FunctionMiddleware: RESTMiddleware {
  let function: @Sendable (RESTRequest, Next) async throws -> RESTResponse

  /// Sends a request as the function does.
  public func send(_ request: RESTRequest, next: Next) async throws -> RESTResponse {
    try await function(request, next)
  }
}

extension RESTMiddleware where Self == FunctionMiddleware {
  /// Changes or refuses each request before it is sent.
  ///
  /// ```swift
  /// .request { request in request.headers["X-Signature"] = try sign(request) }
  /// ```
  public static func request(_ change: @escaping @Sendable (inout RESTRequest) async throws -> Void) -> Self {
    FunctionMiddleware { request, next in
      var request = request
      try await change(&request)
      return try await next(request)
    }
  }

  /// Looks at each response, and changes or refuses it, whatever its status.
  ///
  /// ```swift
  /// .response { _, response in remaining.set(response.headers["X-RateLimit-Remaining"]) }
  /// ```
  ///
  /// - Parameter change: It gets the request as it was sent, and the response.
  public static func response(
    _ change: @escaping @Sendable (RESTRequest, inout RESTResponse) async throws -> Void
  ) -> Self {
    FunctionMiddleware { request, next in
      var response = try await next(request)
      try await change(request, &response)
      return response
    }
  }

  /// Sets headers of each request, in place of those with the same names.
  ///
  /// - Parameter headers: Returns the headers. It is called for each request.
  public static func headers(_ headers: @escaping @Sendable () async throws -> RESTHeaders) -> Self {
    request { request in
      for header in try await headers().all { request.headers[header.name] = header.value }
    }
  }

  /// Adds parameters to the address of each request, behind those that it has.
  ///
  /// - Parameter query: Returns the parameters. It is called for each request.
  public static func parameters(_ query: @escaping @Sendable () async throws -> RESTQuery) -> Self {
    request { request in request.add(try await query()) }
  }
}

/// A middleware around what carries requests.
enum MiddlewareChain {
  /// Returns what sends a request by a list of middleware, the first of which is the outermost.
  static func around(
    _ inner: @escaping RESTMiddleware.Next, _ middleware: [any RESTMiddleware]
  ) -> RESTMiddleware.Next {
    middleware.reversed().reduce(inner) { next, middleware in
      { request in try await middleware.send(request, next: next) }
    }
  }
}

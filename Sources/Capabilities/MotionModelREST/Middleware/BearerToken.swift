import MotionModel

/// A middleware that sends a token with each request, and gets a new one when the server refuses it.
///
/// ```swift
/// let token = BearerToken { old in
///   try await signIn()   // or a request to the server that exchanges a refresh token
/// }
/// ```
///
/// When the server answers with 401, the new token is fetched once for all requests that wait for it, and each of them
/// is sent again once. If that is refused too, the response is returned as it is. A request that was refused with a
/// token that has been replaced since is sent again with the new one, without another refresh.
///
/// The function that gets a token may use the same client: its own requests pass without a token. If it throws, all
/// requests that wait fail with its error, and the next request tries again.
public final class BearerToken: RESTMiddleware {
  let header: String
  private let scheme: String
  private let refresh: @Sendable (String?) async throws -> String
  private let current: Locked<String?>
  let flight = SingleFlight<String>()

  /// The middleware whose refresh runs in the current task.
  @TaskLocal private static var refreshing: ObjectIdentifier?

  /// Creates a middleware.
  ///
  /// - Parameters:
  ///   - token: The token to begin with; nil to get one before the first request.
  ///   - header: The header that has the token.
  ///   - scheme: The word before the token: `Bearer`, or Rails' `Token`; empty for none.
  ///   - refresh: Returns a new token. Its argument is the refused token; nil if there was none.
  public init(
    _ token: String? = nil, header: String = "Authorization", scheme: String = "Bearer",
    refresh: @escaping @Sendable (_ refused: String?) async throws -> String
  ) {
    current = Locked(token)
    (self.header, self.scheme, self.refresh) = (header, scheme, refresh)
  }

  /// The token that is sent; setting it to nil gets a new one before the next request.
  public var token: String? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Sends a request with the token, and if it is refused, again with a new one.
  public func send(_ request: RESTRequest, next: Next) async throws -> RESTResponse {
    if Self.refreshing == ObjectIdentifier(self) { return try await next(request) }
    let used = if let token { token } else { try await refreshed(after: nil) }
    let response = try await next(authorized(request, used))
    guard response.status == 401 else { return response }
    return try await next(authorized(request, try await refreshed(after: used)))
  }

  private func authorized(_ request: RESTRequest, _ token: String) -> RESTRequest {
    var request = request
    request.headers[header] = scheme.isEmpty ? token : "\(scheme) \(token)"
    return request
  }

  /// Returns a token other than the one that was refused.
  private func refreshed(after refused: String?) async throws -> String {
    try await flight.run { [self] in
      // Another request may have got one since this one was refused.
      if let token, token != refused { return token }
      let new = try await Self.$refreshing.withValue(ObjectIdentifier(self)) { try await refresh(refused) }
      token = new
      return new
    }
  }
}

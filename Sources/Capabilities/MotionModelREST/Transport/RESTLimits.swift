/// What a client accepts at most, so that no server can keep it busy or fill its memory.
///
/// ```swift
/// RESTLimits(time: .seconds(10))
/// ```
public struct RESTLimits: Sendable, Hashable {
  package var bodySize: Int
  package var depth: Int
  package var redirects: Int
  package var time: Duration
  package var requestsPerHost: Int
  package var pages: Int
  package var allowsPlainHTTP: Bool

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - bodySize: The bytes that the body of a response may have; 64 MB by default.
  ///   - depth: How deep embedded records may be inside each other.
  ///   - redirects: How many redirects are followed for one request.
  ///   - time: The time for one request, with its redirects and the whole response.
  ///   - requestsPerHost: How many requests to one host are under way at a time.
  ///   - pages: How many pages a walk through a list may have.
  ///   - allowsPlainHTTP: Whether requests may be sent without TLS, by `http`.
  public init(
    bodySize: Int = 64 << 20, depth: Int = 16, redirects: Int = 5, time: Duration = .seconds(60),
    requestsPerHost: Int = 6, pages: Int = 10_000, allowsPlainHTTP: Bool = false
  ) {
    (self.bodySize, self.depth, self.redirects, self.time) = (bodySize, depth, redirects, time)
    (self.requestsPerHost, self.pages, self.allowsPlainHTTP) = (requestsPerHost, pages, allowsPlainHTTP)
  }
}

/// What a client accepts at most, so that no server can keep it busy or fill its memory.
///
/// ```swift
/// var limits = RESTLimits()
/// limits.time = .seconds(10)
/// ```
public struct RESTLimits: Sendable, Hashable {
  /// The bytes that the body of a response may have; 64 MB by default.
  public var bodySize = 64 << 20
  /// How deep embedded records may be inside each other; 16 by default.
  public var depth = 16
  /// How many redirects are followed for one request; 5 by default.
  public var redirects = 5
  /// The time for one request, with its redirects and the whole response; a minute by default.
  public var time: Duration = .seconds(60)
  /// How many requests to one host are under way at a time; 6 by default.
  public var requestsPerHost = 6
  /// How many pages a walk through a list may have; 10,000 by default.
  public var pages = 10_000
  /// Whether requests may be sent without TLS, by `http`; not by default.
  public var allowsPlainHTTP = false

  /// Creates the default limits.
  public init() {}
}

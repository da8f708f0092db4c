/// A middleware that writes a line for each response, without secrets.
///
/// ```
/// GET /trains/1: 200 OK, 512 bytes, 12 ms
/// POST /trains: failed after 60001 ms: POST /trains failed, because the whole response did not arrive in time.
/// ```
///
/// A line has the method, the path, the status, the size and the time. It has nothing of queries, headers and bodies,
/// and of an error that is not a ``RESTError`` only its type.
public struct LogMiddleware: RESTMiddleware {
  private let write: @Sendable (String) -> Void

  /// Creates a middleware.
  ///
  /// - Parameter write: Writes a line. It is called by any thread.
  public init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Sends a request, and writes a line once it is answered or has failed.
  public func send(_ request: RESTRequest, next: Next) async throws -> RESTResponse {
    let start = ContinuousClock.now
    do {
      let response = try await next(request)
      write("\(request): \(response), \(Self.milliseconds(since: start)) ms")
      return response
    } catch {
      let reason = error is RESTError ? "\(error)" : "\(type(of: error))"
      write("\(request): failed after \(Self.milliseconds(since: start)) ms: \(reason)")
      throw error
    }
  }

  private static func milliseconds(since start: ContinuousClock.Instant) -> Int {
    Int((ContinuousClock.now - start) / .milliseconds(1))
  }
}

extension RESTMiddleware where Self == LogMiddleware {
  /// Writes a line for each response, without secrets; see ``LogMiddleware``.
  public static func log(_ write: @escaping @Sendable (String) -> Void) -> Self { LogMiddleware(write) }
}

import MotionModel

/// A middleware that counts requests and responses.
///
/// ```swift
/// let counter = RequestCounter()
/// let client = RESTClient(address, store: store, middleware: [counter])
/// try await client.list(Train.self)
/// counter.counts.responses[200]   // => 1
/// ```
///
/// It counts the requests that reach its place in the list: in the last place, also the retries of the middleware
/// before it.
public final class RequestCounter: RESTMiddleware {
  private let state = Locked(Counts())

  /// Creates a counter.
  public init() {}

  /// What was counted.
  public struct Counts: Sendable, Hashable {
    /// The requests that were sent.
    public var requests = 0
    /// The responses, by their status.
    public var responses: [Int: Int] = [:]
    /// The requests that have no response, because they failed or were cancelled.
    public var failures = 0
    /// The bytes of the bodies that were sent.
    public var bytesSent = 0
    /// The bytes of the bodies that were received.
    public var bytesReceived = 0

    /// Creates counts of nothing.
    public init() {}

    /// The requests that are under way.
    public var underWay: Int { requests - failures - responses.values.reduce(0, +) }
  }

  /// What was counted since the counter was made.
  public var counts: Counts { state.withLock { $0 } }

  /// Sends a request, and counts it and its response.
  public func send(_ request: RESTRequest, next: Next) async throws -> RESTResponse {
    state.withLock {
      $0.requests += 1
      $0.bytesSent += request.body?.count ?? 0
    }
    do {
      let response = try await next(request)
      state.withLock {
        $0.responses[response.status, default: 0] += 1
        $0.bytesReceived += response.body.count
      }
      return response
    } catch {
      state.withLock { $0.failures += 1 }
      throw error
    }
  }
}

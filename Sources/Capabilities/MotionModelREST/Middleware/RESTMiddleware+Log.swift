extension RESTMiddleware where Self == FunctionMiddleware {
  /// Writes a line for each response, without secrets.
  ///
  /// ```
  /// GET /trains/1: 200 OK, 512 bytes, 12 ms
  /// POST /trains: failed after 60001 ms: POST /trains failed, because the whole response did not arrive in time.
  /// ```
  ///
  /// A line has the method, the path, the status, the size and the time. It has nothing of queries, headers and bodies,
  /// and of an error that is not a ``RESTError`` only its type.
  ///
  /// - Parameter write: Writes a line. It is called by any thread.
  public static func log(_ write: @escaping @Sendable (String) -> Void) -> Self {
    FunctionMiddleware { request, next in
      let start = ContinuousClock.now
      do {
        let response = try await next(request)
        write("\(request): \(response), \(milliseconds(since: start)) ms")
        return response
      } catch {
        let reason = error is RESTError ? "\(error)" : "\(type(of: error))"
        write("\(request): failed after \(milliseconds(since: start)) ms: \(reason)")
        throw error
      }
    }
  }
}

private func milliseconds(since start: ContinuousClock.Instant) -> Int {
  Int((ContinuousClock.now - start) / .milliseconds(1))
}

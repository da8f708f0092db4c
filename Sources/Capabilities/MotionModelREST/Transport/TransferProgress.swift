/// How far a request and its response are.
///
/// ```swift
/// let photos = client.reporting { progress in
///   print(progress.bytesReceived, progress.bytesToReceive ?? 0)
/// }
/// try await photos.list(Photo.self)
/// ```
///
/// Bytes are those of bodies, without headers. The response of a redirect is followed by another request, whose counts
/// begin at 0, and so is a request that a middleware sends again.
public struct TransferProgress: Sendable, Hashable {
  /// How many bytes of the request were sent.
  public var bytesSent = 0
  /// How many bytes the request has.
  public var bytesToSend = 0
  /// How many bytes of the response have arrived.
  public var bytesReceived = 0
  /// How many bytes the response has; nil if that is not known, because it has not begun or does not say so.
  public var bytesToReceive: Int?

  /// Creates the progress of a transfer that has not begun.
  ///
  /// - Parameter request: The request.
  public init(of request: RESTRequest) { bytesToSend = request.body?.count ?? 0 }

  /// What is called with each progress: on any thread, for one transfer in order.
  public typealias Handler = @Sendable (TransferProgress) -> Void
}

extension RESTTransport {
  /// Sends one request, and reports the progress once the response has arrived, because this transport says nothing in
  /// between.
  public func send(
    _ request: RESTRequest, bodyLimit: Int, progress: @escaping TransferProgress.Handler
  ) async throws -> RESTResponse {
    let response = try await send(request, bodyLimit: bodyLimit)
    var end = TransferProgress(of: request)
    (end.bytesSent, end.bytesReceived, end.bytesToReceive) = (end.bytesToSend, response.body.count, response.body.count)
    progress(end)
    return response
  }
}

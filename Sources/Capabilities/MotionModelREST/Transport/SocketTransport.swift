import Foundation
import MotionModel

/// Carries requests without TLS over sockets: each on a connection and a thread of its own.
///
/// It is what ``URLSessionTransport`` uses where Foundation would end the process. It knows no proxies, no compression
/// and no connections that are used again.
struct SocketTransport: Sendable {
  func send(_ request: RESTRequest, bodyLimit: Int) async throws -> RESTResponse {
    if let name = request.headers.firstUnsendable { throw RESTError(.invalidHeader(name: name), request) }
    let exchange = SocketExchange(request, bodyLimit: bodyLimit)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        exchange.begin(continuation)
      }
    } onCancel: {
      exchange.cancel()
    }
  }
}

/// One request, and its response.
private final class SocketExchange: Sendable {
  private let request: RESTRequest
  private let bodyLimit: Int
  private let socket = Socket()
  private let state = Locked(State())

  private struct State {
    /// Who waits for the response; nil before anybody does, and once it was passed on.
    var continuation: CheckedContinuation<RESTResponse, any Error>?
    var isEnded = false
  }

  init(_ request: RESTRequest, bodyLimit: Int) { (self.request, self.bodyLimit) = (request, bodyLimit) }

  /// Sends the request on a thread of its own, because it waits for the system.
  func begin(_ continuation: CheckedContinuation<RESTResponse, any Error>) {
    let isEnded = state.withLock { state in
      if !state.isEnded { state.continuation = continuation }
      return state.isEnded
    }
    if isEnded { return continuation.resume(throwing: CancellationError()) }
    Thread.detachNewThread { [self] in
      let result: Result<RESTResponse, any Error>
      do throws(RESTFailure) { result = .success(try exchange()) } catch { result = .failure(error) }
      end(result)
    }
  }

  /// Ends the wait at once. The thread may still wait for the name of the host, and ends after that.
  func cancel() {
    end(.failure(CancellationError()))
    socket.end()
  }

  private func end(_ result: Result<RESTResponse, any Error>) {
    let continuation = state.withLock { state in
      defer { (state.continuation, state.isEnded) = (nil, true) }
      return state.continuation
    }
    continuation?.resume(with: result)
  }

  private func exchange() throws(RESTFailure) -> RESTResponse {
    guard let origin = Origin(request.url), !origin.isSecure else { throw .cannotConnect }
    try socket.reach(origin.host, port: origin.port)
    // A server may answer before it has read everything, for instance that it is too much.
    let head = Array(request.head(for: origin).utf8)
    if head.withUnsafeBytes({ socket.write($0) }) == head.count { _ = request.body?.withUnsafeBytes(socket.write) }
    var reader = HTTPReader(bodyLimit: bodyLimit) { bytes throws(RESTFailure) in try self.socket.receive(bytes) }
    return try reader.readResponse()
  }
}

extension RESTRequest {
  /// The request up to its body, as HTTP/1.1 has it.
  fileprivate func head(for origin: Origin) -> String {
    var fields: RESTHeaders = [:]
    let host = origin.host.contains(":") ? "[\(origin.host)]" : origin.host
    fields.add("Host", origin.port == 80 ? host : "\(host):\(origin.port)")
    for header in headers.all where !Self.own.contains(header.name.lowercased()) {
      fields.add(header.name, header.value)
    }
    if fields["Accept-Encoding"] == nil { fields.add("Accept-Encoding", "identity") }
    if body != nil || method != .get && method != .delete { fields.add("Content-Length", "\(body?.count ?? 0)") }
    fields.add("Connection", "close")
    let lines = fields.all.map { "\($0.name): \($0.value)\r\n" }
    return "\(method.rawValue) \(url.encodedTarget) HTTP/1.1\r\n\(lines.joined())\r\n"
  }

  /// The headers that only what sends a request can say.
  private static let own: Set = ["host", "content-length", "transfer-encoding", "connection"]
}

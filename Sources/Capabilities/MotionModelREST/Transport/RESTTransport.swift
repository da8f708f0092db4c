public import MotionModel

/// What carries requests to a server: a ``ScriptedTransport`` in tests, or one of your own.
public protocol RESTTransport: Sendable {
  /// Sends one request, and returns the response to it, whatever its status. It does not follow redirects.
  ///
  /// It returns soon when its task is cancelled, because the client cancels a request whose time is over.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - bodyLimit: The number of bytes that a body may have. It throws ``RESTFailure/bodyTooLarge`` as soon as more
  ///   arrive.
  /// - Throws: ``RESTFailure`` if there is no whole response. Any other error counts as ``RESTFailure/connectionLost``.
  func send(_ request: RESTRequest, bodyLimit: Int) async throws -> RESTResponse
}

/// Why there is no whole response to a request.
public enum RESTFailure: String, DescribedError, Hashable, CaseIterable {
  /// No connection was made, so the server has nothing of the request.
  case cannotConnect
  /// The server's certificate is not accepted, so it has nothing of the request.
  case untrusted
  /// The connection ended before the whole response arrived. The request may have been done.
  case connectionLost
  /// The time was over before the whole response arrived. The request may have been done.
  case timedOut
  /// The body of the response is larger than the limit. The request may have been done.
  case bodyTooLarge
  /// What arrived is not a response of HTTP. The request may have been done.
  case notHTTP
  /// A script of a ``ScriptedTransport`` had no response to this request.
  case notInScript

  /// Whether the server may have carried out the request, although its response is not known.
  public var mayHaveArrived: Bool {
    switch self {
    case .cannotConnect, .untrusted, .notInScript: false
    case .connectionLost, .timedOut, .bodyTooLarge, .notHTTP: true
    }
  }

  /// What happened, as a sentence.
  public var description: String { "There is no whole response, because \(sentence)." }

  /// What happened, as the end of a sentence.
  var sentence: String {
    switch self {
    case .cannotConnect: "no connection could be made"
    case .untrusted: "the server's certificate is not accepted"
    case .connectionLost: "the connection ended before the whole response arrived"
    case .timedOut: "the whole response did not arrive in time"
    case .bodyTooLarge: "the body of the response is larger than the limit"
    case .notHTTP: "the response is not one of HTTP"
    case .notInScript: "the script expects another request"
    }
  }
}

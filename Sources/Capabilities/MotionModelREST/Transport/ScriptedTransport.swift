public import Foundation
import MotionModel

/// A transport that replays a script, for tests: it answers each request of the script in turn, and no other.
///
/// ```swift
/// let transport = ScriptedTransport([
///   .on(.get, "/trains/1", json: #"{"id": 1, "company": "Alpine"}"#),
///   .on(.delete, "/trains/1"),
/// ])
/// let client = RESTClient(address, store: store, transport: transport)
/// try await client.get(Train.self, 1)
/// transport.requests.map(\.description)   // => ["GET /trains/1"]
/// transport.isFinished                    // => false: the second was not sent
/// ```
///
/// A request that is not the next one of the script fails with ``RESTFailure/notInScript``, and the script stays where
/// it is.
public final class ScriptedTransport: RESTTransport {
  private let state: Locked<State>

  private struct State {
    var script: ArraySlice<Exchange>
    var requests: [RESTRequest] = []
  }

  /// Creates a transport that answers the requests of a script.
  public init(_ script: [Exchange]) { state = Locked(State(script: script[...])) }

  /// The requests that were sent, also those that are not in the script.
  public var requests: [RESTRequest] { state.withLock { $0.requests } }

  /// Whether each exchange of the script took place.
  public var isFinished: Bool { state.withLock { $0.script.isEmpty } }

  /// Answers the next request of the script.
  public func send(_ request: RESTRequest, bodyLimit: Int) async throws -> RESTResponse {
    let result = state.withLock { state -> Result<RESTResponse, RESTFailure> in
      state.requests.append(request)
      guard let next = state.script.first, next.expects(request) else { return .failure(.notInScript) }
      state.script.removeFirst()
      return next.result
    }
    let response = try result.get()
    if response.body.count > bodyLimit { throw RESTFailure.bodyTooLarge }
    return response
  }

  /// A request that a script expects, and its response.
  public struct Exchange: Sendable {
    let method: RESTRequest.Method
    let target: String
    let body: Data?
    let result: Result<RESTResponse, RESTFailure>

    /// Creates an exchange.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - target: Its path and query, as it is sent: `/trains?company=Alpine`.
    ///   - body: Its body, byte by byte; nil if any will do.
    ///   - result: The response, or the reason why there is none.
    public init(
      _ method: RESTRequest.Method, _ target: String, body: Data? = nil, _ result: Result<RESTResponse, RESTFailure>
    ) {
      (self.method, self.target, self.body, self.result) = (method, target, body, result)
    }

    func expects(_ request: RESTRequest) -> Bool {
      method == request.method && target == request.url.encodedTarget && (body == nil || body == request.body)
    }
  }
}

extension ScriptedTransport.Exchange {
  /// A request and its response.
  ///
  /// - Parameters:
  ///   - method: The method of the request.
  ///   - target: Its path and query, as it is sent: `/trains?company=Alpine`.
  ///   - body: Its body; nil if any will do.
  ///   - status: The status of the response; by default 201 for `POST`, 204 for `DELETE`, and 200 for others.
  ///   - json: The body of the response.
  ///   - headers: The headers of the response.
  public static func on(
    _ method: RESTRequest.Method, _ target: String, body: String? = nil, status: Int? = nil, json: String = "",
    headers: RESTHeaders = [:]
  ) -> Self {
    let usual =
      switch method {
      case .post: 201
      case .delete: 204
      default: 200
      }
    let response = RESTResponse(status: status ?? usual, headers: headers, body: Data(json.utf8))
    return Self(method, target, body: body.map { Data($0.utf8) }, .success(response))
  }
}

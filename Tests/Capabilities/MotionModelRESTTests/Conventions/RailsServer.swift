import Foundation
import MotionModel
import MotionModelLoopback
import MotionModelREST

/// A server on sockets that answers each request as a table says, and a client of it with a store of its own.
struct RailsServer {
  let server: LoopbackServer
  let client: RESTClient
  var store: Store { client.store }

  /// - Parameters:
  ///   - replies: What is answered to a method and a target, such as `GET /trains/1`; 404 to others.
  ///   - path: What the client's address has behind the port.
  init(
    _ replies: [String: Reply], path: String = "", format: RESTFormat = RESTFormat(),
    middleware: [any RESTMiddleware] = []
  ) throws {
    server = try LoopbackServer { request in
      replies["\(request.method) \(request.target)"] ?? Reply(404, #"{"status": 404, "error": "Not Found"}"#)
    }
    var limits = RESTLimits.patient
    limits.allowsPlainHTTP = true
    guard let address = URL(string: server.address.absoluteString + path) else { throw CocoaError(.formatting) }
    client = RESTClient(address, store: Store(), middleware: middleware, format: format, limits: limits)
  }

  /// The requests that arrived, as method, target and body.
  var log: [String] {
    server.requests.map { [$0.method, $0.target, $0.text].filter { !$0.isEmpty }.joined(separator: " ") }
  }

  /// The members of the body of a request.
  func members(_ index: Int) throws -> AttributeValue {
    try JSONDecoder().decode(AttributeValue.self, from: Data(server.requests[index].body))
  }
}

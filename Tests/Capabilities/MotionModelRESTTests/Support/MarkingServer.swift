import Foundation
import MotionModel
import MotionModelREST

/// A server in memory that marks its responses, and answers with 304 to those who have the latest.
final class MarkingServer: RESTTransport {
  struct State: Sendable {
    /// The bodies, by path and query.
    var bodies: [String: String] = [:]
    /// The requests: path and query, the mark, and the status of the response.
    var log: [String] = []
    /// Headers besides the mark.
    var headers: RESTHeaders = [:]
    var sendsMarks = true
    /// What happens after the next request was answered, before its response arrives.
    var event: (@Sendable () -> Void)?
  }

  private let state: Locked<State>

  init(_ bodies: [String: String]) { state = Locked(State(bodies: bodies)) }

  var log: [String] { state.withLock { $0.log } }
  /// How many responses had a body.
  var fullCount: Int { log.filter { $0.hasSuffix("200") }.count }
  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  func send(_ request: RESTRequest, bodyLimit: Int) async throws -> RESTResponse {
    let (response, event) = state.withLock { state in
      let target = request.url.path() + (request.url.query().map { "?" + $0 } ?? "")
      let response = answer(target, request, state)
      let condition = request.headers["If-None-Match"] ?? request.headers["If-Modified-Since"]
      state.log.append("\(target) \(condition == nil ? "-" : "if") \(response.status)")
      defer { state.event = nil }
      return (response, state.event)
    }
    event?()
    return response
  }

  private func answer(_ target: String, _ request: RESTRequest, _ state: State) -> RESTResponse {
    guard let body = state.bodies[target] else { return RESTResponse(status: 404) }
    var headers = state.headers
    let mark = "\"\(body.utf8.reduce(UInt64(7)) { $0 &* 31 &+ UInt64($1) })\""
    if state.sendsMarks { headers["ETag"] = mark }
    let isKnown =
      request.headers["If-None-Match"] == mark
      || request.headers["If-Modified-Since"] != nil
        && request.headers["If-Modified-Since"] == state.headers["Last-Modified"]
    if isKnown { return RESTResponse(status: 304, headers: headers) }
    return RESTResponse(status: 200, headers: headers, body: Data(body.utf8))
  }
}

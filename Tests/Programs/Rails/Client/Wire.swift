import Foundation
import MotionModelREST

/// The connection to Rails, which is written down, can be pulled out, and can lose responses.
actor Wire: RESTTransport {
  private let transport = URLSessionTransport()
  private var log: [String] = []
  private var isPlugged = true
  private var responsesToLose = 0
  /// Called before each request, which fails with what it throws.
  private var weather: (@Sendable () throws -> Bool)?

  func plug(_ isPlugged: Bool) { self.isPlugged = isPlugged }

  /// Loses the responses to the next requests, which arrive and are done.
  func loseResponses(_ count: Int) { responsesToLose = count }

  /// Lets a function decide for each request whether its response is lost, or whether it fails.
  func setWeather(_ weather: @escaping @Sendable () throws -> Bool) { self.weather = weather }

  /// Returns the requests since the last call: method, target, body and status.
  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  func send(_ request: RESTRequest, bodyLimit: Int) async throws -> RESTResponse {
    guard isPlugged else { throw RESTFailure.cannotConnect }
    let isLost = try weather?() ?? false || responsesToLose > 0
    if responsesToLose > 0 { responsesToLose -= 1 }
    let response = try await transport.send(request, bodyLimit: bodyLimit)
    let query = request.url.query().map { "?\($0)" } ?? ""
    let body = request.body.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
    log.append("\(request.method.rawValue) \(request.url.path())\(query)\(body) → \(response.status)")
    if isLost { throw RESTFailure.connectionLost }
    return response
  }
}

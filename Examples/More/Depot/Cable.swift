import MotionModelREST

/// The connection of a client, which can be pulled out.
actor Cable: RESTTransport {
  private let transport = URLSessionTransport()
  private var isPlugged = true

  func plug(_ isPlugged: Bool) { self.isPlugged = isPlugged }

  func send(_ request: RESTRequest, bodyLimit: Int) async throws -> RESTResponse {
    guard isPlugged else { throw RESTFailure.cannotConnect }
    return try await transport.send(request, bodyLimit: bodyLimit)
  }
}

import MotionModel
import MotionModelREST

extension LoopbackServer {
  /// Returns a client of this server.
  func client(
    _ store: Store = Store(), transport: any RESTTransport = URLSessionTransport(), headers: RESTHeaders = [:],
    middleware: [any RESTMiddleware] = [], format: RESTFormat = RESTFormat(),
    _ change: (inout RESTLimits) -> Void = { _ in }
  ) -> RESTClient {
    var limits = RESTLimits.patient
    limits.allowsPlainHTTP = true
    change(&limits)
    return RESTClient(
      address, store: store, transport: transport, middleware: middleware, format: format, limits: limits,
      headers: headers)
  }
}

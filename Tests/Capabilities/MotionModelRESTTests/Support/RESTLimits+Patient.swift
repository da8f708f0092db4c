import MotionModelREST

extension RESTLimits {
  /// Limits with an hour for each request: without optimisation, tests that compute keep the processors busy for minutes.
  static var patient: RESTLimits {
    var limits = RESTLimits()
    limits.time = .seconds(3_600)
    return limits
  }
}

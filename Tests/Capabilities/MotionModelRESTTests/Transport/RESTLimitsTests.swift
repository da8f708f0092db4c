import MotionModelREST
import Testing

struct RESTLimitsTests {
  @Test func `each limit is the one that was given, and a usual one otherwise`() {
    var limits = RESTLimits()
    #expect(limits == RESTLimits(time: .seconds(60)) && limits != RESTLimits(time: .seconds(61)))
    (limits.bodySize, limits.depth, limits.redirects, limits.time) = (1, 2, 3, .seconds(4))
    (limits.requestsPerHost, limits.pages, limits.allowsPlainHTTP) = (5, 6, true)
    #expect(
      limits
        == RESTLimits(
          bodySize: 1, depth: 2, redirects: 3, time: .seconds(4), requestsPerHost: 5, pages: 6, allowsPlainHTTP: true))
  }
}

import MotionModel
import MotionModelReplay
import Testing

/// Uses of a session that trap.
@Suite struct ReplayMisuseTests {
  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a step inside a step traps`() async {
      await #expect(processExitsWith: .failure) {
        let session = try Session()
        try session.step("outer") { try session.step("inner") {} }
      }
    }
  #endif
}

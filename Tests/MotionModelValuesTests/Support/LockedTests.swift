import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// A record with a computed property that violates the rule of indexes: it reads more than the record.
private struct Curious: Model {
  var id = 0
  var name = ""

  var neighbours: Int { Curious.count }

  static let schema = Schema<Curious> {
    Column(\.name)
    Index(\.neighbours)
  }
}

@Suite struct LockedTests {
  #if os(macOS) || os(Linux)  // where exit tests are available
    /// With optimisation, the process would wait forever.
    @Test(.enabled(if: !Allocations.areOptimised)) func `a thread that would wait for itself traps`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Thread.detachNewThread {
          Thread.sleep(forTimeInterval: patience)
          exit(EXIT_SUCCESS)
        }
        _ = try Curious.create()
      }
      expectSentence("A thread waits for itself: a store asks something while it is locked", result)
    }
  #endif
}

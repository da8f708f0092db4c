import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

private struct Reading: Model, Equatable {
  var id = 0
  var sensor = 0
  var value = 0

  static let schema = Schema<Reading> {
    Column(\.sensor, .indexed)
    Column(\.value, .ordered)
  }
}

/// Ten million records: about a minute and two gigabytes, so only `Scripts/Support/test-large.sh` runs it.
@Suite(.store, .enabled(if: ProcessInfo.processInfo.environment["MOTIONMODEL_LARGE"] != nil))
struct LargeTableTests {
  @Test func `ten million records are inserted, found, changed and deleted`() throws {
    let (batch, batches) = (1_000_000, 10)
    for number in 0..<batches {
      try Reading.insert(
        contentsOf: (0..<batch).map { offset in
          var reading = Reading()
          let position = number * batch + offset
          (reading.sensor, reading.value) = (position % 1_000, position &* 7_919 % 10_000_000)
          return reading
        })
    }
    #expect(Reading.count == 10_000_000 && Reading.find(10_000_000)?.sensor == 999)
    #expect(Reading.where(\.sensor == 7).count == 10_000 && Reading.where(\.value < 100).count == 100)
    #expect(Reading.order(by: \.value).limit(3).pluck(\.value) == [0, 1, 2])
    let snapshot = Store.current.snapshot()
    #expect(try Reading.where(\.sensor == 7).updateAll { $0.sensor = -1 } == 10_000)
    #expect(try Reading.where(\.value >= 5_000_000).deleteAll() == 5_000_000)
    #expect(Reading.count == 5_000_000 && Reading.where(\.sensor == 7).isEmpty)
    let old = snapshot.table(Reading.self).records
    #expect(old.count == 10_000_000 && old.where(\.sensor == 7).count == 10_000)
  }
}

import Foundation
import MotionModel
import MotionModelSystem

/// How many records a store had at one moment.
struct Sample: Sendable, Equatable {
  /// Seconds since the first sample.
  let time: Double
  /// The numbers of records in memory, by models.
  let counts: [String: Int]
}

/// Counts the records of a store once a second, and keeps the numbers of the last ten minutes. It also measures what the
/// log keeps.
final class Sampler: Sendable {
  static let (interval, limit) = (1.0, 600)

  private struct State: Sendable {
    var samples: [Sample] = []
    var isEnded = false
  }

  private let state = Locked(State())

  /// The samples, the oldest first.
  var samples: [Sample] { state.withLock { $0.samples } }

  /// How many records of a model there are more than at the oldest sample, and how many seconds ago that was; nil
  /// before there are two.
  func growth(of model: String) -> (records: Int, seconds: Double)? {
    guard let first = samples.first, let last = samples.last, first.time < last.time, let count = last.counts[model]
    else {
      return nil
    }
    return (count - (first.counts[model] ?? 0), last.time - first.time)
  }

  func end() { state.withLock { $0.isEnded = true } }

  /// Begins to look, on a thread of its own, until ``end()``.
  func start(_ subject: any Subject, _ log: CommitLogBuffer) {
    let begin = ContinuousClock.now
    Thread.detachNewThread { [self] in
      SystemCalls.stepBack()
      while !state.withLock({ $0.isEnded }) {
        add(Self.sample(subject, since: begin))
        // In pieces, so that the store is released soon after the end.
        for _ in 0..<10 where !state.withLock({ $0.isEnded }) {
          Thread.sleep(forTimeInterval: Self.interval / 10)
          log.trim()
        }
      }
    }
  }

  static func sample(_ subject: any Subject, since begin: ContinuousClock.Instant) -> Sample {
    // A database is not queried for each sample.
    let counts = subject.tables().filter { $0.keeper == nil }.compactMap { table in
      (try? table.count).map { (table.name, $0) }
    }
    return Sample(
      time: (ContinuousClock.now - begin) / .seconds(1), counts: Dictionary(counts) { first, _ in first })
  }

  func add(_ sample: Sample) {
    state.withLock { state in
      if state.samples.count == Self.limit { state.samples.removeFirst() }
      state.samples.append(sample)
    }
  }
}

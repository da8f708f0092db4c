import Foundation
import MotionModel

extension Suite {
  /// Times reads while another thread writes.
  static let readers = Suite(name: "readers") { bench, worlds in
    let rows = bench.options.isQuick ? 1_000 : 100_000
    let seconds = bench.options.isQuick ? 0.15 : 2
    let side = try SideBySide(rows: rows, seconds: seconds)
    bench.note("Find by id, nobody else", side.latencies(beside: nil).description)
    bench.note("beside a thread that does other work", side.latencies(beside: side.spin).description)
    let single = side.latencies(beside: side.saveSingly)
    bench.note("beside a writer of single records", single.description)
    bench.judge(
      "Reads beside a writer of single records", "99 of 100 within 5 µs", duration(single.quantile(0.99)),
      single.quantile(0.99) <= 5_000)
    bench.note("beside a writer of 1,000 records at once", side.latencies(beside: side.saveMany).description)
    let slow = side.latencies(beside: side.saveSlowly)
    bench.note("beside a writer whose hooks sleep for 100 ms", slow.description)
    bench.judge(
      "Reads beside a writer whose body takes 100 ms", "none waits as long as half the body",
      "\(slow.waits) of \(grouped(slow.times.count)) reads", slow.waits == 0)
    let locked = side.lockedLatencies()
    bench.note("a dictionary behind a lock, held for 100 ms by a writer", locked.description)
  }
}

/// The times of reads, in nanoseconds.
private struct Latencies: CustomStringConvertible {
  let times: [Double]

  init(_ times: [Double]) { self.times = times.sorted() }

  /// The number of reads that waited for at least half the body of a writer that takes 100 ms.
  var waits: Int { times.count { $0 > 5e7 } }

  /// The time within which a share of the reads were done.
  func quantile(_ share: Double) -> Double {
    times.isEmpty ? 0 : times[min(times.count - 1, Int(Double(times.count) * share))]
  }

  var description: String {
    func within(_ share: Double) -> String { duration(quantile(share)) }
    return "half within \(within(0.5)), 99 % within \(within(0.99)), 99.9 % within \(within(0.999)), longest "
      + "\(within(1)); \(grouped(times.count)) reads"
  }
}

private struct SideBySide {
  let rows: Int
  let seconds: Double
  let store = Store(notificationCenter: nil)

  init(rows: Int, seconds: Double) throws {
    (self.rows, self.seconds) = (rows, seconds)
    try store.table(Todo.self).insert(contentsOf: Todo.many(rows))
    try SlowTodo.withoutHooks { _ = try store.table(SlowTodo.self).insert(contentsOf: SlowTodo.many(10)) }
  }

  /// Times single reads on this thread, while another thread repeats `work`.
  func latencies(beside work: (@Sendable (Int) -> Void)?) -> Latencies {
    let table = store.table(Todo.self)
    return Self.latencies(seconds, rows, beside: work) { blackHole(table.find($0)) }
  }

  /// Times reads of a dictionary whose readers wait for its writer.
  func lockedLatencies() -> Latencies {
    let dictionary = LockedDictionary(Todo.many(rows))
    return Self.latencies(
      seconds, rows, beside: { _ in dictionary.holdForAWhile() }, read: { blackHole(dictionary.find($0)) })
  }

  private static func latencies(
    _ seconds: Double, _ rows: Int, beside work: (@Sendable (Int) -> Void)?, read: (Int) -> Void
  ) -> Latencies {
    let end = Date.now.addingTimeInterval(seconds)
    let done = DispatchSemaphore(value: 0)
    if let work {
      Thread.detachNewThread {
        var round = 0
        while Date.now < end {
          work(round)
          round += 1
        }
        done.signal()
      }
    }
    var times: [Double] = []
    times.reserveCapacity(20_000_000)
    while Date.now < end {
      for number in 0..<1_000 {
        let id = 1 + Int(World.scrambled(times.count &+ number) % UInt64(rows))
        times.append(Stopwatch.nanoseconds { read(id) })
      }
    }
    if work != nil { done.wait() }
    return Latencies(times)
  }

  // MARK: - Beside

  @Sendable func spin(_ round: Int) {
    var sum: UInt64 = 0
    for number in 0..<10_000 { sum &+= World.scrambled(number) }
    blackHole(sum)
  }

  @Sendable func saveSingly(_ round: Int) {
    let table = store.table(Todo.self)
    for number in 0..<100 {
      guard var todo = table.find(1 + Int(World.scrambled(number) % UInt64(rows))) else { continue }
      todo.rank = round
      written { try table.save(&todo) }
    }
  }

  @Sendable func saveMany(_ round: Int) {
    written { try store.table(Todo.self).records.limit(1_000).updateAll { $0.rank = round } }
  }

  @Sendable func saveSlowly(_ round: Int) {
    let table = store.table(SlowTodo.self)
    guard var todo = table.find(1) else { return }
    todo.rank = round + 1_000
    written { try table.save(&todo) }
  }

  private func written<Result>(_ body: () throws -> Result) {
    do { blackHole(try body()) } catch { fatalError("A benchmark could not write: \(error)") }
  }
}

/// The hand-written alternative: a dictionary and a lock.
private final class LockedDictionary: @unchecked Sendable {
  private let lock = NSLock()
  private var rows: [Int: Todo]

  init(_ todos: [Todo]) { rows = Dictionary(uniqueKeysWithValues: todos.map { ($0.id, $0) }) }

  func find(_ id: Int) -> Todo? { lock.withLock { rows[id] } }

  func holdForAWhile() {
    lock.withLock {
      rows[1]?.rank &+= 1
      Thread.sleep(forTimeInterval: 0.1)
    }
    Thread.sleep(forTimeInterval: 0.001)
  }
}

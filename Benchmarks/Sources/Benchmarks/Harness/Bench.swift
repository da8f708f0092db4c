import Foundation

/// Compares contestants and stores the measurements.
final class Bench {
  let options: Options
  private(set) var comparisons: [Comparison] = []
  private(set) var verdicts: [Verdict] = []
  private(set) var facts: [Fact] = []
  /// The suite that is running.
  var suite = ""

  init(_ options: Options) { self.options = options }

  // MARK: - Comparing

  /// Checks that the contestants agree, times them in turns, and judges the bars.
  ///
  /// - Parameters:
  ///   - bars: The goals of the library at `barRows`.
  ///   - barRows: The number of rows at which the bars are judged.
  @discardableResult
  func compare(
    _ title: String, rows: Int, unit: String = "call", bars: [Bar] = [], barRows: Int = 100_000,
    _ contestants: [Contestant]
  ) throws -> Comparison {
    if let profiled = options.profiled { return try profile(profiled, title, rows, contestants) }
    let answer = try answer(title, rows, contestants)
    let times = try rounds(of: contestants)
    let timings = zip(contestants, times).map { contestant, times in
      let times = times.sorted()
      return Comparison.Timing(
        kind: contestant.kind, label: contestant.label, minimum: times[0], median: times[times.count / 2])
    }
    let measured = Comparison(
      suite: suite, title: title, rows: rows, unit: unit, answer: answer?.reduce(0, &+), timings: timings)
    comparisons.append(measured)
    TextReport.show(measured)
    if rows == barRows { for bar in bars { bar.verdict(on: measured).map(judge) } }
    return measured
  }

  /// Repeats the library's part of one comparison for five seconds.
  private func profile(
    _ profiled: String, _ title: String, _ rows: Int, _ contestants: [Contestant]
  ) throws -> Comparison {
    let end = Date.now.addingTimeInterval(5)
    if title == profiled, let own = contestants.first(where: { $0.kind == .library }) {
      print("  repeating \(own.label), \(grouped(rows)) rows")
      while Date.now < end {
        try own.before?()
        try own.body()
      }
    }
    return Comparison(suite: suite, title: title, rows: rows, unit: "", answer: nil, timings: [])
  }

  /// Returns the answer of all contestants, if there is one; throws if they do not agree.
  private func answer(_ title: String, _ rows: Int, _ contestants: [Contestant]) throws -> [Int]? {
    var expected: (label: String, answer: [Int])?
    for contestant in contestants {
      guard let answer = try contestant.answer?() else { continue }
      guard let first = expected else {
        expected = (contestant.label, answer)
        continue
      }
      if answer != first.answer {
        throw Disagreement(title: title, rows: rows, first: first.label, second: contestant.label)
      }
    }
    return expected?.answer
  }

  /// Times one operation of each contestant, in turns, so that other load on the machine affects all of them.
  private func rounds(of contestants: [Contestant]) throws -> [[Double]] {
    let repeats = try contestants.map { try self.repeats(of: $0) }
    var times = contestants.map { _ in [Double]() }
    let count = try rounds(for: contestants)
    for round in 0..<count {
      for turn in contestants.indices {
        let index = (turn + round) % contestants.count
        times[index].append(try time(contestants[index], repeats[index]))
      }
    }
    return times
  }

  /// Returns the number of rounds; fewer for slow contestants.
  ///
  /// Many short pieces are better than few long ones: on a busy machine, some of the short ones are undisturbed.
  private func rounds(for contestants: [Contestant]) throws -> Int {
    if options.isQuick { return 2 }
    let slowest = warmUpTimes.max() ?? 0
    warmUpTimes = []
    return slowest > 2e9 ? 3 : slowest > 2e8 ? 5 : slowest > 2e7 ? 15 : 41
  }

  private var warmUpTimes: [Double] = []

  /// Warms up, and returns how many calls take long enough to be timed.
  private func repeats(of contestant: Contestant) throws -> Int {
    try contestant.before?()
    let first = try Stopwatch.nanoseconds(contestant.body)
    warmUpTimes.append(first)
    if contestant.before != nil { return 1 }
    let second = first > 1e8 ? first : try Stopwatch.nanoseconds(contestant.body)
    return max(1, Int((options.isQuick ? 2e5 : 2e6) / max(second, 1)))
  }

  private func time(_ contestant: Contestant, _ repeats: Int) throws -> Double {
    try contestant.before?()
    let time = try Stopwatch.nanoseconds { for _ in 0..<repeats { try contestant.body() } }
    return time / Double(repeats * contestant.operations)
  }

  // MARK: - Other verdicts

  func judge(_ verdict: Verdict) {
    verdicts.append(verdict)
    print("    \(verdict.isMet ? "met    " : "NOT MET") \(verdict.bar): \(verdict.figure)")
  }

  /// Judges a bar that does not compare contestants.
  func judge(_ about: String, _ bar: String, _ figure: String, _ isMet: Bool) {
    print("  \(about)")
    judge(Verdict(suite: suite, about: about, bar: bar, figure: figure, isMet: isMet))
  }

  func note(_ about: String, _ figure: String) {
    facts.append(Fact(suite: suite, about: about, figure: figure))
    print("  \(about): \(figure)")
  }

  /// Judges how a time grows from the first to the last comparison.
  func judgeGrowth(_ measured: [Comparison], atMost limit: Double) {
    guard let first = measured.first, let last = measured.last, measured.count > 1,
      let before = first.best(.library), let after = last.best(.library)
    else { return }
    judge(
      "\(last.title), \(grouped(first.rows)) → \(grouped(last.rows)) rows", "grows ≤ \(number(limit))×",
      "\(number(after / before))×", after / before <= limit)
  }
}

/// The error that two contestants give different answers; then nothing is timed.
struct Disagreement: Error, CustomStringConvertible {
  let title: String
  let rows: Int
  let first: String
  let second: String

  var description: String {
    "\"\(title)\" was not measured, because at \(rows) rows \"\(first)\" and \"\(second)\" give different answers."
  }
}

/// How far an import is.
public struct ImportProgress: Sendable, Hashable {
  /// How many rows are imported, skipped or refused. Rows that wait for the row of their parent are not.
  public let done: Int
  /// How many rows there are; nil if the rows are a sequence that cannot be counted before it is read.
  public let total: Int?
  /// How many of the rows that are done were refused.
  public let refused: Int
}

/// Calls back from time to time during an import.
struct ProgressReporter {
  /// How many steps, each of which reads or finishes a row, lie between two calls.
  private static let interval = 100

  private let total: Int?
  private let report: ((ImportProgress) throws -> Void)?
  private var steps = 0
  private var last: ImportProgress?

  init(total: Int?, _ report: ((ImportProgress) throws -> Void)?) { (self.total, self.report) = (total, report) }

  /// Counts a step, and reports if enough of them were made.
  mutating func step(done: Int, refused: Int) throws {
    steps += 1
    if steps % Self.interval == 0 { try send(done: done, refused: refused) }
  }

  /// Reports the end, unless the last step did.
  mutating func finish(done: Int, refused: Int) throws {
    if last != progress(done, refused) { try send(done: done, refused: refused) }
  }

  private mutating func send(done: Int, refused: Int) throws {
    last = progress(done, refused)
    if let last { try report?(last) }
  }

  private func progress(_ done: Int, _ refused: Int) -> ImportProgress {
    ImportProgress(done: done, total: total, refused: refused)
  }
}

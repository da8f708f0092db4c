import MotionModel
import MotionModelTransactions

extension World {
  /// Checks that the history of a store blames the commits after which columns of records had other values than before.
  func examineBlame(_ twin: Twin) throws {
    var blaming = Blaming(twin: twin)
    blaming.visitAll()
    if let difference = blaming.difference { throw difference }
  }

  /// Checks that the history finds a commit since which there are more jobs than in the middle of what it keeps.
  func examineBisection(_ twin: Twin) throws {
    let states = twin.states.filter { twin.history.commits.contains($0.commit) }
    guard let first = states.first?.commit, let last = states.last?.commit else { return }
    let limit = states[states.count / 2].naive.jobs.rows.count
    let found = try twin.history.bisect(in: first...last) { $0.table(Job.self).count <= limit }
    func holds(after commit: Int) -> Bool {
      states.contains { $0.commit == commit && $0.naive.jobs.rows.count <= limit }
    }
    let isRight =
      switch found.outcome {
      case .holds: holds(after: last)
      case .alreadyBroken: !holds(after: first) && !holds(after: last)
      case .broken(let commit): holds(after: commit - 1) && !holds(after: commit) && found.changeset?.id == commit
      }
    if !isRight { throw Difference("bisection", "\(found) There may be \(limit) jobs.") }
  }
}

private struct Blaming: ModelVisitor {
  let twin: Twin
  var difference: Difference?

  mutating func visit<Record: WorldModel>(_ model: Record.Type) {
    if difference != nil { return }
    do {
      for record in twin.naive[keyPath: Record.rows].records.prefix(2) { try check(record) }
    } catch {
      difference = error as? Difference ?? Difference("blame", "\(error)")
    }
  }

  private func check<Record: WorldModel>(_ record: Record) throws {
    let attributes = twin.states.map { ($0.commit, $0.naive[keyPath: Record.rows].find(record.id)?.attributes) }
    let oldest = attributes.first?.0 ?? 0
    for column in try twin.history.blame(record) {
      let expected = Self.lastChange(of: column.column, in: attributes)
      let blamed = column.blame.flatMap { $0.commit > oldest ? $0.commit : nil }
      if blamed != expected {
        throw Difference(
          "blame of \(Record.name) \(column.column)",
          "\(blamed.map { "\($0)" } ?? "nil") of \(record.id), expected \(expected.map { "\($0)" } ?? "nil")")
      }
    }
  }

  /// Returns the last commit after which a column had another value than before.
  private static func lastChange(
    of column: String, in states: [(commit: Int, attributes: [String: AttributeValue]?)]
  ) -> Int? {
    let values = states.map { (commit: $0.commit, value: $0.attributes?[column]) }
    let changed = zip(values, values.dropFirst()).filter { before, after in
      guard let old = before.value, let new = after.value else { return before.value != nil || after.value != nil }
      return !old.isSame(as: new)
    }
    return changed.last?.1.commit
  }
}

import MotionModel
import MotionModelTestSupport

/// A condition twice: as the library's predicate, and as a plain closure that should say the same.
struct Question<Record: Model> {
  var predicate: RecordPredicate<Record>
  var isMet: (Record) -> Bool
  /// The condition as words for failures.
  var text: String

  static func && (a: Question, b: Question) -> Question {
    Question(
      predicate: a.predicate && b.predicate, isMet: { a.isMet($0) && b.isMet($0) }, text: "(\(a.text) && \(b.text))")
  }

  static func || (a: Question, b: Question) -> Question {
    Question(
      predicate: a.predicate || b.predicate, isMet: { a.isMet($0) || b.isMet($0) }, text: "(\(a.text) || \(b.text))")
  }

  static prefix func ! (a: Question) -> Question {
    Question(predicate: !a.predicate, isMet: { !a.isMet($0) }, text: "!\(a.text)")
  }

  /// A random condition on random columns: one, or several put together.
  static func random(_ probes: [Probe<Record>], depth: Int = 3, using random: inout SplitMix64) -> Question {
    guard depth > 0, random.chance(60) else { return leaf(probes, using: &random) }
    switch random.number(0...4) {
    case 0: return !Self.random(probes, depth: depth - 1, using: &random)
    case 1, 2:
      let first = Self.random(probes, depth: depth - 1, using: &random)
      return first && Self.random(probes, depth: depth - 1, using: &random)
    default:
      let first = Self.random(probes, depth: depth - 1, using: &random)
      return first || Self.random(probes, depth: depth - 1, using: &random)
    }
  }

  private static func leaf(_ probes: [Probe<Record>], using random: inout SplitMix64) -> Question {
    switch random.number(0...40) {
    case 0: Question(predicate: .all, isMet: { _ in true }, text: "all")
    case 1: Question(predicate: .none, isMet: { _ in false }, text: "none")
    default: random.pick(probes).question(&random)
    }
  }
}

/// A key of an order twice: for a finder, and as a plain closure.
struct Key<Record: Model> {
  var apply: (Finder<Record>) -> Finder<Record>
  /// Negative when the first record comes before the second, positive when behind, zero when the key cannot tell.
  var compare: (Record, Record) -> Int
  var text: String
}

/// A wish for distinct values twice.
struct Distinct<Record: Model> {
  var apply: (Finder<Record>) -> Finder<Record>
  var isSame: (Record, Record) -> Bool
  var text: String
}

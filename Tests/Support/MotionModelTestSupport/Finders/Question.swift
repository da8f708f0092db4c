package import MotionModel

/// A condition in two forms, which must agree: as a predicate of the library, and as a plain closure.
package struct Question<Record: Model> {
  package var predicate: RecordPredicate<Record>
  package var isMet: (Record) -> Bool
  /// A description of the condition, for failures.
  package var text: String

  package static func && (a: Question, b: Question) -> Question {
    Question(
      predicate: a.predicate && b.predicate, isMet: { a.isMet($0) && b.isMet($0) }, text: "(\(a.text) && \(b.text))")
  }

  package static func || (a: Question, b: Question) -> Question {
    Question(
      predicate: a.predicate || b.predicate, isMet: { a.isMet($0) || b.isMet($0) }, text: "(\(a.text) || \(b.text))")
  }

  package static prefix func ! (a: Question) -> Question {
    Question(predicate: !a.predicate, isMet: { !a.isMet($0) }, text: "!\(a.text)")
  }

  /// Returns a random condition on random columns: a single test, or a combination of several.
  package static func random(_ probes: [Probe<Record>], depth: Int = 3, using random: inout SplitMix64) -> Question {
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

/// A sort key in two forms, which must agree: for a finder, and as a plain closure.
package struct SortKey<Record: Model> {
  package var apply: (Finder<Record>) -> Finder<Record>
  /// Returns a negative number if the first record comes before the second, a positive one if after, zero if equal.
  package var compare: (Record, Record) -> Int
  package var text: String
}

/// A condition of distinct values in two forms, which must agree: for a finder, and as a plain closure.
package struct Distinct<Record: Model> {
  package var apply: (Finder<Record>) -> Finder<Record>
  package var isSame: (Record, Record) -> Bool
  package var text: String
}

/// What the least and the greatest sort key of some rows decide about a comparison, before any of the rows is read.
struct KeyTest: Sendable {
  enum Verdict {
    /// No row passes.
    case none
    /// The keys do not decide.
    case open
    /// All rows pass.
    case all
  }

  /// The rows that can pass have keys in this range.
  private let keys: KeyRange
  /// Whether a row passes that has one of the two keys at the ends.
  private let includesLeast, includesGreatest: Bool
  /// Whether keys outside of the range pass instead.
  private let isNegated: Bool

  /// - Returns: Nil when keys decide nothing about the comparison.
  init?(_ comparison: ComparisonOperator, _ operand: any Sendable, _ column: ColumnOperations) {
    guard let key = column.exactKey(operand) else { return nil }
    switch comparison {
    case .equal, .notEqual: self.init(key, true, key, true, isNegated: comparison == .notEqual)
    case .less: self.init(.min, true, key, false)
    case .lessOrEqual: self.init(.min, true, key, true)
    case .greater: self.init(key, false, .max, true)
    case .greaterOrEqual: self.init(key, true, .max, true)
    }
  }

  /// - Returns: Nil when keys decide nothing about the range.
  init?(_ range: ValueRange<any Sendable>, _ column: ColumnOperations) {
    guard let lower = column.exactKey(range.lower), let upper = column.exactKey(range.upper) else { return nil }
    self.init(lower, range.includesLower, upper, range.includesUpper)
  }

  private init(
    _ least: UInt64, _ includesLeast: Bool, _ greatest: UInt64, _ includesGreatest: Bool, isNegated: Bool = false
  ) {
    keys = KeyRange(least: least, greatest: greatest)
    (self.includesLeast, self.includesGreatest, self.isNegated) = (includesLeast, includesGreatest, isNegated)
  }

  /// Returns the verdict of the keys of some rows.
  ///
  /// A value between two others has a key between theirs, so rows whose keys are all beside the range fail. Rows pass
  /// only if their keys prove that they have a value at all; see ``SortKey/isNumber(_:)``.
  @inline(__always) func verdict(_ rows: KeyRange) -> Verdict {
    if rows.greatest < keys.least || rows.least > keys.greatest { return isNegated ? .all : .none }
    let isAbove = includesLeast ? rows.least >= keys.least : rows.least > keys.least
    let isBelow = includesGreatest ? rows.greatest <= keys.greatest : rows.greatest < keys.greatest
    guard isAbove, isBelow, SortKey.isNumber(rows.greatest) else { return .open }
    return isNegated ? .none : .all
  }
}

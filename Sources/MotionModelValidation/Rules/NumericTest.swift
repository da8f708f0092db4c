import MotionModel

/// The bounds of one ``Numericality``.
@usableFromInline
struct NumericTest<Value: NumericColumnValue>: Sendable {
  /// The bounds as given: a range is tested as a whole.
  @usableFromInline let bounds: [NumericBound<Value>]

  @usableFromInline
  init<Record: Validatable>(_ bounds: [NumericBound<Value>], _ model: Record.Type) {
    self.bounds = bounds
    let (lower, upper) = (parts.compactMap(\.lower).max(), parts.compactMap(\.upper).min())
    guard let lower, let upper else { return }
    // If no number lies between the ends, the end itself must meet all bounds.
    if lower > upper || lower == upper && !parts.allSatisfy({ !$0.isBoundary || $0.isMet(lower) }) {
      Misuse.stop(
        "A rule Numericality of \(Record.schema.modelName)", "can never be met, because its bounds exclude each other",
        "give a lower bound below the upper one")
    }
  }

  /// The bounds that report separately.
  private var parts: [NumericBound<Value>] { bounds.flatMap { $0.parts.isEmpty ? [$0] : $0.parts } }

  @inlinable @inline(__always)
  func isMet(by value: Value) -> Bool {
    if !value.isNumber { return false }
    for bound in bounds where !bound.isMet(value) { return false }
    return true
  }

  @usableFromInline
  func problems(with value: Value?) -> [Problem] {
    guard let value, value.isNumber else { return [.broken(.notANumber, [:])] }
    return parts.filter { !$0.isMet(value) }.map { bound in
      .broken(bound.rule, bound.parameter.map { [$0: bound.operand.attribute] } ?? [:])
    }
  }

  @usableFromInline
  var keywords: JSONSchemaKeywords { .numbers(parts) }
}

extension NumericBound {
  fileprivate var isBoundary: Bool { lower != nil || upper != nil }
}

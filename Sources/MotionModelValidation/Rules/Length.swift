public import MotionModel

/// A text has so many characters, or a collection so many elements.
///
/// ```swift
/// Length(\.name, 5...80)
/// Length(\.name, min: 5)
/// Length(\.code, exactly: 5)
/// Length(\.tags, max: 10)
/// ```
///
/// Characters are what a reader takes for one: Swift's `count`. A missing value counts as an empty one, so it is too short
/// unless the least length is 0. It reports ``RuleName/tooShort``, ``RuleName/tooLong`` or ``RuleName/wrongLength`` for
/// texts, ``RuleName/tooFew``, ``RuleName/tooMany`` or ``RuleName/wrongCount`` for collections, with `count`.
public struct Length<Record: Model>: ValidationRule {
  /// What the rule is made of.
  public let validations: Validations<Record>

  /// Makes the rule for a range, such as `5...80`, `5...`, `...80` or `..<80`.
  public init<Value: Collection & Sendable>(
    _ column: any KeyPath<Record, Value> & Sendable, _ range: some RangeExpression<Int>
  ) {
    self.init(column, LengthLimits(range, Record.self))
  }

  /// Makes the rule for a range, for values that may be missing.
  public init<Value: Collection & Sendable>(
    _ column: any KeyPath<Record, Value?> & Sendable, _ range: some RangeExpression<Int>
  ) {
    self.init(column, LengthLimits(range, Record.self))
  }

  /// Makes the rule for a least and a greatest length, or one of them.
  public init<Value: Collection & Sendable>(
    _ column: any KeyPath<Record, Value> & Sendable, min: Int = 0, max: Int = .max
  ) {
    self.init(column, LengthLimits(min, max, Record.self))
  }

  /// Makes the rule for a least and a greatest length, or one of them, for values that may be missing.
  public init<Value: Collection & Sendable>(
    _ column: any KeyPath<Record, Value?> & Sendable, min: Int = 0, max: Int = .max
  ) {
    self.init(column, LengthLimits(min, max, Record.self))
  }

  /// Makes the rule for one length.
  public init<Value: Collection & Sendable>(_ column: any KeyPath<Record, Value> & Sendable, exactly length: Int) {
    self.init(column, LengthLimits(length, length, Record.self))
  }

  /// Makes the rule for one length, for values that may be missing.
  public init<Value: Collection & Sendable>(_ column: any KeyPath<Record, Value?> & Sendable, exactly length: Int) {
    self.init(column, LengthLimits(length, length, Record.self))
  }

  private init<Value: Collection & Sendable>(_ column: any KeyPath<Record, Value> & Sendable, _ limits: LengthLimits) {
    let isText = Value.self is any StringProtocol.Type
    let test: QuickTest
    if Value.self == String.self {
      test = QuickTests.at(column) { limits.contain($0.assumingMemoryBound(to: String.self).pointee) }
    } else {
      test = QuickTests.of(column) { limits.contain($0.count) }
    }
    validations = Self.rule(column, limits, isText, test) { $0[keyPath: column].count }
  }

  private init<Value: Collection & Sendable>(_ column: any KeyPath<Record, Value?> & Sendable, _ limits: LengthLimits) {
    let isText = Value.self is any StringProtocol.Type
    let test: QuickTest
    if Value.self == String.self {
      test = QuickTests.at(column) { limits.contain($0.assumingMemoryBound(to: String?.self).pointee ?? "") }
    } else {
      test = QuickTests.of(column) { limits.contain($0?.count ?? 0) }
    }
    validations = Self.rule(column, limits, isText, test) { $0[keyPath: column]?.count ?? 0 }
  }

  private static func rule<Value>(
    _ column: any KeyPath<Record, Value> & Sendable, _ limits: LengthLimits, _ isText: Bool,
    _ test: @escaping QuickTest,
    _ count: @escaping @Sendable (Record) -> Int
  ) -> Validations<Record> {
    let check = Check(
      isText ? .tooShort : .tooFew, [Field<Record>(column, of: "Length")],
      .record(test) { record, _ in limits.problem(count(record), isText).map { [$0] } ?? [] },
      keywords: .length(limits, isText))
    return Validations([check])
  }
}

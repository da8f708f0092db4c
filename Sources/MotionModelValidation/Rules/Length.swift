public import Foundation
import MotionModel

/// A rule about the number of characters of a string, or of elements of a collection.
///
/// ```swift
/// Length(\.name, 5...80)
/// Length(\.name, min: 5)
/// Length(\.code, exactly: 5)
/// Length(\.tags, max: 10)
/// Length(\.text, max: { $0.isDraft ? 5_000 : 500 })     // a limit that follows from the record
/// ```
///
/// Characters are Swift's `Character`s. A missing value counts as an empty one, so it is too short unless the
/// minimum is 0. For strings it reports ``RuleName/tooShort``, ``RuleName/tooLong`` or ``RuleName/wrongLength``,
/// and for collections ``RuleName/tooFew``, ``RuleName/tooMany`` or ``RuleName/wrongCount``, with the limit that was
/// missed as `count`. A rule with two limits also reports both, as `minimum` and `maximum`.
public struct Length<Record: Validatable>: ValidationRule, BuiltInRule {
  let rules: Validations<Record>

  /// Creates the rule for a range, such as `5...80`, `5...`, `...80` or `..<80`.
  public init<Value: CollectionValue>(
    _ column: any KeyPath<Record, Value> & Sendable, _ range: some RangeExpression<Int>
  ) {
    self.init(column, LengthLimits(range, Record.self))
  }

  /// Creates the rule for a minimum length, and a maximum length if it is given.
  public init<Value: CollectionValue>(
    _ column: any KeyPath<Record, Value> & Sendable, min: Int, max: Int = .max
  ) {
    self.init(column, LengthLimits(min, max, Record.self))
  }

  /// Creates the rule for a maximum length.
  public init<Value: CollectionValue>(_ column: any KeyPath<Record, Value> & Sendable, max: Int) {
    self.init(column, LengthLimits(0, max, Record.self))
  }

  /// Not available: the compiler chooses it for a rule without limits, so that its message names the mistake.
  @available(*, unavailable, message: "Length needs a limit: a range, min:, max: or exactly:")
  public init<Value>(_ column: any KeyPath<Record, Value> & Sendable) {
    Misuse.stop("Length", "has no limit", "add one")
  }

  /// Creates the rule for an exact length.
  public init<Value: CollectionValue>(_ column: any KeyPath<Record, Value> & Sendable, exactly length: Int) {
    self.init(column, LengthLimits(length, length, Record.self))
  }

  /// Creates the rule for a minimum length that follows from the record, and a maximum length if it is given.
  ///
  /// Errors contain the limit, so it must not be a secret. No length is valid if the minimum is above the maximum.
  /// Numbers are compared with such limits by ``Comparison``. Neither a quick test nor a JSON Schema knows the limits.
  public init<Value: CollectionValue>(
    _ column: any KeyPath<Record, Value> & Sendable, min: @escaping @Sendable (Record) -> Int,
    max: @escaping @Sendable (Record) -> Int = { _ in .max }
  ) {
    let isString = Value.isText
    let check = Check(
      isString ? .tooShort : .tooFew, [Field<Record>(column, of: "Length")],
      .record(nil) { record, _ in
        let limits = LengthLimits(min: min(record), max: max(record))
        return limits.problem(record[keyPath: column].elementCount, isString).map { [$0] } ?? []
      }, keywords: .none)
    rules = Validations([check])
  }

  /// Creates the rule for a maximum length that follows from the record.
  ///
  /// ```swift
  /// Length(\.text, max: { $0.isDraft ? 5_000 : 500 })
  /// ```
  ///
  /// Errors contain the limit, so it must not be a secret.
  public init<Value: CollectionValue>(
    _ column: any KeyPath<Record, Value> & Sendable, max: @escaping @Sendable (Record) -> Int
  ) {
    self.init(column, min: { _ in 0 }, max: max)
  }

  private init<Value: CollectionValue>(_ column: any KeyPath<Record, Value> & Sendable, _ limits: LengthLimits) {
    let isString = Value.isText
    let test: QuickTest
    if Value.self == String.self {
      test = QuickTests.at(column) { limits.contain($0[String.self]) }
    } else if Value.self == String?.self {
      test = QuickTests.at(column) { limits.contain($0[String?.self] ?? "") }
    } else {
      test = QuickTests.of(column) { limits.contain($0.elementCount) }
    }
    let check = Check(
      isString ? .tooShort : .tooFew, [Field<Record>(column, of: "Length")],
      .record(test) { record, _ in
        limits.problem(record[keyPath: column].elementCount, isString).map { [$0] } ?? []
      }, keywords: .length(limits, isString))
    rules = Validations([check])
  }
}

/// A string, a collection or bytes, or nil instead, whose characters, elements or bytes ``Length`` counts.
///
/// A collection of a program's own needs only the conformance.
public protocol CollectionValue: SendableMetatype {
  /// How many characters, elements or bytes there are; 0 for nil.
  var elementCount: Int { get }
  /// Whether characters are counted, of which messages speak otherwise.
  static var isText: Bool { get }
}

extension CollectionValue where Self: Collection {
  /// The `count` of the collection.
  public var elementCount: Int { count }
  /// Whether this is a string or a part of one.
  public static var isText: Bool { Self.self is any StringProtocol.Type }
}

extension String: CollectionValue {}
extension Substring: CollectionValue {}
extension Data: CollectionValue {}
extension Array: CollectionValue {}
extension ArraySlice: CollectionValue {}
extension ContiguousArray: CollectionValue {}
extension Set: CollectionValue {}
extension Dictionary: CollectionValue {}

extension Optional: CollectionValue where Wrapped: CollectionValue {
  /// How many characters, elements or bytes there are; 0 for nil.
  public var elementCount: Int { self?.elementCount ?? 0 }
  /// Whether characters are counted.
  public static var isText: Bool { Wrapped.isText }
}

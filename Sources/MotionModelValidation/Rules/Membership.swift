public import MotionModel

/// The implementation that ``Inclusion`` and ``Exclusion`` share.
@usableFromInline
enum Membership {
  /// Returns the rule for values that are known when it is declared. A missing value is none of them.
  @inlinable
  static func rule<Record: Validatable, Value: ColumnValue>(
    _ rule: RuleName, _ column: any KeyPath<Record, Value> & Sendable, _ list: [AttributeValue]?,
    _ contains: @escaping @Sendable (Value.Unwrapped) -> Bool
  ) -> Validations<Record> {
    let isIncluded = rule == .inclusion
    let isMet = { @Sendable (value: Value) in value.unwrapped.map { contains($0) == isIncluded } ?? !isIncluded }
    return self.rule(rule, column, QuickTests.of(column, isMet), list) { isMet($0[keyPath: column]) }
  }

  /// Returns the rule for values that follow from the record.
  static func rule<Record: Validatable, Value: ColumnValue>(
    _ rule: RuleName, _ column: any KeyPath<Record, Value> & Sendable,
    of list: @escaping @Sendable (Record) -> [Value.Unwrapped]
  ) -> Validations<Record> {
    let isIncluded = rule == .inclusion
    return self.rule(rule, column, nil, nil) { record in
      record[keyPath: column].unwrapped.map { list(record).contains($0) == isIncluded } ?? !isIncluded
    }
  }

  @usableFromInline
  static func rule<Record: Validatable, Value>(
    _ rule: RuleName, _ column: any KeyPath<Record, Value> & Sendable, _ quick: QuickTest?, _ list: [AttributeValue]?,
    _ isMet: @escaping @Sendable (Record) -> Bool
  ) -> Validations<Record> {
    let parameters: [String: AttributeValue] = list.map { ["list": .array($0)] } ?? [:]
    let check = Check(
      rule, [Field<Record>(column, of: rule == .inclusion ? "Inclusion" : "Exclusion")],
      .record(quick) { record, _ in isMet(record) ? [] : [.broken(nil, parameters)] },
      keywords: .membership(rule, list))
    return Validations([check])
  }

  /// Returns the range, and traps if it is empty.
  ///
  /// Only a half-open range can be empty, and it then contains neither of its ends.
  @usableFromInline
  static func checked<Range: RangeExpression, Record: Validatable>(_ range: Range, _ model: Record.Type) -> Range
  where Range.Bound: Comparable {
    if let range = range as? Swift.Range<Range.Bound>, range.isEmpty { stop("range", model) }
    return range
  }

  @usableFromInline
  static func stop<Record: Validatable>(_ what: String, _ model: Record.Type) -> Never {
    Misuse.stop(
      "A rule Inclusion or Exclusion of \(Record.schema.modelName)", "says nothing, because its \(what) is empty",
      "give it values")
  }
}

/// A list of values that is searched linearly if it is short, and by hash if it is long.
@usableFromInline
struct ValueList<Value: ColumnValue>: Sendable {
  @usableFromInline let values: [Value]
  @usableFromInline let set: Set<Value>?

  @usableFromInline
  init<Record: Validatable>(_ values: [Value], _ model: Record.Type) {
    if values.isEmpty { Membership.stop("list", model) }
    self.values = values
    set = values.count > 12 ? Set(values) : nil
  }

  @inlinable @inline(__always)
  func contains(_ value: Value) -> Bool {
    if let set { return set.contains(value) }
    for candidate in values where candidate == value { return true }
    return false
  }

  @usableFromInline
  var attributes: [AttributeValue] { values.map(\.attribute) }
}

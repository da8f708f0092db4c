/// A column in a predicate: `$0.priority` in `Todo.where { $0.priority > 2 }`.
///
/// It has the operators of Swift and, from ``ColumnTests``, a named method for each of them and more.
public struct ColumnExpression<Record: Model, Value: Sendable>: ColumnTests {
  /// The property.
  public let keyPath: any KeyPath<Record, Value> & Sendable

  /// Makes an expression for a property.
  public init(_ keyPath: any KeyPath<Record, Value> & Sendable) { self.keyPath = keyPath }

  /// The expression itself.
  public var column: ColumnExpression { self }

  /// The predicate itself.
  public func outcome(of predicate: RecordPredicate<Record>) -> RecordPredicate<Record> { predicate }
}

/// The columns of a model as members: what the closure of `Todo.where { $0.priority > 2 }` is given.
@dynamicMemberLookup
public struct Columns<Record: Model>: Sendable {
  init() {}

  /// The column of a property.
  public subscript<Value: Sendable>(
    dynamicMember keyPath: any KeyPath<Record, Value> & Sendable
  ) -> ColumnExpression<Record, Value> {
    ColumnExpression(keyPath)
  }

  /// The records that belong to a record.
  public subscript<Target: Model>(
    dynamicMember relation: any KeyPath<Record.Relations, Relation<Record, ToMany<Target>>> & Sendable
  ) -> ChildColumns<Record, Target> {
    ChildColumns(route: Route(steps: Record.relations[keyPath: relation].core.scopedSteps))
  }

  /// The one record that belongs to a record.
  public subscript<Target: Model>(
    dynamicMember relation: any KeyPath<Record.Relations, Relation<Record, ToOne<Target>>> & Sendable
  ) -> ParentColumns<Record, Target> {
    ParentColumns(route: Route(steps: Record.relations[keyPath: relation].core.scopedSteps))
  }

  /// The parent of a record.
  public subscript<Target: Model>(
    dynamicMember relation: any KeyPath<Record.Relations, Relation<Record, ToParent<Target>>> & Sendable
  ) -> ParentColumns<Record, Target> {
    ParentColumns(route: Route(steps: Record.relations[keyPath: relation].core.scopedSteps))
  }
}

/// The start of a condition on a column: what `Todo.where(\.priority)` gives, and each of its tests completes.
///
/// ```swift
/// Todo.where(\.assignedTo).eq("bob").and(\.location).contains("seattle").all
/// ```
public struct ColumnFinder<Record: Model, Value: Sendable>: ColumnTests {
  let finder: Finder<Record>
  /// How the condition joins those that the finder has already.
  let isAlternative: Bool
  /// The column.
  public let column: ColumnExpression<Record, Value>

  /// The finder with the condition added.
  public func outcome(of predicate: RecordPredicate<Record>) -> Finder<Record> {
    isAlternative ? finder.or(predicate) : finder.and(predicate)
  }
}

/// The tests of a column's value, by name.
///
/// On `Todo.where(\.priority)` a test gives a ``Finder``; on `$0.priority` inside `Todo.where { … }`, a
/// ``RecordPredicate``.
///
/// ## Topics
/// ### Equality
/// - ``eq(_:)``
/// - ``ne(_:)``
/// - ``in(_:)``
/// - ``notIn(_:)``
/// - ``isNil``
/// - ``isNotNil``
/// ### Order
/// - ``gt(_:)``
/// - ``gte(_:)``
/// - ``lt(_:)``
/// - ``lte(_:)``
/// - ``between(_:_:)``
/// ### Texts
/// - ``contains(_:caseSensitive:)``
/// - ``startsWith(_:caseSensitive:)``
/// - ``endsWith(_:caseSensitive:)``
/// - ``like(_:caseSensitive:)``
/// - ``matches(_:limit:)``
public protocol ColumnTests<Record, Value>: Sendable {
  /// The model.
  associatedtype Record: Model
  /// The type of the property.
  associatedtype Value: Sendable
  /// What a completed test gives.
  associatedtype Outcome

  /// The column that is tested.
  var column: ColumnExpression<Record, Value> { get }

  /// What a completed test gives.
  func outcome(of predicate: RecordPredicate<Record>) -> Outcome
}

extension ColumnTests {
  private func outcome(_ node: PredicateNode) -> Outcome { outcome(of: RecordPredicate(node)) }
}

// MARK: - Nil

extension ColumnTests {
  /// The value is missing.
  public var isNil: Outcome { outcome(absence) }

  /// There is a value.
  public var isNotNil: Outcome { outcome(!absence) }

  private var absence: PredicateNode {
    if let column = ColumnReference(declared: column.keyPath) { return .isNil(column) }
    let keyPath = column.keyPath
    return .code("\(keyPath) == nil") { base, _, rows in
      let records = base.assumingMemoryBound(to: Record.self)
      return rows.filter { (records[$0][keyPath: keyPath] as? any OptionalDocument)?.isNil ?? false }
    }
  }
}

// MARK: - Equality

extension ColumnTests where Value: Equatable {
  /// The value equals another. Swift's `==`: `eq(nil)` finds missing values.
  public func eq(_ value: Value) -> Outcome { outcome(equality(with: value)) }

  /// The value differs from another. Swift's `!=`: a missing value differs from every other.
  public func ne(_ value: Value) -> Outcome {
    if let column = ColumnReference(any: column.keyPath) { return outcome(.comparison(column, .notEqual, value)) }
    return outcome(!equality(with: value))
  }

  private func equality(with value: Value) -> PredicateNode {
    if let column = ColumnReference(any: column.keyPath) { return .comparison(column, .equal, value) }
    let keyPath = column.keyPath
    return .code("\(keyPath) == \(value)") { base, _, rows in
      let records = base.assumingMemoryBound(to: Record.self)
      return rows.filter { records[$0][keyPath: keyPath] == value }
    }
  }
}

extension ColumnTests where Value: ColumnValue {
  /// The value is one of a list, by Swift's `==`.
  ///
  /// - Complexity: O(1) for each record, however long the list is; an index is used once for each element.
  public func `in`(_ values: some Sequence<Value>) -> Outcome {
    outcome(.membership(ColumnReference(column.keyPath), Array(values)))
  }

  /// The value is none of a list, by Swift's `==`; a missing value is none of them unless nil is in the list.
  public func notIn(_ values: some Sequence<Value>) -> Outcome {
    outcome(.not(.membership(ColumnReference(column.keyPath), Array(values))))
  }

  // MARK: - Order

  /// The value is greater than another. A missing value is not.
  public func gt(_ value: Value) -> Outcome { outcome(comparison(.greater, value)) }

  /// The value is greater than or equal to another. A missing value is not.
  public func gte(_ value: Value) -> Outcome { outcome(comparison(.greaterOrEqual, value)) }

  /// The value is less than another. A missing value is not.
  public func lt(_ value: Value) -> Outcome { outcome(comparison(.less, value)) }

  /// The value is less than or equal to another. A missing value is not.
  public func lte(_ value: Value) -> Outcome { outcome(comparison(.lessOrEqual, value)) }

  /// The value lies between two others or equals one of them. No value lies between bounds that are the wrong way round.
  public func between(_ low: Value, _ high: Value) -> Outcome {
    outcome(comparison(.greaterOrEqual, low) && comparison(.lessOrEqual, high))
  }

  private func comparison(_ comparison: ComparisonOperator, _ value: Value) -> PredicateNode {
    .comparison(ColumnReference(column.keyPath), comparison, value)
  }
}

extension ColumnTests where Value: ColumnValue & Comparable {
  /// The value lies in a range, both ends included.
  public func between(_ range: ClosedRange<Value>) -> Outcome { between(range.lowerBound, range.upperBound) }

  /// The value lies in a range, the upper end excluded.
  public func between(_ range: Range<Value>) -> Outcome {
    outcome(comparison(.greaterOrEqual, range.lowerBound) && comparison(.less, range.upperBound))
  }
}

extension ColumnTests {
  /// The value lies in a range, both ends included. A missing value does not.
  public func between<Wrapped: ColumnValue & Comparable>(
    _ range: ClosedRange<Wrapped>
  ) -> Outcome where Value == Wrapped? {
    between(range.lowerBound, range.upperBound)
  }

  /// The value lies in a range, the upper end excluded. A missing value does not.
  public func between<Wrapped: ColumnValue & Comparable>(_ range: Range<Wrapped>) -> Outcome where Value == Wrapped? {
    outcome(comparison(.greaterOrEqual, range.lowerBound) && comparison(.less, range.upperBound))
  }
}

// MARK: - Texts

/// A column that holds texts: `String` and `String?`.
public protocol TextValue: ColumnValue {
  /// The text, if there is one.
  var text: String? { get }
}

extension String: TextValue {
  /// The text itself.
  public var text: String? { self }
}

extension Optional: TextValue where Wrapped == String {
  /// The text, if there is one.
  public var text: String? { self }
}

extension ColumnTests where Value: TextValue {
  /// The text equals another, with or without regard to case.
  public func eq(_ value: Value, caseSensitive: Bool) -> Outcome { outcome(equality(value, caseSensitive)) }

  /// The text differs from another, with or without regard to case; a missing one differs from every other.
  public func ne(_ value: Value, caseSensitive: Bool) -> Outcome { outcome(!equality(value, caseSensitive)) }

  /// The text is one of a list, with or without regard to case.
  public func `in`(_ values: some Sequence<Value>, caseSensitive: Bool) -> Outcome {
    outcome(membership(Array(values), caseSensitive))
  }

  /// The text is none of a list, with or without regard to case.
  public func notIn(_ values: some Sequence<Value>, caseSensitive: Bool) -> Outcome {
    outcome(!membership(Array(values), caseSensitive))
  }

  /// The text has another in it. Every text has the empty one in it.
  public func contains(_ text: String, caseSensitive: Bool = true) -> Outcome { test(.contains, text, caseSensitive) }

  /// The text begins with another.
  public func startsWith(_ text: String, caseSensitive: Bool = true) -> Outcome {
    test(.startsWith, text, caseSensitive)
  }

  /// The text ends with another.
  public func endsWith(_ text: String, caseSensitive: Bool = true) -> Outcome { test(.endsWith, text, caseSensitive) }

  /// The whole text fits a pattern in the settings of SQL: `%` stands for any number of characters, `_` for one, and a
  /// backslash takes the meaning from the character behind it: `\%` stands for a percent sign.
  public func like(_ pattern: String, caseSensitive: Bool = true) -> Outcome { test(.like, pattern, caseSensitive) }

  /// A regular expression is found somewhere in the text; anchor it to ask for the whole.
  ///
  /// The time that a regular expression takes cannot be bounded: `(a+)+b` takes twice as long for each further `a`, and minutes for thirty of
  /// them. Swift's `Regex` has no limit of steps or time, so take no expression from a stranger, give a limit of length where texts come from
  /// one, and write repetitions inside of repetitions as ones that do not give back what they have (`Local`, `(?>…)`).
  ///
  /// - Parameters:
  ///   - pattern: The expression. Closures in it may be called from any thread.
  ///   - limit: How many characters a text may have to be looked at; one with more does not match. Nil for any number.
  public func matches(_ pattern: some RegexComponent, limit: Int? = nil) -> Outcome {
    outcome(.text(ColumnReference(column.keyPath), StringTest(pattern, limit: limit ?? .max)))
  }

  private func test(_ kind: StringTest.Kind, _ text: String, _ caseSensitive: Bool) -> Outcome {
    outcome(.text(ColumnReference(column.keyPath), StringTest(kind, text, caseSensitive: caseSensitive)))
  }

  private func equality(_ value: Value, _ caseSensitive: Bool) -> PredicateNode {
    let column = ColumnReference(column.keyPath)
    guard let text = value.text else { return .isNil(column) }
    return caseSensitive
      ? .comparison(column, .equal, value) : .text(column, StringTest(.equal, text, caseSensitive: false))
  }

  private func membership(_ values: [Value], _ caseSensitive: Bool) -> PredicateNode {
    let column = ColumnReference(column.keyPath)
    if caseSensitive { return .membership(column, values) }
    let found = PredicateNode.text(column, StringTest(caseInsensitivelyIn: values.compactMap(\.text)))
    return values.allSatisfy { $0.text != nil } ? found : found || .isNil(column)
  }
}

extension ColumnTests {
  /// The array has an element in it: `Todo.where(\.tags).contains("urgent")`.
  ///
  /// - Complexity: O(*n*) in the number of elements of each record that is tested; an index of elements, see ``Index``, finds the
  ///   records by it.
  public func contains<Element: ColumnValue>(_ element: Element) -> Outcome where Value == [Element] {
    let keyPath = column.keyPath
    let test = ElementTest(keyPath, element) { .elements(of: keyPath) }
    return outcome(of: RecordPredicate(.element(ColumnReference(keyPath), test)))
  }
}

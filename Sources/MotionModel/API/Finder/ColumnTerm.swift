/// A column in a predicate: `$0.priority` in `Todo.where { $0.priority > 2 }`.
///
/// It has Swift's comparison operators. ``ColumnTests`` adds a named method for each of them, and further tests.
public struct ColumnTerm<Record: Model, Value: Sendable>: ColumnTests {
  /// The property.
  @usableFromInline package let keyPath: any KeyPath<Record, Value> & Sendable

  /// Creates an expression for a property.
  @inlinable package init(_ keyPath: any KeyPath<Record, Value> & Sendable) { self.keyPath = keyPath }

  /// This expression.
  @inlinable public var column: ColumnTerm { self }

  /// Returns the predicate.
  @inlinable public func outcome(of predicate: RecordPredicate<Record>) -> RecordPredicate<Record> { predicate }
}

/// The columns of a model as members: the parameter of the closure in `Todo.where { $0.priority > 2 }`.
@dynamicMemberLookup
public struct Columns<Record: Model>: Sendable {
  @inlinable package init() {}

  /// The column of a property.
  @inlinable
  public subscript<Value: Sendable>(
    dynamicMember keyPath: any KeyPath<Record, Value> & Sendable
  ) -> ColumnTerm<Record, Value> {
    ColumnTerm(keyPath)
  }

  /// Not available: the compiler chooses it for a misspelled name, so that its message names the mistake.
  @available(*, unavailable, message: "the model has no property or relation of this name")
  public subscript(dynamicMember name: String) -> NoSuchProperty { NoSuchProperty.refuse() }

  /// The related records of a relation to many.
  public subscript<Target: Model>(
    dynamicMember relation: any KeyPath<Record.Relations, Relation<Record, ToMany<Target>>> & Sendable
  ) -> ChildColumns<Record, Target> {
    ChildColumns(route: Route(legs: Record.relations[keyPath: relation].core.scopedLegs))
  }

  /// The related record of a relation to one, or to a parent.
  public subscript<Kind: RelationKind>(
    dynamicMember relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable
  ) -> ParentColumns<Record, Kind.Target> where Kind.Related == Kind.Target? {
    ParentColumns(route: Route(legs: Record.relations[keyPath: relation].core.scopedLegs))
  }

  /// The parent of a relation to one of several models; ``AnyParentColumns/as(_:)`` chooses the model.
  public subscript<Key: ModelID>(
    dynamicMember relation: any KeyPath<Record.Relations, PolymorphicRelation<Record, Key>> & Sendable
  ) -> AnyParentColumns<Record, Key> {
    AnyParentColumns(relation: Record.relations[keyPath: relation])
  }
}

/// The start of a condition on a column, as `Todo.where(\.priority)` returns it. A test completes it to a finder.
///
/// ```swift
/// Todo.where(\.assignedTo).eq("bob").and(\.location).contains("seattle").all
/// ```
public struct ColumnFinder<Record: Model, Value: Sendable>: ColumnTests {
  @usableFromInline let finder: Finder<Record>
  /// Whether the condition is joined to the finder's other conditions by `or`, and not by `and`.
  @usableFromInline let isAlternative: Bool
  /// The column.
  public let column: ColumnTerm<Record, Value>

  @inlinable init(finder: Finder<Record>, isAlternative: Bool, column: ColumnTerm<Record, Value>) {
    (self.finder, self.isAlternative, self.column) = (finder, isAlternative, column)
  }

  /// Returns the finder with the condition added.
  @inlinable public func outcome(of predicate: RecordPredicate<Record>) -> Finder<Record> {
    isAlternative ? finder.or(predicate) : finder.and(predicate)
  }
}

/// The named tests of a column's value.
///
/// On `Todo.where(\.priority)`, a test returns a ``Finder``. On `$0.priority` inside `Todo.where { … }`, it returns a
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
/// ### Strings
/// - ``contains(_:caseSensitive:accentSensitive:)``
/// - ``startsWith(_:caseSensitive:accentSensitive:)``
/// - ``endsWith(_:caseSensitive:accentSensitive:)``
/// - ``like(_:caseSensitive:accentSensitive:)``
/// - ``matches(_:limit:)``
public protocol ColumnTests<Record, Value>: Sendable {
  /// The model.
  associatedtype Record: Model
  /// The type of the property.
  associatedtype Value: Sendable
  /// The result of a test: a finder or a predicate.
  associatedtype Outcome

  /// The column that is tested.
  var column: ColumnTerm<Record, Value> { get }

  /// Returns the result of a test whose predicate is given.
  func outcome(of predicate: RecordPredicate<Record>) -> Outcome
}

extension ColumnTests {
  private func outcome(_ node: PredicateNode) -> Outcome { outcome(of: RecordPredicate(node)) }

  /// Returns the test of a value for which there is no column.
  fileprivate func codeTest(_ words: String, _ test: @escaping @Sendable (Value) -> Bool) -> PredicateNode {
    let reader = PropertyReader(column.keyPath)
    return .code("\(column.keyPath) \(words)") { base, stride, rows in
      rows.filter { test(reader.value(in: Row(base + $0 &* stride))) }
    }
  }
}

// MARK: - Nil

extension ColumnTests {
  /// The value is nil.
  public var isNil: Outcome { outcome(absence) }

  /// The value is not nil.
  public var isNotNil: Outcome { outcome(!absence) }

  private var absence: PredicateNode {
    if let column = ColumnReference(declared: column.keyPath) { return .isNil(column) }
    return codeTest("== nil") { ($0 as? any OptionalDocument)?.isNil ?? false }
  }
}

// MARK: - Equality

extension ColumnTests where Value: Equatable {
  /// The value equals another, by Swift's `==`. `eq(nil)` finds nil.
  @inlinable @inline(__always) public func eq(_ value: Value) -> Outcome { outcome(of: column.compared(.equal, value)) }

  /// The value differs from another, by Swift's `!=`. Nil differs from every value that is not nil.
  @inlinable @inline(__always)
  public func ne(_ value: Value) -> Outcome { outcome(of: column.compared(.notEqual, value)) }
}

extension ColumnTerm where Value: Equatable {
  /// Returns the condition that compares the column with a value.
  ///
  /// It is compiled in the caller's module, where the place of a literal key path is a number.
  @inlinable @inline(__always)
  func compared(_ comparison: ComparisonOperator, _ value: Value) -> RecordPredicate<Record> {
    SchemaCreation.checkInlined(Record.self)
    guard let offset = MemoryLayout<Record>.offset(of: keyPath),
      let column = Record.schema.reference(at: offset, of: Value.self)
    else { return comparedByKeyPath(comparison, value) }
    return RecordPredicate(column, comparison, value)
  }

  /// Returns the condition for a property that is computed or no column. One for which there can be no column is
  /// compared by `==` and `!=` alone.
  @usableFromInline
  func comparedByKeyPath(_ comparison: ComparisonOperator, _ value: Value) -> RecordPredicate<Record> {
    if let column = ColumnReference(any: keyPath) { return RecordPredicate(column, comparison, value) }
    let isEqual = codeTest("== \(value)") { $0 == value }
    return RecordPredicate(comparison == .equal ? isEqual : !isEqual)
  }
}

extension ColumnTests where Value: ColumnValue {
  /// The value is one of a list, by Swift's `==`.
  ///
  /// - Complexity: O(1) for each record that is tested, however long the list is. An index is used once for each
  ///   element.
  public func `in`(_ values: some Sequence<Value>) -> Outcome {
    outcome(.membership(ColumnReference(column.keyPath), Array(values)))
  }

  /// The value is none of a list, by Swift's `==`. Nil meets this unless the list contains nil.
  public func notIn(_ values: some Sequence<Value>) -> Outcome {
    outcome(.not(.membership(ColumnReference(column.keyPath), Array(values))))
  }

  // MARK: - Order

  /// The value is greater than another. Nil is not.
  @inlinable @inline(__always)
  public func gt(_ value: Value) -> Outcome { outcome(of: column.compared(.greater, value)) }

  /// The value is greater than or equal to another. A missing value is not.
  @inlinable @inline(__always)
  public func gte(_ value: Value) -> Outcome { outcome(of: column.compared(.greaterOrEqual, value)) }

  /// The value is less than another. Nil is not.
  @inlinable @inline(__always) public func lt(_ value: Value) -> Outcome { outcome(of: column.compared(.less, value)) }

  /// The value is less than or equal to another. Nil is not.
  @inlinable @inline(__always)
  public func lte(_ value: Value) -> Outcome { outcome(of: column.compared(.lessOrEqual, value)) }

  /// The value lies between two bounds, both included. No value does if the lower bound is greater than the upper one.
  public func between(_ low: Value, _ high: Value) -> Outcome {
    outcome(of: column.compared(.greaterOrEqual, low) && column.compared(.lessOrEqual, high))
  }
}

extension ColumnTests where Value: ColumnValue & Comparable {
  /// The value lies in a range, both bounds included.
  public func between(_ range: ClosedRange<Value>) -> Outcome { between(range.lowerBound, range.upperBound) }

  /// The value lies in a range, the upper bound excluded.
  public func between(_ range: Range<Value>) -> Outcome {
    outcome(of: column.compared(.greaterOrEqual, range.lowerBound) && column.compared(.less, range.upperBound))
  }
}

extension ColumnTests {
  /// The value lies in a range, both bounds included. Nil does not.
  public func between<Wrapped: ColumnValue & Comparable>(
    _ range: ClosedRange<Wrapped>
  ) -> Outcome where Value == Wrapped? {
    between(range.lowerBound, range.upperBound)
  }

  /// The value lies in a range, the upper bound excluded. Nil does not.
  public func between<Wrapped: ColumnValue & Comparable>(_ range: Range<Wrapped>) -> Outcome where Value == Wrapped? {
    outcome(of: column.compared(.greaterOrEqual, range.lowerBound) && column.compared(.less, range.upperBound))
  }
}

// MARK: - Strings

/// The value of a column of strings: `String` or `String?`.
public protocol TextValue: ColumnValue {
  /// The string, or nil.
  var text: String? { get }
}

extension String: TextValue {
  /// This string.
  public var text: String? { self }
}

extension Optional: TextValue where Wrapped == String {
  /// This string, or nil.
  public var text: String? { self }
}

extension ColumnTests where Value: TextValue {
  /// The string equals another, with or without regard to case and to accents.
  ///
  /// ```swift
  /// Person.where(\.name).eq("Zoe", caseSensitive: false, accentSensitive: false)   // also "Zoë" and "ZOÉ"
  /// ```
  ///
  /// Without regard to accents, marks above and below letters are left out of both strings, letters with a stroke
  /// become plain ones, and `æ`, `œ` and `þ` become two letters, whatever the language.
  public func eq(_ value: Value, caseSensitive: Bool, accentSensitive: Bool = true) -> Outcome {
    outcome(equality(value, caseSensitive, accentSensitive))
  }

  /// The string differs from another, with or without regard to case and to accents. Nil differs from every string.
  public func ne(_ value: Value, caseSensitive: Bool, accentSensitive: Bool = true) -> Outcome {
    outcome(!equality(value, caseSensitive, accentSensitive))
  }

  /// The string is one of a list, with or without regard to case and to accents.
  public func `in`(
    _ values: some Sequence<Value>, caseSensitive: Bool, accentSensitive: Bool = true
  ) -> Outcome {
    outcome(membership(Array(values), caseSensitive, accentSensitive))
  }

  /// The string is none of a list, with or without regard to case and to accents.
  public func notIn(
    _ values: some Sequence<Value>, caseSensitive: Bool, accentSensitive: Bool = true
  ) -> Outcome {
    outcome(!membership(Array(values), caseSensitive, accentSensitive))
  }

  /// The string contains another. Every string contains the empty one.
  public func contains(_ text: String, caseSensitive: Bool = true, accentSensitive: Bool = true) -> Outcome {
    test(.contains, text, caseSensitive, accentSensitive)
  }

  /// The string begins with another.
  public func startsWith(_ text: String, caseSensitive: Bool = true, accentSensitive: Bool = true) -> Outcome {
    test(.startsWith, text, caseSensitive, accentSensitive)
  }

  /// The string ends with another.
  public func endsWith(_ text: String, caseSensitive: Bool = true, accentSensitive: Bool = true) -> Outcome {
    test(.endsWith, text, caseSensitive, accentSensitive)
  }

  /// The whole string matches a pattern, as in SQL: `%` stands for any number of characters, and `_` for one. A
  /// backslash escapes the next character: `\%` stands for a percent sign.
  public func like(_ pattern: String, caseSensitive: Bool = true, accentSensitive: Bool = true) -> Outcome {
    test(.like, pattern, caseSensitive, accentSensitive)
  }

  /// A part of the string matches a regular expression. Anchor the expression to match the whole string.
  ///
  /// The time that a regular expression takes has no bound: `(a+)+b` takes twice as long for each further `a` in a
  /// string, and minutes for thirty of them. Swift's `Regex` has no limit of steps or time. So do not take expressions
  /// from strangers, set a `limit` when strings come from strangers, and write nested repetitions as atomic groups,
  /// which do not backtrack (`Local`, `(?>…)`).
  ///
  /// - Parameters:
  ///   - pattern: The expression. Closures in it may be called from any thread.
  ///   - limit: The greatest number of characters in a string that can match; nil for no limit.
  public func matches(_ pattern: some RegexComponent, limit: Int? = nil) -> Outcome {
    outcome(.text(ColumnReference(column.keyPath), StringTest(pattern, limit: limit ?? .max)))
  }

  private func test(
    _ kind: StringTest.Kind, _ text: String, _ caseSensitive: Bool, _ accentSensitive: Bool
  ) -> Outcome {
    let test = StringTest(kind, text, caseSensitive: caseSensitive, accentSensitive: accentSensitive)
    return outcome(.text(ColumnReference(column.keyPath), test))
  }

  private func equality(_ value: Value, _ caseSensitive: Bool, _ accentSensitive: Bool) -> PredicateNode {
    let column = ColumnReference(column.keyPath)
    guard let text = value.text else { return .isNil(column) }
    if caseSensitive && accentSensitive { return .comparison(column, .equal, value) }
    return .text(
      column, StringTest(.equal, text, caseSensitive: caseSensitive, accentSensitive: accentSensitive))
  }

  private func membership(_ values: [Value], _ caseSensitive: Bool, _ accentSensitive: Bool) -> PredicateNode {
    let column = ColumnReference(column.keyPath)
    if caseSensitive && accentSensitive { return .membership(column, values) }
    let texts = values.compactMap(\.text)
    let found = PredicateNode.text(
      column, StringTest(in: texts, caseSensitive: caseSensitive, accentSensitive: accentSensitive))
    return values.allSatisfy { $0.text != nil } ? found : found || .isNil(column)
  }
}

extension ColumnTests {
  /// The array contains an element: `Todo.where(\.tags).contains("urgent")`.
  ///
  /// - Complexity: O(*n*) in the number of elements of each record that is tested. With an index of elements, see
  ///   ``Index``, only records that can match are tested.
  public func contains<Element: ColumnValue>(_ element: Element) -> Outcome where Value == [Element] {
    let keyPath = column.keyPath
    let test = ElementTest(keyPath, element) { .elements(of: keyPath) }
    return outcome(of: RecordPredicate(.element(ColumnReference(keyPath), test)))
  }
}

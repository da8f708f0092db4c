/// A value that is computed for each record, from its columns or from related records: `$0.total - $0.paid`,
/// `$0.name.count`, `$0.todos.count`.
///
/// It can be used in predicates and orders:
///
/// ```swift
/// Invoice.where { $0.total - $0.paid > 0 }
/// Project.where { $0.todos.count > 3 }
/// Project.order(by: { $0.todos.count }, .descending)
/// ```
///
/// ``ValueOperand`` lists what values are computed from.
///
/// - Complexity: It is computed for each record that is tested or ordered; no index is used.
public struct ComputedValue<Record: Model, Value: ColumnValue>: Sendable {
  /// How the value is computed from a row.
  private enum Computation: Sendable {
    /// From the row alone.
    case row(@Sendable (Row) -> Value)
    /// From other tables too: returns, for a version of the tables, a closure that computes the value.
    case related(@Sendable (Tables) -> @Sendable (Row) -> Value)
  }

  let description: String
  /// The column, if the value is that of a column.
  let column: ColumnReference?
  private let computation: Computation
  /// Returns the rows of other tables on which the value depends; nil when it depends on code, which may look at
  /// anything.
  private let dependencies: @Sendable () -> [RelatedDependency]?
  /// How many computations are nested in this one. Computing a value recurses into them, and the stack of a thread may
  /// be small.
  private let depth: Int
  /// The related records whose number the value is, for an adapter that counts them; nil for any other value.
  private var counted: CountedRecords?
  /// The column, if the value is a column of a parent, for adapters that order by it; nil for any other value.
  private var parent: ParentColumn?

  private init(
    _ description: String, _ column: ColumnReference?, _ depth: Int, _ computation: Computation,
    _ dependencies: @escaping @Sendable () -> [RelatedDependency]?
  ) {
    (self.description, self.column, self.depth, self.computation) = (description, column, depth, computation)
    self.dependencies = dependencies
  }

  /// Creates the value of a column.
  init(_ column: ColumnReference, _ read: @escaping @Sendable (Row) -> Value) {
    let isStored = column.operations.bytes != nil
    self.init(column.name, column, 0, .row(read)) { isStored ? [] : nil }
  }

  /// Creates a value that is computed from related records.
  ///
  /// - Parameters:
  ///   - counted: The records whose number the value is; nil for any other value.
  ///   - parent: The column of a parent that the value is; nil for any other value.
  ///   - dependencies: Returns the related rows on which the value depends; nil when it depends on code.
  init(
    related description: String, counting counted: CountedRecords? = nil, of parent: ParentColumn? = nil,
    _ dependencies: @escaping @Sendable () -> [RelatedDependency]?,
    _ read: @escaping @Sendable (Tables) -> @Sendable (Row) -> Value
  ) {
    self.init(description, nil, 0, .related(read), dependencies)
    (self.counted, self.parent) = (counted, parent)
  }

  /// Returns the depth of a computation around others.
  private static func depth(over depth: Int) -> Int {
    if depth < PredicateNode.maximumDepth { return depth + 1 }
    fatalError(
      """
      A computed value is nested more than \(PredicateNode.maximumDepth) deep: compute it in a closure, as in find { … }, or in a \
      computed property.
      """)
  }

  /// Returns a value that is computed from this one and another.
  func combined<Other: ColumnValue, Result: ColumnValue>(
    with other: ComputedValue<Record, Other>, _ description: String,
    _ compute: @escaping @Sendable (Value, Other) -> Result
  ) -> ComputedValue<Record, Result> {
    let depth = Self.depth(over: max(depth, other.depth))
    let (first, second) = (dependencies, other.dependencies)
    let dependencies: @Sendable () -> [RelatedDependency]? = {
      first().flatMap { first in second().map { first + $0 } }
    }
    if case .row(let own) = computation, case .row(let others) = other.computation {
      let computation = ComputedValue<Record, Result>.Computation.row { compute(own($0), others($0)) }
      return ComputedValue<Record, Result>(description, nil, depth, computation, dependencies)
    }
    let computation = ComputedValue<Record, Result>.Computation.related { tables in
      let (own, others) = (self.reader(in: tables), other.reader(in: tables))
      return { compute(own($0), others($0)) }
    }
    return ComputedValue<Record, Result>(description, nil, depth, computation, dependencies)
  }

  /// Returns a value that is computed from this one.
  func map<Result: ColumnValue>(
    _ description: String, _ compute: @escaping @Sendable (Value) -> Result
  ) -> ComputedValue<Record, Result> {
    let computation: ComputedValue<Record, Result>.Computation =
      switch computation {
      case .row(let read): .row { compute(read($0)) }
      case .related(let read):
        .related { tables in
          let read = read(tables)
          return { compute(read($0)) }
        }
      }
    return ComputedValue<Record, Result>(description, nil, Self.depth(over: depth), computation, dependencies)
  }

  /// Returns a closure that computes the value for a row.
  func reader(in tables: Tables) -> @Sendable (Row) -> Value {
    switch computation {
    case .row(let read): read
    case .related(let read): read(tables)
    }
  }

  /// Returns the predicate that the value passes a test.
  ///
  /// - Parameters:
  ///   - text: The words for the test, which come after those for the value.
  ///   - comparison: The comparison that the test is, with its operand; nil for any other test.
  func test(
    _ text: String?, comparing comparison: (ComparisonOperator, Value)? = nil,
    _ test: @escaping @Sendable (Value) -> Bool
  ) -> RecordPredicate<Record> {
    let words = text.map { "\(description) \($0)" } ?? description
    switch computation {
    case .row(let read):
      let isOfStoredColumns = dependencies() != nil
      let attribute: @Sendable (Row) -> AttributeValue = { read($0).attribute }
      return RecordPredicate(
        .code(CodeTest(words, isOfStoredColumns: isOfStoredColumns, value: attribute, passing(read, test))))
    case .related(let read):
      let count = counted.flatMap { CountComparison($0, comparison) }
      return RecordPredicate(.related(RelatedComparison(words, dependencies, count, read, test)))
    }
  }

  /// Returns the order by the value.
  func orderTerm(_ direction: OrderDirection, _ nils: NilOrder) -> OrderTerm {
    if let column, column.index != nil { return OrderTerm(column, direction, nils) }
    var computed = ComputedOrder(direction, nils, dependencies) { reader(in: $0) }
    // What a property computes may be another value when the cursor of a page is used.
    if let column { return OrderTerm(column, direction, nils).comparing(computed) }
    computed.count = counted.map { ($0, direction) }
    computed.parent = parent.map { ($0, direction, nils) }
    return OrderTerm(related: description + OrderTerm.suffix(direction, nils), computed: computed) { tables in
      RowComparison(direction, nils, reader(in: tables))
    }
  }
}

// MARK: - Comparing with a constant

extension ComputedValue {
  /// The value equals another.
  public static func == (computed: Self, value: Value) -> RecordPredicate<Record> {
    computed.test("== \(value.attribute)", comparing: (.equal, value)) { $0 == value }
  }

  /// The value differs from another.
  public static func != (computed: Self, value: Value) -> RecordPredicate<Record> { !(computed == value) }

  /// The value is less than another; false for a missing value.
  public static func < (computed: Self, value: Value) -> RecordPredicate<Record> {
    computed.order("<", .less, value) { Value.precedes($0, value) }
  }

  /// The value is less than or equal to another; false for a missing value.
  public static func <= (computed: Self, value: Value) -> RecordPredicate<Record> {
    computed.order("<=", .lessOrEqual, value) { !Value.precedes(value, $0) }
  }

  /// The value is greater than another; false for a missing value.
  public static func > (computed: Self, value: Value) -> RecordPredicate<Record> {
    computed.order(">", .greater, value) { Value.precedes(value, $0) }
  }

  /// The value is greater than or equal to another; false for a missing value.
  public static func >= (computed: Self, value: Value) -> RecordPredicate<Record> {
    computed.order(">=", .greaterOrEqual, value) { !Value.precedes($0, value) }
  }

  private func order(
    _ sign: String, _ comparison: ComparisonOperator, _ value: Value, _ test: @escaping @Sendable (Value) -> Bool
  ) -> RecordPredicate<Record> {
    if !hasPlace(value) { return .none }
    return self.test("\(sign) \(value.attribute)", comparing: (comparison, value)) { hasPlace($0) && test($0) }
  }
}

/// Whether a value has a place in an order, so that it is less or greater than others: it is neither nil nor NaN.
func hasPlace<Value: ColumnValue>(_ value: Value) -> Bool { value.unwrapped.map { !isNaN($0) } ?? false }

/// A comparison of a value that is computed from related records.
private final class RelatedComparison<Value: ColumnValue>: CountingTest {
  let description: String
  let count: CountComparison?
  private let findDependencies: @Sendable () -> [RelatedDependency]?
  private let read: @Sendable (Tables) -> @Sendable (Row) -> Value
  private let test: @Sendable (Value) -> Bool

  init(
    _ description: String, _ dependencies: @escaping @Sendable () -> [RelatedDependency]?, _ count: CountComparison?,
    _ read: @escaping @Sendable (Tables) -> @Sendable (Row) -> Value, _ test: @escaping @Sendable (Value) -> Bool
  ) {
    (self.description, findDependencies, self.read, self.test) = (description, dependencies, read, test)
    self.count = count
  }

  var dependencies: [RelatedDependency]? { findDependencies() }

  func resolved(in tables: Tables) -> PredicateNode {
    let read = read(tables)
    return .code(CodeTest(description, value: { read($0).attribute }, passing(read, test)))
  }

  func isEqual(to other: any RelatedTest) -> Bool {
    guard let other = other as? RelatedComparison else { return false }
    return other === self || count.map { count in other.count.map(count.isSame) ?? false } ?? false
  }
}

/// Returns the test of rows that a value of each row passes.
private func passing<Value>(
  _ read: @escaping @Sendable (Row) -> Value, _ test: @escaping @Sendable (Value) -> Bool
) -> Kernel {
  { base, stride, rows in rows.filter { test(read(Row(base + $0 &* stride))) } }
}

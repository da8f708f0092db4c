import MotionModel

/// What conditions and orders need of a column whose values have a standard type.
///
/// Conditions are read at run time, and predicates are made of key paths whose types are known at compile time. So each
/// column is opened once with its type, after which all is typed.
protocol TypedColumn<Record> {
  associatedtype Record: Model

  /// Returns a condition that compares the column with a value; nil if the column cannot have such a value.
  func comparing(_ comparison: ComparisonOperator, _ value: AttributeValue) -> RecordPredicate<Record>?
  /// Returns the condition that the value is one of some; nil if the column cannot have such a value.
  func membership(_ values: [AttributeValue]) -> RecordPredicate<Record>?
  /// Returns a test of the column's strings; nil if it has none, or if the test has no form as a finder has it.
  func text(_ test: StringTest) -> RecordPredicate<Record>?
  /// An index of the column, for a plan that assumes it.
  var index: Index<Record> { get }
  /// Returns a finder with an order by the column behind those that it has.
  func ordering(_ finder: Finder<Record>, _ direction: OrderDirection, _ nils: NilOrder) -> Finder<Record>
}

/// A column with its type.
struct ColumnOfValues<Record: Model, Value: ColumnValue>: TypedColumn {
  let keyPath: any KeyPath<Record, Value> & Sendable

  var index: Index<Record> { Index(orderedBy: keyPath) }

  private var expression: ColumnTerm<Record, Value> { ColumnTerm(keyPath) }

  func comparing(_ comparison: ComparisonOperator, _ value: AttributeValue) -> RecordPredicate<Record>? {
    if value.isNull {
      switch comparison {
      case .equal: return expression.isNil
      case .notEqual: return expression.isNotNil
      default: return RecordPredicate.none
      }
    }
    guard let value = try? Value(attribute: value) else { return nil }
    return switch comparison {
    case .equal: expression.eq(value)
    case .notEqual: expression.ne(value)
    case .less: expression.lt(value)
    case .lessOrEqual: expression.lte(value)
    case .greater: expression.gt(value)
    case .greaterOrEqual: expression.gte(value)
    }
  }

  func membership(_ values: [AttributeValue]) -> RecordPredicate<Record>? {
    let cast = values.compactMap { try? Value(attribute: $0) }
    return cast.count == values.count ? expression.in(cast) : nil
  }

  func text(_ test: StringTest) -> RecordPredicate<Record>? {
    guard let form = test.form else { return nil }
    if let strings = expression as? ColumnTerm<Record, String> { return strings.test(form) }
    if let strings = expression as? ColumnTerm<Record, String?> { return strings.test(form) }
    return nil
  }

  func ordering(_ finder: Finder<Record>, _ direction: OrderDirection, _ nils: NilOrder) -> Finder<Record> {
    finder.order(by: keyPath, direction, nils: nils)
  }
}

extension ColumnTerm where Value: TextValue {
  fileprivate func test(_ form: (kind: StringTest.Kind, text: String, caseSensitive: Bool)) -> RecordPredicate<Record>?
  {
    switch form.kind {
    case .contains: contains(form.text, caseSensitive: form.caseSensitive)
    case .startsWith: startsWith(form.text, caseSensitive: form.caseSensitive)
    case .endsWith: endsWith(form.text, caseSensitive: form.caseSensitive)
    case .like: like(form.text, caseSensitive: form.caseSensitive)
    case .equal: (try? Value(attribute: .string(form.text))).map { eq($0, caseSensitive: form.caseSensitive) }
    }
  }
}

/// Opens columns with their types.
enum ColumnOpener<Record: Model> {
  /// Returns a column with its type; nil if finders cannot compare the type, such as a document.
  static func open(_ column: Column<Record>) -> (any TypedColumn<Record>)? {
    guard let type = Swift.type(of: column.keyPath).valueType as? any ColumnValue.Type else { return nil }
    return open(column, type)
  }

  private static func open<Value: ColumnValue>(
    _ column: Column<Record>, _ type: Value.Type
  ) -> (any TypedColumn<Record>)? {
    guard column.keyPath is KeyPath<Record, Value> else { return nil }
    // It is the same object, whose type was checked: the cast does not know that it is Sendable.
    return ColumnOfValues(keyPath: unsafeBitCast(column.keyPath, to: (any KeyPath<Record, Value> & Sendable).self))
  }
}

/// Makes predicates of conditions.
struct PredicateMaker<Record: Model> {
  /// How deep predicates are nested here. Conditions may be deeper than predicates can be.
  private static var deepest: Int { 50 }

  private let columns = Record.schema.columns.map { ColumnOpener<Record>.open($0) }

  /// Returns a predicate with the meaning of a condition.
  ///
  /// What finders can say becomes a part that indexes answer. The rest, such as what is computed or nested very deep,
  /// is tested on each record as the tool does, and is `code` in the plan.
  func predicate(_ condition: Condition) -> RecordPredicate<Record> { predicate(condition, depth: 0) }

  private func predicate(_ condition: Condition, depth: Int) -> RecordPredicate<Record> {
    if depth == Self.deepest { return code(condition) }
    return switch condition {
    case .constant(let value): value ? .all : .none
    case .not(let condition): !predicate(condition, depth: depth + 1)
    case .all(let conditions): conditions.reduce(.all) { $0 && predicate($1, depth: depth + 1) }
    case .any(let conditions): conditions.reduce(.none) { $0 || predicate($1, depth: depth + 1) }
    default: simple(condition) ?? code(condition)
    }
  }

  private func simple(_ condition: Condition) -> RecordPredicate<Record>? {
    switch condition {
    case .comparison(.column(let place, _), let comparison, .constant(let value), _):
      columns[place]?.comparing(comparison, value)
    case .comparison(.constant(let value), let comparison, .column(let place, _), _):
      columns[place]?.comparing(comparison.mirrored, value)
    case .membership(.column(let place, _), let values, let hasNil, _):
      columns[place]?.membership(values + (hasNil ? [.null] : []))
    case .text(.column(let place, _), let test): columns[place]?.text(test)
    case .containment(.column(let place, _), _, let test): columns[place]?.text(test)
    default: nil
    }
  }

  private func code(_ condition: Condition) -> RecordPredicate<Record> {
    RecordPredicate { record in
      condition.matches(RowValues(Record.schema.columns.map { $0[record] }))
    }
  }
}

extension Condition {
  /// The places of the columns that are compared with values.
  var columns: Set<Int> {
    switch self {
    case .comparison(.column(let place, _), _, .constant, _), .comparison(.constant, _, .column(let place, _), _),
      .membership(.column(let place, _), _, _, _), .text(.column(let place, _), _),
      .containment(.column(let place, _), _, _):
      [place]
    case .all(let conditions), .any(let conditions): conditions.reduce(into: []) { $0.formUnion($1.columns) }
    default: []
    }
  }

  /// Whether it is one comparison of a column with a value that an ordered index answers.
  var isComparison: Bool {
    switch self {
    case .comparison(_, let comparison, _, _): comparison != .notEqual
    case .membership: true
    default: false
    }
  }

  /// Refuses a condition whose time is not limited: a regular expression may take for ever.
  func checkCost() throws(QueryRefusal) {
    switch self {
    case .text(_, let test) where test.description.hasPrefix("matches"):
      throw QueryRefusal("The inspector tests no regular expressions, whose time has no limit: use like or contains.")
    case .not(let condition): try condition.checkCost()
    case .all(let conditions), .any(let conditions):
      for condition in conditions { try condition.checkCost() }
    default: break
    }
  }
}

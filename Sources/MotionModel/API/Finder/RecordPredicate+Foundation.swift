public import Foundation

extension RecordPredicate {
  /// Translates a predicate of Foundation.
  ///
  /// Comparisons of declared columns with constants, columns of the type `Bool`, `isEmpty` of strings, `contains`,
  /// `starts(with:)`, ranges, `&&`, `||`, `!`, and conditions on relations to many become conditions of this library.
  /// These are about a thousand times as fast as evaluation, and can use indexes. Arithmetic, `??`, `?.`, `if let`,
  /// `count`, and comparisons of columns with each other are computed from the columns. A number that does not fit its
  /// type, and one divided by zero, is not equal to, less or greater than anything.
  ///
  /// Conditions that alternate more than 50 deep are computed, too. Any other part, such as a computed property, a
  /// relation to one or `!` behind an optional, is evaluated for each record. A record does not meet it if the
  /// evaluation throws.
  public init(_ predicate: Predicate<Record>) {
    let translation = PredicateTranslation<Record>(variable: predicate.variable)
    self.init(translation.node(of: predicate.expression))
  }
}

/// Translates the expressions of one predicate.
struct PredicateTranslation<Record: Model> {
  let variable: PredicateExpressions.Variable<Record>
  /// The parameters of the closures around an expression, the outermost first.
  var parameters: [PredicateExpressions.VariableID] = []

  /// Translates a condition. Parts that cannot be translated are evaluated.
  func node(of expression: some PredicateExpression<Bool>) -> PredicateNode {
    if let expression = expression as? any Composed { return expression.node(in: self) }
    return translated(expression) ?? evaluated(expression)
  }

  /// Translates a condition; nil when a part of it has to be evaluated.
  func translated(_ expression: some PredicateExpression<Bool>) -> PredicateNode? {
    (expression as? any TranslatableExpression)?.node(in: self) ?? computed(expression)
  }

  /// Returns the test of a condition that is computed from stored columns; nil when a part of it has to be evaluated.
  private func computed<Condition: PredicateExpression<Bool>>(_ condition: Condition) -> PredicateNode? {
    guard let read = read(condition) else { return nil }
    nonisolated(unsafe) let value = read.value
    let content = TestContent(type: ObjectIdentifier(Condition.self), name: read.text, parts: read.parts)
    return .code(
      CodeTest(read.text, content) { base, stride, rows in
        rows.filter { value(ReadScope(row: Row(base + $0 &* stride))) ?? false }
      })
  }

  /// Returns a condition that is computed from stored columns, or else is evaluated by Foundation.
  func evaluated(_ expression: some PredicateExpression<Bool>) -> PredicateNode {
    if let computed = computed(expression) { return computed }
    // A predicate is Sendable, so its expressions may be sent between threads, although their types do not say so.
    let variable = variable
    nonisolated(unsafe) let evaluate = { (record: Record) in
      (try? expression.evaluate(PredicateBindings((variable, record)))) ?? false
    }
    return RecordPredicate<Record> { evaluate($0) }.node
  }

  /// Returns what two parts of a condition become together; nil when that would be nested too deep.
  func joined(
    _ first: PredicateNode, _ second: PredicateNode, by join: (PredicateNode, PredicateNode) -> PredicateNode
  ) -> PredicateNode? {
    first.mayBeNested && second.mayBeNested ? join(first, second) : nil
  }

  /// Translates a comparison of a column with a constant, in either order; nil for any other comparison.
  func comparison(
    _ first: some PredicateExpression, _ comparison: ComparisonOperator, _ second: some PredicateExpression
  ) -> PredicateNode? {
    ordered(first, comparison, second) ?? ordered(second, comparison.mirrored, first)
  }

  private func ordered(
    _ first: some PredicateExpression, _ comparison: ComparisonOperator, _ second: some PredicateExpression
  ) -> PredicateNode? {
    guard let operand = constant(second) else { return nil }
    if let column = column(first) { return .comparison(column, comparison, operand) }
    guard let number = operand as? Int else { return nil }
    return (first as? any PropertyExpression)?.list(with: "count", in: self)?.hasCount(comparison, number)
  }

  /// Returns the related records that a list consists of; nil for any other list.
  func list(_ expression: some PredicateExpression) -> (any RelatedList<Record>)? {
    (expression as? any RelatedExpression)?.list(in: self)
  }

  /// Returns the declared column that an expression reads; nil for any other expression.
  func column(_ expression: some PredicateExpression) -> ColumnReference? {
    guard let expression = expression as? any PropertyExpression,
      let keyPath = expression.keyPath(of: variable.key) as? PartialKeyPath<Record>
    else { return nil }
    return ColumnReference(declared: keyPath)
  }

  /// Returns the value of a constant expression, if a column can hold it.
  func constant(_ expression: some PredicateExpression) -> (any ColumnValue)? {
    (expression as? any ConstantExpression)?.constant as? any ColumnValue
  }
}

/// A condition that consists of others, some of which can be translated while the rest is evaluated.
private protocol Composed {
  func node<Record: Model>(in translation: PredicateTranslation<Record>) -> PredicateNode
}

/// A condition that can be translated if all of its parts can.
protocol TranslatableExpression {
  func node<Record: Model>(in translation: PredicateTranslation<Record>) -> PredicateNode?
}

private protocol PropertyExpression {
  /// Returns the key path if its root is the given variable, else nil.
  func keyPath(of variable: PredicateExpressions.VariableID) -> AnyKeyPath?
  /// Returns the related records of which this is a member; nil when it is anything else.
  func list<Record: Model>(
    with member: String, in translation: PredicateTranslation<Record>
  ) -> (any RelatedList<Record>)?
}

private protocol ConstantExpression {
  var constant: Any { get }
}

extension PredicateExpressions.KeyPath: PropertyExpression {
  func keyPath(of variable: PredicateExpressions.VariableID) -> AnyKeyPath? {
    (root as? PredicateExpressions.Variable<Root.Output>)?.key == variable ? keyPath : nil
  }
}

extension PredicateExpressions.Value: ConstantExpression {
  fileprivate var constant: Any { value }
}

extension PredicateExpressions.NilLiteral: ConstantExpression {
  fileprivate var constant: Any { Wrapped?.none as Any }
}

// MARK: - Logic

extension PredicateExpressions.Conjunction: Composed, TranslatableExpression {
  fileprivate func node<Record: Model>(in translation: PredicateTranslation<Record>) -> PredicateNode {
    translation.joined(translation.node(of: lhs), translation.node(of: rhs), by: &&) ?? translation.evaluated(self)
  }

  func node<Record: Model>(in translation: PredicateTranslation<Record>) -> PredicateNode? {
    guard let first = translation.translated(lhs), let second = translation.translated(rhs) else { return nil }
    return translation.joined(first, second, by: &&)
  }
}

extension PredicateExpressions.Disjunction: Composed, TranslatableExpression {
  fileprivate func node<Record: Model>(in translation: PredicateTranslation<Record>) -> PredicateNode {
    // If the evaluation of the first part throws, the whole condition throws, whatever the second part is.
    guard let first = translation.translated(lhs) else { return translation.evaluated(self) }
    return translation.joined(first, translation.node(of: rhs), by: ||) ?? translation.evaluated(self)
  }

  func node<Record: Model>(in translation: PredicateTranslation<Record>) -> PredicateNode? {
    guard let first = translation.translated(lhs), let second = translation.translated(rhs) else { return nil }
    return translation.joined(first, second, by: ||)
  }
}

// NB: Not `Composed`. If the evaluation of the negated condition throws, a record must not meet the negation either,
// so the negation is evaluated as a whole.
extension PredicateExpressions.Negation: TranslatableExpression {
  func node<Record: Model>(in translation: PredicateTranslation<Record>) -> PredicateNode? {
    translation.translated(wrapped).flatMap { $0.mayBeNested ? !$0 : nil }
  }
}

// MARK: - Comparisons

extension PredicateExpressions.Equal: TranslatableExpression {
  func node<Record: Model>(in translation: PredicateTranslation<Record>) -> PredicateNode? {
    translation.comparison(lhs, .equal, rhs)
  }
}

extension PredicateExpressions.NotEqual: TranslatableExpression {
  func node<Record: Model>(in translation: PredicateTranslation<Record>) -> PredicateNode? {
    translation.comparison(lhs, .notEqual, rhs)
  }
}

extension PredicateExpressions.Comparison: TranslatableExpression {
  func node<Record: Model>(in translation: PredicateTranslation<Record>) -> PredicateNode? {
    let comparison: ComparisonOperator
    switch op {
    case .lessThan: comparison = .less
    case .lessThanOrEqual: comparison = .lessOrEqual
    case .greaterThan: comparison = .greater
    case .greaterThanOrEqual: comparison = .greaterOrEqual
    @unknown default: return nil
    }
    return translation.comparison(lhs, comparison, rhs)
  }
}

extension PredicateExpressions.RangeExpressionContains: TranslatableExpression {
  func node<Record: Model>(in translation: PredicateTranslation<Record>) -> PredicateNode? {
    guard let column = translation.column(element), let bounds = range as? any BoundsExpression,
      let (low, high, comparison) = bounds.bounds(in: translation)
    else { return nil }
    return .comparison(column, .greaterOrEqual, low) && .comparison(column, comparison, high)
  }
}

private typealias Bounds = (low: any ColumnValue, high: any ColumnValue, end: ComparisonOperator)

private protocol BoundsExpression {
  func bounds<Record: Model>(in translation: PredicateTranslation<Record>) -> Bounds?
}

extension PredicateExpressions.ClosedRange: BoundsExpression {
  fileprivate func bounds<Record: Model>(in translation: PredicateTranslation<Record>) -> Bounds? {
    guard let low = translation.constant(lower), let high = translation.constant(upper) else { return nil }
    return (low, high, .lessOrEqual)
  }
}

extension PredicateExpressions.Range: BoundsExpression {
  fileprivate func bounds<Record: Model>(in translation: PredicateTranslation<Record>) -> Bounds? {
    guard let low = translation.constant(lower), let high = translation.constant(upper) else { return nil }
    return (low, high, .less)
  }
}

extension PredicateExpressions.Value: BoundsExpression {
  fileprivate func bounds<Record: Model>(in translation: PredicateTranslation<Record>) -> Bounds? {
    (value as? any ConstantBounds)?.bounds
  }
}

/// A range that a predicate captured as one constant.
private protocol ConstantBounds {
  var bounds: Bounds { get }
}

extension ClosedRange: ConstantBounds where Bound: ColumnValue {
  fileprivate var bounds: Bounds { (lowerBound, upperBound, .lessOrEqual) }
}

extension Range: ConstantBounds where Bound: ColumnValue {
  fileprivate var bounds: Bounds { (lowerBound, upperBound, .less) }
}

// MARK: - Columns alone

extension PredicateExpressions.KeyPath: TranslatableExpression {
  func node<Record: Model>(in translation: PredicateTranslation<Record>) -> PredicateNode? {
    if Output.self == Bool.self, let column = translation.column(self) { return .comparison(column, .equal, true) }
    if keyPath == \String.isEmpty, let column = translation.column(root) { return .comparison(column, .equal, "") }
    return list(with: "isEmpty", in: translation).map { !$0.exists.node }
  }
}

// MARK: - Lists and strings

extension PredicateExpressions.SequenceContains: TranslatableExpression {
  func node<Record: Model>(in translation: PredicateTranslation<Record>) -> PredicateNode? {
    guard let column = translation.column(element), let values = translation.constant(sequence),
      let element = LHS.Output.Element.self as? any ColumnValue.Type
    else { return nil }
    func membership<Value: ColumnValue>(_ type: Value.Type) -> PredicateNode? {
      (values as? [Value]).map { .membership(column, $0) }
    }
    return membership(element)
  }
}

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
  func node<Record: Model>(in translation: PredicateTranslation<Record>) -> PredicateNode? {
    guard let column = translation.column(base), let text = translation.constant(other) as? String else { return nil }
    return .text(column, StringTest(.contains, text, caseSensitive: true))
  }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
  func node<Record: Model>(in translation: PredicateTranslation<Record>) -> PredicateNode? {
    guard let column = translation.column(base), let text = translation.constant(prefix) as? String else { return nil }
    return .text(column, StringTest(.startsWith, text, caseSensitive: true))
  }
}

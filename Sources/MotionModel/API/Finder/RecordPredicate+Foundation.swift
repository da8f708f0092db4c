public import Foundation

extension RecordPredicate {
  /// Translates a predicate of Foundation.
  ///
  /// Comparisons of declared columns with constants, `contains`, `starts(with:)`, ranges, `&&`, `||` and `!` become
  /// conditions of this library. These are about a thousand times as fast as evaluation, and can use indexes. Any other
  /// part, and one in which conditions alternate more than 50 deep, is evaluated for each record. A record does not
  /// meet it if the evaluation throws.
  public init(_ predicate: Predicate<Record>) {
    let translation = Translation<Record>(variable: predicate.variable)
    self.init(translation.node(of: predicate.expression))
  }
}

/// Translates the expressions of one predicate.
private struct Translation<Record: Model> {
  let variable: PredicateExpressions.Variable<Record>

  /// Translates a condition. Parts that cannot be translated are evaluated.
  func node(of expression: some PredicateExpression<Bool>) -> PredicateNode {
    if let expression = expression as? any Composed { return expression.node(in: self) }
    return translated(expression) ?? evaluated(expression)
  }

  /// Translates a condition; nil when a part of it cannot be translated.
  func translated(_ expression: some PredicateExpression<Bool>) -> PredicateNode? {
    (expression as? any Translatable)?.node(in: self)
  }

  func evaluated(_ expression: some PredicateExpression<Bool>) -> PredicateNode {
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
    if let column = column(first), let operand = constant(second) { return .comparison(column, comparison, operand) }
    if let column = column(second), let operand = constant(first) {
      return .comparison(column, comparison.mirrored, operand)
    }
    return nil
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
  func node<Record: Model>(in translation: Translation<Record>) -> PredicateNode
}

/// A condition that can be translated if all of its parts can.
private protocol Translatable {
  func node<Record: Model>(in translation: Translation<Record>) -> PredicateNode?
}

private protocol PropertyExpression {
  /// Returns the key path if its root is the given variable, else nil.
  func keyPath(of variable: PredicateExpressions.VariableID) -> AnyKeyPath?
}

private protocol ConstantExpression {
  var constant: Any { get }
}

extension PredicateExpressions.KeyPath: PropertyExpression {
  fileprivate func keyPath(of variable: PredicateExpressions.VariableID) -> AnyKeyPath? {
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

extension PredicateExpressions.Conjunction: Composed, Translatable {
  fileprivate func node<Record: Model>(in translation: Translation<Record>) -> PredicateNode {
    translation.joined(translation.node(of: lhs), translation.node(of: rhs), by: &&) ?? translation.evaluated(self)
  }

  fileprivate func node<Record: Model>(in translation: Translation<Record>) -> PredicateNode? {
    guard let first = translation.translated(lhs), let second = translation.translated(rhs) else { return nil }
    return translation.joined(first, second, by: &&)
  }
}

extension PredicateExpressions.Disjunction: Composed, Translatable {
  fileprivate func node<Record: Model>(in translation: Translation<Record>) -> PredicateNode {
    // If the evaluation of the first part throws, the whole condition throws, whatever the second part is.
    guard let first = translation.translated(lhs) else { return translation.evaluated(self) }
    return translation.joined(first, translation.node(of: rhs), by: ||) ?? translation.evaluated(self)
  }

  fileprivate func node<Record: Model>(in translation: Translation<Record>) -> PredicateNode? {
    guard let first = translation.translated(lhs), let second = translation.translated(rhs) else { return nil }
    return translation.joined(first, second, by: ||)
  }
}

// NB: Not `Composed`. If the evaluation of the negated condition throws, a record must not meet the negation either,
// so the negation is evaluated as a whole.
extension PredicateExpressions.Negation: Translatable {
  fileprivate func node<Record: Model>(in translation: Translation<Record>) -> PredicateNode? {
    translation.translated(wrapped).flatMap { $0.mayBeNested ? !$0 : nil }
  }
}

// MARK: - Comparisons

extension PredicateExpressions.Equal: Translatable {
  fileprivate func node<Record: Model>(in translation: Translation<Record>) -> PredicateNode? {
    translation.comparison(lhs, .equal, rhs)
  }
}

extension PredicateExpressions.NotEqual: Translatable {
  fileprivate func node<Record: Model>(in translation: Translation<Record>) -> PredicateNode? {
    translation.comparison(lhs, .notEqual, rhs)
  }
}

extension PredicateExpressions.Comparison: Translatable {
  fileprivate func node<Record: Model>(in translation: Translation<Record>) -> PredicateNode? {
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

extension PredicateExpressions.RangeExpressionContains: Translatable {
  fileprivate func node<Record: Model>(in translation: Translation<Record>) -> PredicateNode? {
    guard let column = translation.column(element), let bounds = range as? any BoundsExpression,
      let (low, high, comparison) = bounds.bounds(in: translation)
    else { return nil }
    return .comparison(column, .greaterOrEqual, low) && .comparison(column, comparison, high)
  }
}

private protocol BoundsExpression {
  func bounds<Record: Model>(
    in translation: Translation<Record>
  ) -> (low: any ColumnValue, high: any ColumnValue, end: ComparisonOperator)?
}

extension PredicateExpressions.ClosedRange: BoundsExpression {
  fileprivate func bounds<Record: Model>(
    in translation: Translation<Record>
  ) -> (low: any ColumnValue, high: any ColumnValue, end: ComparisonOperator)? {
    guard let low = translation.constant(lower), let high = translation.constant(upper) else { return nil }
    return (low, high, .lessOrEqual)
  }
}

extension PredicateExpressions.Range: BoundsExpression {
  fileprivate func bounds<Record: Model>(
    in translation: Translation<Record>
  ) -> (low: any ColumnValue, high: any ColumnValue, end: ComparisonOperator)? {
    guard let low = translation.constant(lower), let high = translation.constant(upper) else { return nil }
    return (low, high, .less)
  }
}

extension PredicateExpressions.Value: BoundsExpression {
  fileprivate func bounds<Record: Model>(
    in translation: Translation<Record>
  ) -> (low: any ColumnValue, high: any ColumnValue, end: ComparisonOperator)? {
    (value as? any ConstantBounds)?.bounds
  }
}

/// A range that a predicate captured as one constant.
private protocol ConstantBounds {
  var bounds: (low: any ColumnValue, high: any ColumnValue, end: ComparisonOperator) { get }
}

extension ClosedRange: ConstantBounds where Bound: ColumnValue {
  fileprivate var bounds: (low: any ColumnValue, high: any ColumnValue, end: ComparisonOperator) {
    (lowerBound, upperBound, .lessOrEqual)
  }
}

extension Range: ConstantBounds where Bound: ColumnValue {
  fileprivate var bounds: (low: any ColumnValue, high: any ColumnValue, end: ComparisonOperator) {
    (lowerBound, upperBound, .less)
  }
}

// MARK: - Lists and strings

extension PredicateExpressions.SequenceContains: Translatable {
  fileprivate func node<Record: Model>(in translation: Translation<Record>) -> PredicateNode? {
    guard let column = translation.column(element), let values = translation.constant(sequence),
      let element = LHS.Output.Element.self as? any ColumnValue.Type
    else { return nil }
    func membership<Value: ColumnValue>(_ type: Value.Type) -> PredicateNode? {
      (values as? [Value]).map { .membership(column, $0) }
    }
    return membership(element)
  }
}

extension PredicateExpressions.CollectionContainsCollection: Translatable {
  fileprivate func node<Record: Model>(in translation: Translation<Record>) -> PredicateNode? {
    guard let column = translation.column(base), let text = translation.constant(other) as? String else { return nil }
    return .text(column, StringTest(.contains, text, caseSensitive: true))
  }
}

extension PredicateExpressions.SequenceStartsWith: Translatable {
  fileprivate func node<Record: Model>(in translation: Translation<Record>) -> PredicateNode? {
    guard let column = translation.column(base), let text = translation.constant(prefix) as? String else { return nil }
    return .text(column, StringTest(.startsWith, text, caseSensitive: true))
  }
}

extension ComparisonOperator {
  /// The comparison with its operands exchanged.
  fileprivate var mirrored: ComparisonOperator {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

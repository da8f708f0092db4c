import Foundation

/// The related records of a relation to many in a predicate of Foundation: `$0.todos`, `$0.todos.filter { … }`.
///
/// A relation to one is a record, which a property of the model's may compute from anything, and no key path says
/// whether it does. So a condition on it is evaluated.
protocol RelatedList<Record>: Sendable {
  associatedtype Record: Model
  /// The condition on the records, besides those of the relation.
  var filter: PredicateNode { get set }
  /// At least one of the records exists.
  var exists: RecordPredicate<Record> { get }
  /// The number of the records is less or greater than another, or equals it.
  func hasCount(_ comparison: ComparisonOperator, _ number: Int) -> PredicateNode
}

extension ChildColumns: RelatedList {
  func hasCount(_ comparison: ComparisonOperator, _ number: Int) -> PredicateNode {
    let test =
      switch comparison {
      case .equal: count == number
      case .notEqual: count != number
      case .less: count < number
      case .lessOrEqual: count <= number
      case .greater: count > number
      case .greaterOrEqual: count >= number
      }
    return test.node
  }
}

extension RelatedList {
  /// Returns the records that meet a condition, or do not; nil if a part of the condition has to be evaluated.
  func filtered<Parameter, Test: PredicateExpression<Bool>>(
    by parameter: PredicateExpressions.Variable<Parameter>, _ test: Test, negated: Bool = false
  ) -> Self? {
    guard let condition = (parameter as? any RecordVariable)?.condition(test), condition.mayBeNested else { return nil }
    var list = self
    list.filter = filter && (negated ? !condition : condition)
    return list
  }
}

/// The parameter of a closure inside a predicate that is a record.
private protocol RecordVariable {
  func condition(_ expression: some PredicateExpression<Bool>) -> PredicateNode?
}

extension PredicateExpressions.Variable: RecordVariable where Output: Model {
  fileprivate func condition(_ expression: some PredicateExpression<Bool>) -> PredicateNode? {
    PredicateTranslation<Output>(variable: self).translated(expression)
  }
}

/// An expression whose value is related records.
protocol RelatedExpression {
  /// - Returns: Nil when the value is, or may be, anything else.
  func list<Record: Model>(in translation: PredicateTranslation<Record>) -> (any RelatedList<Record>)?
}

/// What a property of a model returns for a relation to many.
private protocol RelatedValue {
  /// The relation; nil if it has a limit or an offset, which a condition on its records cannot have.
  var list: (any Sendable)? { get }
}

extension RelatedRecords: RelatedValue {
  fileprivate var list: (any Sendable)? {
    let query = core.scoped(.withoutStore).query
    guard query.limit == nil, query.offset == 0, query.distinctColumns.isEmpty else { return nil }
    return ChildColumns<Owner, Record>(route: Route(legs: core.scopedLegs))
  }
}

extension RelatedRecords: StandardMembers where Record.Adapter.Failure == Never {
  static var members: [AnyKeyPath: String] { [\Self.isEmpty: "isEmpty", \Self.count: "count"] }
}

extension PredicateExpressions.KeyPath: RelatedExpression {
  func list<Record: Model>(in translation: PredicateTranslation<Record>) -> (any RelatedList<Record>)? {
    guard Output.self is any RelatedValue.Type, keyPath(of: translation.variable.key) != nil,
      let keyPath = keyPath as? KeyPath<Record, Output>
    else { return nil }
    // Which relation a record's property returns does not depend on the record, nor on the store.
    let value = Store.with(relationStore) { Record.made()[keyPath: keyPath] } as? any RelatedValue
    return value?.list as? any RelatedList<Record>
  }

  /// Returns the related records of which this is a member; nil when it is anything else.
  func list<Record: Model>(
    with member: String, in translation: PredicateTranslation<Record>
  ) -> (any RelatedList<Record>)? {
    memberName == member ? translation.list(root) : nil
  }
}

/// The store in which relations are read from records, to see which they are.
private let relationStore = Store()

extension PredicateExpressions.Filter: RelatedExpression {
  func list<Record: Model>(in translation: PredicateTranslation<Record>) -> (any RelatedList<Record>)? {
    translation.list(sequence)?.filtered(by: variable, filter)
  }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatableExpression {
  func node<Record: Model>(in translation: PredicateTranslation<Record>) -> PredicateNode? {
    translation.list(sequence)?.filtered(by: variable, test)?.exists.node
  }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatableExpression {
  func node<Record: Model>(in translation: PredicateTranslation<Record>) -> PredicateNode? {
    (translation.list(sequence)?.filtered(by: variable, test, negated: true)?.exists.node).map { !$0 }
  }
}

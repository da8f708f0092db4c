/// What can stand as a condition in the closure of `where`, and be combined by `&&`, `||` and `!`: a predicate, or a
/// column of the type `Bool`.
///
/// ```swift
/// Todo.where { !$0.done && $0.priority > 2 }
/// Todo.where { $0.project.isOpen }
/// ```
///
/// A column of a parent is not true where there is no parent, so its negation is true there.
public protocol BooleanOperand<Source>: Sendable {
  /// The model whose records meet the condition.
  associatedtype Source: Model

  /// The condition as a predicate.
  var isTrue: RecordPredicate<Source> { get }
}

extension RecordPredicate: BooleanOperand {
  /// This predicate.
  public var isTrue: RecordPredicate { self }
}

extension ColumnTerm: BooleanOperand where Value == Bool {
  /// The column's value is true.
  public var isTrue: RecordPredicate<Record> { eq(true) }
}

extension RelatedColumn: BooleanOperand where Value == Bool {
  /// The related record exists, and the value of its column is true.
  public var isTrue: RecordPredicate<Owner> { eq(true) }
}

extension ComputedValue where Value == Bool {
  /// The value is true.
  var isTrue: RecordPredicate<Record> {
    test(nil) { $0 }
  }
}

/// Both conditions are met.
public func && <A: BooleanOperand, B: BooleanOperand>(a: A, b: B) -> RecordPredicate<A.Source>
where A.Source == B.Source {
  a.isTrue && b.isTrue
}

/// At least one of the conditions is met.
public func || <A: BooleanOperand, B: BooleanOperand>(a: A, b: B) -> RecordPredicate<A.Source>
where A.Source == B.Source {
  a.isTrue || b.isTrue
}

/// The condition is not met.
public prefix func ! <A: BooleanOperand>(condition: A) -> RecordPredicate<A.Source> { !condition.isTrue }

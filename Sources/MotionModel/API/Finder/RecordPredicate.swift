/// A condition on records of one model.
///
/// ```swift
/// let urgent: RecordPredicate<Todo> = \.priority > 2 && \.assignedTo == "bob"
/// Todo.where(urgent).count
/// urgent.matches(todo)
/// ```
///
/// A predicate is a value that can be kept, combined with `&&`, `||` and `!`, tested on a single record, and printed.
/// It is not called `Predicate`, which is a type of Foundation that finders take too.
///
/// `&&` and `||` join any number of conditions, each in constant time. Alternately nested, `&&`, `||` and `!` can be
/// 100 deep, which fits a thread with a small stack. A deeper predicate traps.
///
/// `==` and `!=` are Swift's, so nil differs from every value that is not nil. `<`, `<=`, `>`, `>=` and ranges never
/// match nil or NaN.
public struct RecordPredicate<Record: Model>: Sendable {
  let node: PredicateNode

  init(_ node: PredicateNode) { self.node = node }

  /// Creates the predicate that compares a column with a value of its type.
  @usableFromInline init(_ column: ColumnReference, _ comparison: ComparisonOperator, _ value: any Sendable) {
    node = .comparison(column, comparison, value)
  }

  /// Whether it is known that every record meets the predicate.
  package var isAlwaysTrue: Bool { node.isAlwaysTrue }

  /// A predicate that every record meets.
  public static var all: RecordPredicate { RecordPredicate(.constant(true)) }

  /// A predicate that no record meets.
  public static var none: RecordPredicate { RecordPredicate(.constant(false)) }

  /// Creates a predicate from a closure. No index can be used for it.
  ///
  /// - Parameter test: Returns whether a record meets the predicate. It may be called from any thread.
  public init(_ test: @escaping @Sendable (Record) -> Bool) {
    node = .code("code") { base, _, rows in
      let records = base.bound(to: Record.self)
      return rows.filter { test(records[$0]) }
    }
  }

  /// Returns whether a record meets the predicate. The record need not be stored.
  ///
  /// - Complexity: O(*n*) in the number of comparisons in the predicate. A predicate about related records first looks
  ///   these up in the current store.
  public func matches(_ record: Record) -> Bool {
    if node.isRelated {
      return Store.current.readRelated(of: Record.self) { RecordPredicate(node.resolved(in: $0)).matches(record) }
    }
    let kernel = node.kernel()
    return withRow(of: record) { $0.passes(kernel) }
  }

  /// Creates a predicate for records that meet both of two predicates.
  public static func && (a: RecordPredicate, b: RecordPredicate) -> RecordPredicate {
    RecordPredicate(a.node && b.node)
  }

  /// Creates a predicate for records that meet at least one of two predicates.
  public static func || (a: RecordPredicate, b: RecordPredicate) -> RecordPredicate {
    RecordPredicate(a.node || b.node)
  }

  /// Creates a predicate for records that do not meet a predicate. They include records whose value is nil, unless the
  /// predicate includes these.
  public static prefix func ! (predicate: RecordPredicate) -> RecordPredicate { RecordPredicate(!predicate.node) }
}

extension RecordPredicate: CustomStringConvertible {
  /// The predicate as code: `priority > 2 && assignedTo == "bob"`.
  public var description: String { node.description }
}

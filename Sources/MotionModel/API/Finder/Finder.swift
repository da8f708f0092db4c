/// A query for records of one model, which can be refined, kept, and executed any number of times.
///
/// ```swift
/// let urgent = Todo.where(\.priority > 2).order(by: \.dueDate)
/// urgent.count                                        // how many
/// urgent.limit(20).all                                // the first twenty
/// urgent.where(\.assignedTo).eq("bob").first          // bob's most urgent
/// for todo in urgent { … }                            // a finder is a sequence
/// ```
///
/// A finder is an immutable description. Every step returns a new one, so finders can be shared. A finder keeps the
/// store in which it was made, so it can be returned from a ``Store/with(_:_:)-(Store,_)`` block and passed to other
/// tasks. Each query reads that store as it is at that time, on the calling thread. Steps of different kinds can be
/// written in any order: the conditions always take effect first, then the order, distinct values, the offset and the
/// limit.
///
/// A condition that is used often belongs in a computed property, which makes a finder in the store in use, or in a
/// ``RecordPredicate``, which has no store:
///
/// ```swift
/// extension FinderChain<Todo> {
///   var urgent: Finder<Todo> { self.where(\.priority > 2) }
/// }
/// Todo.records.urgent.count
/// project.todos.urgent.count
/// ```
///
/// Without an order, records come in the order of insertion. So do records that are equal in an order.
///
/// ``FinderChain`` lists the steps and the queries.
public struct Finder<Record: Model>: Sendable {
  /// The store that is queried.
  public let store: Store
  /// The query of the store's table.
  @usableFromInline var query = Query()
  /// Adds new records to the owner of a relation; nil unless this is the finder of a relation's records.
  @usableFromInline var ownership: Ownership<Record>?

  /// Creates a finder of all records of a model.
  ///
  /// - Parameter store: The store that is queried; by default, the one in use.
  @usableFromInline init(in store: Store = .current) {
    SchemaCreation.check(Record.self)
    self.store = store
  }

  /// Creates a finder of the records that the model's default scope selects, where a program's chain begins.
  @inlinable static func scoped(in store: Store = .current) -> Finder {
    var finder = Finder(in: store)
    if let scope = Record.defaultScope { finder.scope(by: scope) }
    return finder
  }

  @usableFromInline mutating func scope(by scope: RecordPredicate<Record>) { query.scope = scope.node }

  /// Adds a condition, which all records also have to meet.
  @usableFromInline mutating func add(_ predicate: RecordPredicate<Record>) { query.own = query.own && predicate.node }

  /// A finder of which only the query is used, for conditions and orders that are made before a store is known.
  static var withoutStore: Finder { Finder(in: .none) }

  /// Returns this finder with a change. It is not copied if nothing else holds it.
  consuming func with(_ change: (inout Self) -> Void) -> Self {
    change(&self)
    return self
  }

  // NB: Declared here, and not only with the other steps in FinderChain, so that the compiler prefers it to
  // `reversed()` of Sequence, which returns an array.

  /// Reverses the order of the records. Like every order, it takes effect before the offset and the limit.
  ///
  /// Where the type of the result has to be an array, it is the array of the same records.
  public func reversed() -> Finder { with { $0.query.isReversed.toggle() } }

  /// Returns whether a record meets the finder's conditions. The record need not be stored.
  ///
  /// The limit and the offset are ignored.
  public func matches(_ record: Record) -> Bool {
    let predicate = query.predicate
    return store.asCurrent(if: predicate.hasCode) {
      if !predicate.isRelated { return RecordPredicate<Record>(predicate).matches(record) }
      return store.readRelated(of: Record.self) { RecordPredicate<Record>(predicate.resolved(in: $0)).matches(record) }
    }
  }
}

extension Finder: CustomStringConvertible {
  /// The finder in words: `Todo where priority > 2 order by dueDate limit 20`.
  public var description: String {
    [Record.schema.modelName, query.description].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

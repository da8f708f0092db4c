/// A question about the records of one model, which can be refined, kept, and asked as often as wanted.
///
/// ```swift
/// let urgent = Todo.where(\.priority > 2).order(by: \.dueDate)
/// urgent.count                                        // how many
/// urgent.limit(20).all                                // the first twenty
/// urgent.where(\.assignedTo).eq("bob").first          // bob's most urgent
/// for todo in urgent { … }                            // a finder is a sequence
/// ```
///
/// A finder is an immutable description: every step gives a new one, so half-built finders can be shared and kept as
/// scopes. It is answered from the store's state at the moment of asking, by the thread that asks. The order of the
/// steps does not matter: conditions first, then the order, then distinct values, then offset and limit.
///
/// Without an order, records come in the order in which they were inserted; records that an order finds equal do too.
///
/// The steps and the answers are those of ``FinderChain``.
public struct Finder<Record: Model>: Sendable {
  /// The store that is asked; nil for the one in use at the time of asking.
  var boundStore: Store?
  var predicate = PredicateNode.constant(true)
  var order: [OrderTerm] = []
  var isReversed = false
  var distinctColumns: [ColumnReference] = []
  var offset = 0
  var limit: Int?
  /// Gives new records to the one that the records of a relation belong to; nil for a finder of its own.
  var ownership: Ownership<Record>?
  /// The place in the order behind which the records begin.
  var start: PageCursor<Record>?

  /// Makes a finder of all records of a model.
  ///
  /// - Parameter store: The store to ask; nil for the one in use at the time of asking.
  init(in store: Store? = nil) {
    SchemaMaking.check(Record.self)
    boundStore = store
  }

  /// A copy with something changed; a finder that nobody else has is changed in its place.
  consuming func with(_ change: (inout Self) -> Void) -> Self {
    change(&self)
    return self
  }

  // NB: It stands here and not only with the other steps in FinderChain, so that it is chosen before that of Sequence, which makes an array.

  /// The records in the opposite order: the last one first. Where an array is wanted, it is one.
  public func reversed() -> Finder { with { $0.isReversed.toggle() } }

  /// The store that is asked here and now.
  var store: Store { boundStore ?? .current }

  /// Whether the answer is simply the records that meet the predicate, in the order of insertion.
  var isPlain: Bool { order.isEmpty && !isReversed && distinctColumns.isEmpty && start == nil }

  /// Tells whether a record, stored or not, meets the finder's conditions.
  ///
  /// The window (limit, offset) plays no part in it.
  public func matches(_ record: Record) -> Bool {
    if !predicate.isRelated { return RecordPredicate<Record>(predicate).matches(record) }
    return store.read { RecordPredicate<Record>(predicate.resolved(in: $0)).matches(record) }
  }
}

extension Finder: CustomStringConvertible {
  /// The finder as one would write it: `Todo where priority > 2 order by dueDate limit 20`.
  public var description: String {
    var words = [Record.schema.modelName]
    if case .constant(true) = predicate {} else { words.append("where \(predicate)") }
    if !order.isEmpty { words.append("order by \(order.map(\.description).joined(separator: ", "))") }
    if isReversed { words.append("reversed") }
    if !distinctColumns.isEmpty { words.append("distinct by \(distinctColumns.map(\.name).joined(separator: ", "))") }
    if start != nil { words.append("after a cursor") }
    if offset > 0 { words.append("offset \(offset)") }
    if let limit { words.append("limit \(limit)") }
    return words.joined(separator: " ")
  }
}

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
  /// What is asked.
  var query = Query()
  /// Gives new records to the one that the records of a relation belong to; nil for a finder of its own.
  var ownership: Ownership<Record>?

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
  public func reversed() -> Finder { with { $0.query.isReversed.toggle() } }

  /// The store that is asked here and now.
  var store: Store { boundStore ?? .current }

  /// Tells whether a record, stored or not, meets the finder's conditions.
  ///
  /// The window (limit, offset) plays no part in it.
  public func matches(_ record: Record) -> Bool {
    let predicate = query.predicate
    if !predicate.isRelated { return RecordPredicate<Record>(predicate).matches(record) }
    return store.readRelated(of: Record.self) { RecordPredicate<Record>(predicate.resolved(in: $0)).matches(record) }
  }
}

extension Finder: CustomStringConvertible {
  /// The finder as one would write it: `Todo where priority > 2 order by dueDate limit 20`.
  public var description: String {
    [Record.schema.modelName, query.description].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

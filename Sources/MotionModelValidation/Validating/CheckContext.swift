import MotionModel

/// The circumstances of a validation, determined only when a rule needs them, because few do.
@usableFromInline
struct CheckContext<Record: Validatable> {
  /// The store whose records the rules read. It is looked up at the first use: few rules need one, and a form may be
  /// checked where there is none.
  var store: Store { given ?? .current }
  private let given: Store?
  /// The custom context of the caller.
  var context: ValidationContext? { hook == nil ? stated : .ofSaving }
  private let stated: ValidationContext?
  /// The save of the record; nil for a validation without a save.
  private let hook: HookContext<Record>?
  private var known: (operation: HookOperation, stored: Record?)?
  private var edited: Record?

  /// - Parameters:
  ///   - store: The store; nil for the one in use.
  ///   - context: The custom context of the caller.
  ///   - edited: The stored record of which the record is an edited copy.
  init(store: Store? = nil, context: ValidationContext?, replacing edited: Record? = nil) {
    (given, stated, hook, self.edited) = (store, context, nil, edited)
  }

  /// Creates the situation of a record that is being saved.
  init(_ hook: HookContext<Record>) { (given, stated, self.hook) = (hook.store, nil, hook) }

  /// Creates the situation of a record that was already changed, at the end of a commit.
  init(store: Store? = nil, operation: HookOperation, stored: Record?) {
    (given, stated, known, hook) = (store, .ofSaving, (operation, stored), nil)
  }

  /// The record that a save replaces, as it is stored now: hooks may have written it since the save began. It is nil
  /// for a new record, and for one that is validated without being saved or edited. If it cannot be read, it is nil,
  /// and the rule is checked.
  var replaced: Record? {
    if let edited { return edited }
    guard let stored = hook?.stored else { return nil }
    return try? store.table(Record.self).find(stored.id)
  }

  /// Returns the stored record; nil if the record is new.
  mutating func stored(_ record: Record) throws -> Record? { try facts(record).stored }

  /// Whether the record is validated in any of some contexts.
  mutating func isAny(of contexts: [ValidationContext], for record: Record) throws -> Bool {
    for candidate in contexts {
      if context?.includes(candidate) == true { return true }
      if candidate == .create, try facts(record).operation == .create { return true }
      if candidate == .update, try facts(record).operation == .update { return true }
    }
    return false
  }

  /// - Throws: What the adapter throws: a record that cannot be read is not new.
  private mutating func facts(_ record: Record) throws -> (operation: HookOperation, stored: Record?) {
    if let known { return known }
    if let hook { return (hook.operation, hook.stored) }
    let stored = record.id.isAssigned ? try store.table(Record.self).find(record.id) : nil
    let facts = (operation: stored == nil ? HookOperation.create : .update, stored: stored)
    known = facts
    return facts
  }
}

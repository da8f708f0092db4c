import MotionModel

/// The circumstances of a validation, determined only when a rule needs them, because few do.
///
/// It does not know the model: generic code looks up the metadata of each type that it creates or copies.
@usableFromInline
struct CheckContext {
  /// The store whose records the rules read. It is looked up at the first use: few rules need one, and a form may be
  /// checked where there is none.
  var store: Store { given ?? .current }
  private let given: Store?
  /// The custom context of the caller.
  var context: ValidationContext? { hook == nil ? stated : .ofSaving }
  private let stated: ValidationContext?
  /// The save of the record; nil for a validation without a save.
  private let hook: UntypedHookContext?
  private var known: (operation: HookOperation, stored: (any Sendable)?)?
  private let edited: (any Sendable)?

  /// - Parameters:
  ///   - store: The store; nil for the one in use.
  ///   - context: The custom context of the caller.
  ///   - edited: The stored record of which the record is an edited copy.
  ///   - hook: The save of the record, if it is being saved.
  init(
    store: Store? = nil, context: ValidationContext? = nil, replacing edited: (any Sendable)? = nil,
    in hook: UntypedHookContext? = nil
  ) {
    (given, stated, self.hook, self.edited) = (store, context, hook, edited)
  }

  /// Creates the situation of a record that was already changed, at the end of a commit.
  init(store: Store? = nil, operation: HookOperation, stored: (any Sendable)?) {
    (given, stated, known, hook, edited) = (store, .ofSaving, (operation, stored), nil, nil)
  }

  /// Returns the record that a save replaces, as it is stored now: hooks may have written it since the save began. It
  /// is nil for a new record, and for one that is validated without being saved or edited. If it cannot be read, it is
  /// nil, and the rule is checked.
  func replaced<Record: Model>(by record: Record) -> Record? {
    if let edited { return edited as? Record }
    guard let hook, let stored = HookContext<Record>(hook).stored else { return nil }
    return try? store.table(Record.self).find(stored.id)
  }

  /// Returns the stored record; nil if the record is new.
  mutating func stored<Record: Model>(_ record: Record) throws -> Record? { try facts(record).stored }

  /// Whether the record is validated in any of some contexts.
  mutating func isAny<Record: Model>(of contexts: [ValidationContext], for record: Record) throws -> Bool {
    for candidate in contexts {
      if context?.includes(candidate) == true { return true }
      if candidate == .create, try facts(record).operation == .create { return true }
      if candidate == .update, try facts(record).operation == .update { return true }
    }
    return false
  }

  /// - Throws: What the adapter throws: a record that cannot be read is not new.
  private mutating func facts<Record: Model>(
    _ record: Record
  ) throws -> (operation: HookOperation, stored: Record?) {
    if let known { return (known.operation, known.stored as? Record) }
    if let hook = hook.map(HookContext<Record>.init) { return (hook.operation, hook.stored) }
    let stored = record.id.isAssigned ? try store.table(Record.self).find(record.id) : nil
    let operation: HookOperation = stored == nil ? .create : .update
    known = (operation, stored)
    return (operation, stored)
  }
}

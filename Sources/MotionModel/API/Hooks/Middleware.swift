/// Hooks for the records of all models in a store.
///
/// ```swift
/// struct Audit: Middleware {
///   func after<Record: Model>(_ step: HookStep, _ record: Record, _ context: HookContext<Record>) throws {
///     if step == .save { try AuditEntry.create { $0.text = "\(Record.schema.modelName) \(record.id)" } }
///   }
/// }
///
/// store.use(Audit())
/// ```
///
/// Middleware is outermost: before a step it runs before the model's own hooks, and after a step it runs after them.
/// The middleware that was added first is the outermost. It runs inside the operation, as hooks do: its writes are
/// committed or undone with the operation, and an error that it throws undoes everything.
///
/// A record that middleware writes for each written record calls the middleware again. To avoid that, exclude the
/// model of these records, as in `if Record.self != AuditEntry.self`, or write them in a block without hooks.
public protocol Middleware: Sendable {
  /// Runs before a step. It may change the record before validation, save, create and update; before delete and
  /// destroy, changes have no effect.
  ///
  /// - Throws: An error that stops the operation, such as ``HookContext/halt(_:)``.
  func before<Record: Model>(_ step: HookStep, _ record: inout Record, _ context: HookContext<Record>) throws

  /// Runs after a step, before the commit.
  ///
  /// - Throws: An error that undoes the operation.
  func after<Record: Model>(_ step: HookStep, _ record: Record, _ context: HookContext<Record>) throws

  /// Runs after each commit that changed something, on the committing thread, when no lock is held.
  func afterCommit(_ changeset: Changeset, in store: Store)

  /// Runs after changes were undone, with the changes that were undone, when no lock is held.
  func afterRollback(_ changeset: Changeset, in store: Store)
}

extension Middleware {
  /// Does nothing.
  public func before<Record: Model>(_ step: HookStep, _ record: inout Record, _ context: HookContext<Record>) throws {}
  /// Does nothing.
  public func after<Record: Model>(_ step: HookStep, _ record: Record, _ context: HookContext<Record>) throws {}
  /// Does nothing.
  public func afterCommit(_ changeset: Changeset, in store: Store) {}
  /// Does nothing.
  public func afterRollback(_ changeset: Changeset, in store: Store) {}
}

/// Middleware and its description in messages.
struct LabelledMiddleware: Sendable {
  let label: HookLabel
  let body: any Middleware

  init(_ body: any Middleware) {
    self.body = body
    label = HookLabel("the middleware \(type(of: body))")
  }
}

/// The methods of middleware, which are generic, for code that does not know the model.
struct MiddlewareCalls: Sendable {
  let before: @Sendable (any Middleware, HookStep, _ row: MutableRow, UntypedHookContext) throws -> Void
  let after: @Sendable (any Middleware, HookStep, _ row: Row, UntypedHookContext) throws -> Void

  init<Record: Model>(_ model: Record.Type) {
    before = { middleware, step, row, context in
      try middleware.before(step, &row[Record.self], HookContext(context))
    }
    after = { middleware, step, row, context in
      try middleware.after(step, row[Record.self], HookContext(context))
    }
  }
}

extension Store {
  /// Adds middleware, which takes part in all writes to this store from now on.
  ///
  /// Middleware belongs to one store. A store that replaces this one by ``with(_:_:)-(Store,_)`` has its own
  /// middleware, and a snapshot has none, because it is never written to. An operation that is already running
  /// continues without the new middleware.
  public func use(_ middleware: some Middleware) {
    allMiddleware.add(LabelledMiddleware(middleware))
  }

  /// Whether the store has middleware; costs reading one number.
  var hasMiddleware: Bool { !allMiddleware.isEmpty }
  /// The middleware, outermost first.
  var middleware: [LabelledMiddleware] { allMiddleware.list }
}

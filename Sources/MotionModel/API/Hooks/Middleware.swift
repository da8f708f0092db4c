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
/// Middleware is outermost: what it does before a step comes before the model's own hooks, and what it does after a step
/// behind them. Of several pieces, the one that was added first is the outermost. It runs inside the operation, as hooks do: what it
/// writes happens with the operation or not at all, and an error that it throws undoes everything.
///
/// Beware of writing a record for each record that is written, which calls the middleware again: leave the model of these records
/// out, as in `if Record.self != AuditEntry.self`, or write them in a block without hooks.
public protocol Middleware: Sendable {
  /// Runs before a step. Before validation, save, create and update it may change the record; before delete and destroy, a
  /// change has no effect.
  ///
  /// - Throws: What stops the operation, such as ``HookContext/halt(_:)``.
  func before<Record: Model>(_ step: HookStep, _ record: inout Record, _ context: HookContext<Record>) throws

  /// Runs after a step, before the commit.
  ///
  /// - Throws: What undoes the operation.
  func after<Record: Model>(_ step: HookStep, _ record: Record, _ context: HookContext<Record>) throws

  /// Runs after each commit that changed something, on the committing thread, when no lock is held any more.
  func afterCommit(_ changeset: Changeset, in store: Store)

  /// Runs when changes were undone, with the changes that did not come to be, when no lock is held any more.
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

/// A piece of middleware, and what it is called in messages.
struct PlacedMiddleware: Sendable {
  let place: HookPlace
  let body: any Middleware

  init(_ body: any Middleware) {
    self.body = body
    place = HookPlace("the middleware \(type(of: body))")
  }
}

/// How middleware, whose methods are for all models, is called by code that does not know the model.
struct MiddlewareCalls: Sendable {
  let before: @Sendable (any Middleware, HookStep, _ row: UnsafeMutableRawPointer, HookMoment) throws -> Void
  let after: @Sendable (any Middleware, HookStep, _ row: UnsafeRawPointer, HookMoment) throws -> Void

  init<Record: Model>(_ model: Record.Type) {
    before = { middleware, step, row, moment in
      try middleware.before(step, &row.assumingMemoryBound(to: Record.self).pointee, HookContext(moment))
    }
    after = { middleware, step, row, moment in
      try middleware.after(step, row.assumingMemoryBound(to: Record.self).pointee, HookContext(moment))
    }
  }
}

extension Store {
  /// Lets middleware take part in everything that is written to this store from now on.
  ///
  /// It belongs to this store: another one that ``with(_:_:)-(Store,_)`` puts in its place has middleware of its own, and a
  /// snapshot has none, since it is never written to. An operation that is under way goes on without it.
  public func use(_ middleware: some Middleware) {
    allMiddleware.add(PlacedMiddleware(middleware))
  }

  /// Whether there is any, at the cost of reading a number.
  var hasMiddleware: Bool { !allMiddleware.isEmpty }
  /// The middleware, outermost first.
  var middleware: [PlacedMiddleware] { allMiddleware.list }
}

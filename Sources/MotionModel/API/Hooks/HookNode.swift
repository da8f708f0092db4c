/// One hook in a linked list of hooks of the same kind, called with records or changes in place.
final class HookNode: Sendable {
  /// The hook's closure, as in ``Hooks/Hook/Action``.
  enum Action: Sendable {
    case changing(@Sendable (_ row: MutableRow, UntypedHookContext) throws -> Void)
    case looking(@Sendable (_ row: Row, UntypedHookContext) throws -> Void)
    case initializing(@Sendable (_ row: MutableRow) -> Void)
    case committing(@Sendable (_ change: Row, UntypedHookContext) throws -> Void)
    case notifying(@Sendable (_ change: Row, UntypedHookContext) -> Void)
    case aroundSave(
      @Sendable (_ row: MutableRow, UntypedHookContext, _ proceed: (MutableRow) throws -> Void) throws -> Void)
    case aroundDelete(
      @Sendable (_ row: Row, UntypedHookContext, _ proceed: () throws -> Void) throws -> Void)
  }

  let label: HookLabel
  let action: Action
  let next: HookNode?

  init<Record: Model>(_ hook: Hooks<Record>.Hook, _ next: HookNode?) {
    (label, action, self.next) = (hook.label, Action(hook.action), next)
  }

  /// Runs this hook and the following ones, which change or read the record.
  func run(_ row: MutableRow, _ event: HookEvent) throws {
    switch action {
    case .changing(let body): try body(row, UntypedHookContext(event, label))
    case .looking(let body): try body(Row(row), UntypedHookContext(event, label))
    case .initializing, .committing, .notifying, .aroundSave, .aroundDelete: break
    }
    try next?.run(row, event)
  }

  /// Runs this hook and the following ones, which read the record.
  func run(_ row: Row, _ event: HookEvent) throws {
    if case .looking(let body) = action { try body(row, UntypedHookContext(event, label)) }
    try next?.run(row, event)
  }

  /// Lets this hook and the following ones complete a new record.
  func initialize<Record: Model>(_ record: inout Record) {
    if case .initializing(let body) = action { withRow(of: &record, body) }
    next?.initialize(&record)
  }

  /// Passes a change that is about to be committed to this hook and the following ones.
  func commit<Record: Model>(_ change: Change<Record>, _ event: HookEvent) throws {
    if case .committing(let body) = action {
      try withRow(of: change) { try body($0, UntypedHookContext(event, label)) }
    }
    try next?.commit(change, event)
  }

  /// Passes a change to this hook and the following ones.
  func notify<Record: Model>(_ change: Change<Record>, _ event: HookEvent) {
    if case .notifying(let body) = action {
      withRow(of: change) { body($0, UntypedHookContext(event, label)) }
    }
    next?.notify(change, event)
  }
}

extension HookNode.Action {
  fileprivate init<Record: Model>(_ action: Hooks<Record>.Hook.Action) {
    switch action {
    case .changing(let body):
      self = .changing { row, context in
        try body(&row[Record.self], HookContext(context))
      }
    case .looking(let body):
      self = .looking { row, context in
        try body(row[Record.self], HookContext(context))
      }
    case .initializing(let body):
      self = .initializing { row in body(&row[Record.self]) }
    case .committing(let body):
      self = .committing { change, context in
        try body(change[Change<Record>.self], HookContext(context))
      }
    case .notifying(let body):
      self = .notifying { change, context in
        body(change[Change<Record>.self], HookContext(context))
      }
    case .aroundSave(let body):
      self = .aroundSave { row, context, proceed in
        try body(&row[Record.self], HookContext(context)) { record in
          // NB: Not by `withRow`, which takes more of the stack.
          try withUnsafeMutablePointer(to: &record) { try proceed(MutableRow($0)) }
        }
      }
    case .aroundDelete(let body):
      self = .aroundDelete { row, context, proceed in
        try body(row[Record.self], HookContext(context), proceed)
      }
    }
  }
}

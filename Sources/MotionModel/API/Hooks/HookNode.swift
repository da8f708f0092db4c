/// One hook in a linked list of hooks of the same kind, called with addresses of records or changes.
final class HookNode: Sendable {
  /// The hook's closure, as in ``Hook/Action``.
  enum Action: Sendable {
    case changing(@Sendable (_ row: UnsafeMutableRawPointer, UntypedHookContext) throws -> Void)
    case looking(@Sendable (_ row: UnsafeRawPointer, UntypedHookContext) throws -> Void)
    case telling(@Sendable (_ change: UnsafeRawPointer, UntypedHookContext) -> Void)
    case aroundSave(
      @Sendable (
        _ row: UnsafeMutableRawPointer, UntypedHookContext, _ proceed: (UnsafeMutableRawPointer) throws -> Void
      ) throws -> Void)
    case aroundDelete(
      @Sendable (_ row: UnsafeRawPointer, UntypedHookContext, _ proceed: () throws -> Void) throws -> Void)
  }

  let place: HookLabel
  let action: Action
  let next: HookNode?

  init<Record: Model>(_ hook: Hook<Record>, _ next: HookNode?) {
    (place, action, self.next) = (hook.place, Action(hook.action), next)
  }

  /// Runs this hook and the following ones, which change or read the record.
  func run(_ row: UnsafeMutableRawPointer, _ occasion: HookOccasion) throws {
    switch action {
    case .changing(let body): try body(row, UntypedHookContext(occasion, place))
    case .looking(let body): try body(row, UntypedHookContext(occasion, place))
    case .telling, .aroundSave, .aroundDelete: break
    }
    try next?.run(row, occasion)
  }

  /// Runs this hook and the following ones, which read the record.
  func run(_ row: UnsafeRawPointer, _ occasion: HookOccasion) throws {
    if case .looking(let body) = action { try body(row, UntypedHookContext(occasion, place)) }
    try next?.run(row, occasion)
  }

  /// Passes a change to this hook and the following ones.
  func tell<Record: Model>(_ change: Change<Record>, _ occasion: HookOccasion) {
    if case .telling(let body) = action {
      withUnsafePointer(to: change) { body($0, UntypedHookContext(occasion, place)) }
    }
    next?.tell(change, occasion)
  }
}

extension HookNode.Action {
  fileprivate init<Record: Model>(_ action: Hook<Record>.Action) {
    switch action {
    case .changing(let body):
      self = .changing { row, moment in
        try body(&row.assumingMemoryBound(to: Record.self).pointee, HookContext(moment))
      }
    case .looking(let body):
      self = .looking { row, moment in
        try body(row.assumingMemoryBound(to: Record.self).pointee, HookContext(moment))
      }
    case .telling(let body):
      self = .telling { change, moment in
        body(change.assumingMemoryBound(to: Change<Record>.self).pointee, HookContext(moment))
      }
    case .aroundSave(let body):
      self = .aroundSave { row, moment, proceed in
        try body(&row.assumingMemoryBound(to: Record.self).pointee, HookContext(moment)) { record in
          try withUnsafeMutablePointer(to: &record) { try proceed($0) }
        }
      }
    case .aroundDelete(let body):
      self = .aroundDelete { row, moment, proceed in
        try body(row.assumingMemoryBound(to: Record.self).pointee, HookContext(moment), proceed)
      }
    }
  }
}

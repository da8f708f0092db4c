extension Lifecycle {
  // MARK: - Before and after

  /// Runs everything before a step: the middleware, then the model's hooks.
  func before(_ step: HookStep, _ row: MutableRow, _ event: HookEvent) throws {
    if !middleware.isEmpty { try beforeInMiddleware(step, row, event) }
    try plan?.before(step, row, event)
  }

  /// A separate function, to keep its locals off the stack of nested hooks, which may be ``depth`` levels deep.
  @inline(never) private func beforeInMiddleware(_ step: HookStep, _ row: MutableRow, _ event: HookEvent) throws {
    let calls = layout.traits.middleware
    for middleware in middleware {
      try calls.before(middleware.body, step, row, UntypedHookContext(event, middleware.label))
    }
  }

  /// Runs everything after a step: the model's hooks, then the middleware in reverse order.
  func after(_ step: HookStep, _ row: Row, _ event: HookEvent) throws {
    try plan?.after(step, row, event)
    if !middleware.isEmpty { try afterInMiddleware(step, row, event) }
  }

  @inline(never) private func afterInMiddleware(_ step: HookStep, _ row: Row, _ event: HookEvent) throws {
    let calls = layout.traits.middleware
    for middleware in middleware.reversed() {
      try calls.after(middleware.body, step, row, UntypedHookContext(event, middleware.label))
    }
  }

  /// Whether anything runs after a step.
  func hasAfter(_ step: HookStep) -> Bool { !middleware.isEmpty || plan?.hasAfter(step) == true }

  // MARK: - Around

  /// Runs `body` inside an around hook and the following ones.
  func around(_ hook: HookNode?, _ row: MutableRow, _ event: HookEvent, _ body: (MutableRow) throws -> Void) throws {
    guard let hook, case .aroundSave(let around) = hook.action else { return try body(row) }
    let context = UntypedHookContext(event, hook.label)
    var passage = HookRun(hook.label)
    try around(row, context) { row in
      try passage.pass {
        try layout.memory.withCopy(of: Row(row)) { inner in
          try store.withTransaction { _ in
            if hook.next == nil { try body(inner) } else { try self.around(hook.next, inner, event, body) }
          }
          layout.memory.replace(Row(inner), row)
        }
      }
    }
    try passage.finish(context)
  }

  /// Runs `body` inside an around hook and the following ones.
  func aroundDelete(_ hook: HookNode?, _ row: Row, _ event: HookEvent, _ body: () throws -> Void) throws {
    guard let hook, case .aroundDelete(let around) = hook.action else { return try body() }
    let context = UntypedHookContext(event, hook.label)
    var passage = HookRun(hook.label)
    try around(row, context) {
      try passage.pass { try store.inTransaction { try aroundDelete(hook.next, row, event, body) } }
    }
    try passage.finish(context)
  }
}

/// Checks that an around hook calls `proceed` until it succeeds once, and keeps the error if it never does.
private struct HookRun {
  private enum State {
    case notCalled
    case succeeded
    case failed(any Error)
  }

  private let label: HookLabel
  private var state = State.notCalled

  init(_ label: HookLabel) { self.label = label }

  mutating func pass(_ body: () throws -> Void) throws {
    if case .succeeded = state {
      fatalError("The hook \(label) called proceed again after it had succeeded: call it once.")
    }
    do {
      try body()
      state = .succeeded
    } catch {
      state = .failed(error)
      throw error
    }
  }

  func finish(_ context: UntypedHookContext) throws {
    switch state {
    case .notCalled: throw context.halt("It did not call proceed.")
    case .failed(let error): throw error
    case .succeeded: break
    }
  }
}

extension Store {
  /// How many operations with hooks are nested around the calling task.
  package var hookDepth: Int { transaction?.hookDepth ?? 0 }
}

extension Lifecycle {
  /// How deep operations with hooks may be nested.
  static var depth: Int { 32 }

  /// Runs `body`, which runs hooks; throws if too many operations with hooks are nested.
  func inHooks(_ body: () throws -> Void) throws {
    guard let transaction = transaction ?? store.transaction else { return try body() }
    if !transaction.enterHooks(limit: Self.depth) {
      throw StoreError.endlessHooks(model: layout.name, depth: Self.depth)
    }
    defer { transaction.leaveHooks() }
    return try body()
  }

  // MARK: - Before and after

  /// Runs everything before a step: the middleware, then the model's hooks.
  func before(_ step: HookStep, _ row: UnsafeMutableRawPointer, _ occasion: HookOccasion) throws {
    if !middleware.isEmpty { try beforeInMiddleware(step, row, occasion) }
    try plan?.before(step, row, occasion)
  }

  /// It is a function of its own because each function between a hook and the hooks that it triggers adds to a stack
  /// that is ``depth`` times as deep.
  @inline(never)
  private func beforeInMiddleware(
    _ step: HookStep, _ row: UnsafeMutableRawPointer, _ occasion: HookOccasion
  ) throws {
    let calls = layout.traits.middleware
    for middleware in middleware {
      try calls.before(middleware.body, step, row, UntypedHookContext(occasion, middleware.place))
    }
  }

  /// Runs everything after a step: the model's hooks, then the middleware in reverse order.
  func after(_ step: HookStep, _ row: UnsafeRawPointer, _ occasion: HookOccasion) throws {
    try plan?.after(step, row, occasion)
    if !middleware.isEmpty { try afterInMiddleware(step, row, occasion) }
  }

  @inline(never)
  private func afterInMiddleware(_ step: HookStep, _ row: UnsafeRawPointer, _ occasion: HookOccasion) throws {
    let calls = layout.traits.middleware
    for middleware in middleware.reversed() {
      try calls.after(middleware.body, step, row, UntypedHookContext(occasion, middleware.place))
    }
  }

  /// Whether anything runs after a step.
  func hasAfter(_ step: HookStep) -> Bool { !middleware.isEmpty || plan?.hasAfter(step) == true }

  // MARK: - Around

  /// Runs `body` inside an around hook and the following ones.
  func around(
    _ hook: HookNode?, _ row: UnsafeMutableRawPointer, _ occasion: HookOccasion,
    _ body: (UnsafeMutableRawPointer) throws -> Void
  ) throws {
    guard let hook, case .aroundSave(let around) = hook.action else { return try body(row) }
    let moment = UntypedHookContext(occasion, hook.place)
    var passage = HookPassage(hook.place)
    try around(row, moment) { row in
      try passage.pass {
        try layout.memory.withCopy(of: row) { inner in
          try store.inTransaction { try self.around(hook.next, inner, occasion, body) }
          layout.memory.replace(inner, row)
        }
      }
    }
    try passage.finish(moment)
  }

  /// Runs `body` inside an around hook and the following ones.
  func aroundDelete(
    _ hook: HookNode?, _ row: UnsafeRawPointer, _ occasion: HookOccasion, _ body: () throws -> Void
  ) throws {
    guard let hook, case .aroundDelete(let around) = hook.action else { return try body() }
    let moment = UntypedHookContext(occasion, hook.place)
    var passage = HookPassage(hook.place)
    try around(row, moment) {
      try passage.pass { try store.inTransaction { try aroundDelete(hook.next, row, occasion, body) } }
    }
    try passage.finish(moment)
  }
}

/// Checks that an around hook calls `proceed` until it succeeds once, and keeps the error if it never does.
private struct HookPassage {
  private enum State {
    case notCalled
    case succeeded
    case failed(any Error)
  }

  private let place: HookLabel
  private var state = State.notCalled

  init(_ place: HookLabel) { self.place = place }

  mutating func pass(_ body: () throws -> Void) throws {
    if case .succeeded = state {
      fatalError("The hook \(place) called proceed again after it had succeeded: call it once.")
    }
    do {
      try body()
      state = .succeeded
    } catch {
      state = .failed(error)
      throw error
    }
  }

  func finish(_ moment: UntypedHookContext) throws {
    switch state {
    case .notCalled: throw moment.halt("It did not call proceed.")
    case .failed(let error): throw error
    case .succeeded: break
    }
  }
}

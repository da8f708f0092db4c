extension Lifecycle {
  /// How deep hooks may write from inside hooks.
  static var depth: Int { 32 }

  /// Runs something that runs hooks, unless too many are running already.
  func inHooks(_ body: () throws -> Void) throws {
    guard let session = session ?? store.session else { return try body() }
    if !session.enterHooks(limit: Self.depth) {
      throw StoreError.endlessHooks(model: Record.schema.modelName, depth: Self.depth)
    }
    defer { session.leaveHooks() }
    return try body()
  }

  // MARK: - Before and after

  /// Runs what is before a step: the middleware, then the model's hooks.
  func before(_ step: HookStep, _ record: inout Record, _ context: inout HookContext<Record>) throws {
    if middleware.isEmpty { return try plan?.before(step, &record, &context) ?? () }
    for middleware in middleware {
      context.place = middleware.place
      try middleware.body.before(step, &record, context)
    }
    try plan?.before(step, &record, &context)
  }

  /// Runs what is after a step: the model's hooks, then the middleware in reverse.
  func after(_ step: HookStep, _ record: Record, _ context: inout HookContext<Record>) throws {
    try plan?.after(step, record, &context)
    if middleware.isEmpty { return }
    for middleware in middleware.reversed() {
      context.place = middleware.place
      try middleware.body.after(step, record, context)
    }
  }

  /// Whether anything runs after a step.
  func hasAfter(_ step: HookStep) -> Bool { !middleware.isEmpty || plan?.hasAfter(step) == true }

  // MARK: - Around

  /// Runs `body` inside a hook and those behind it.
  func around(
    _ hook: HookLink<Record>?, _ record: inout Record,
    _ context: HookContext<Record>, _ body: (inout Record) throws -> Void
  ) throws {
    guard let hook, let around = hook.aroundSave else { return try body(&record) }
    var context = context
    context.place = hook.place
    var passage = HookPassage(hook.place)
    try around(&record, context) { record in
      try passage.pass {
        var inner = record
        try store.session { try self.around(hook.next, &inner, context, body) }
        record = inner
      }
    }
    try passage.finish(context)
  }

  /// Runs `body` inside a hook and those behind it.
  func aroundDelete(
    _ hook: HookLink<Record>?, _ record: Record,
    _ context: HookContext<Record>, _ body: () throws -> Void
  ) throws {
    guard let hook, let around = hook.aroundDelete else { return try body() }
    var context = context
    context.place = hook.place
    var passage = HookPassage(hook.place)
    try around(record, context) {
      try passage.pass { try store.session { try aroundDelete(hook.next, record, context, body) } }
    }
    try passage.finish(context)
  }
}

/// Watches that an around hook goes on once, and no further when it failed to.
private struct HookPassage {
  private enum State {
    case notCalled
    case succeeded
    case failed(any Error)
  }

  private let place: HookPlace
  private var state = State.notCalled

  init(_ place: HookPlace) { self.place = place }

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

  func finish<Record: Model>(_ context: HookContext<Record>) throws {
    switch state {
    case .notCalled: throw context.halt("It did not call proceed.")
    case .failed(let error): throw error
    case .succeeded: break
    }
  }
}

/// The hooks of a model, sorted by when they run.
final class HookPlan<Record: Model>: Sendable {
  /// A hook's closure, and what it is called.
  struct Placed<Body: Sendable>: Sendable {
    let place: HookPlace
    let body: Body
  }

  let list: [Hook<Record>]
  /// By ``HookStep/index``.
  private let changing: [[Placed<Hook<Record>.Changing>]]
  private let lookingBefore: [[Placed<Hook<Record>.Looking>]]
  private let lookingAfter: [[Placed<Hook<Record>.Looking>]]
  let aroundSave: [Placed<Hook<Record>.AroundSave>]
  let aroundDelete: [Placed<Hook<Record>.AroundDelete>]
  let afterLoad: [Placed<Hook<Record>.Changing>]
  let afterCommit: [Placed<Hook<Record>.Telling>]
  let afterRollback: [Placed<Hook<Record>.Telling>]

  init(_ list: [Hook<Record>]) {
    self.list = list
    func of<Body>(_ kind: HookKind, _ body: (Hook<Record>.Action) -> Body?) -> [Placed<Body>] {
      list.filter { $0.kind == kind }.compactMap { hook in
        body(hook.action).map { Placed(place: hook.place, body: $0) }
      }
    }
    changing = HookStep.allCases.map { of(.before($0), \.changing) }
    lookingBefore = HookStep.allCases.map { of(.before($0), \.looking) }
    lookingAfter = HookStep.allCases.map { of(.after($0), \.looking) }
    aroundSave = of(.around(.save)) { if case .aroundSave(let body) = $0 { body } else { nil } }
    aroundDelete = of(.around(.delete)) { if case .aroundDelete(let body) = $0 { body } else { nil } }
    afterLoad = of(.afterLoad, \.changing)
    afterCommit = of(.afterCommit, \.telling)
    afterRollback = of(.afterRollback, \.telling)
  }

  // MARK: - Running

  func before(_ step: HookStep, _ record: inout Record, _ context: inout HookContext<Record>) throws {
    for hook in changing[step.index] {
      context.place = hook.place
      try hook.body(&record, context)
    }
    try Self.run(lookingBefore[step.index], record, &context)
  }

  func after(_ step: HookStep, _ record: Record, _ context: inout HookContext<Record>) throws {
    try Self.run(lookingAfter[step.index], record, &context)
  }

  private static func run(
    _ hooks: [Placed<Hook<Record>.Looking>], _ record: Record, _ context: inout HookContext<Record>
  ) throws {
    for hook in hooks {
      context.place = hook.place
      try hook.body(record, context)
    }
  }
}

extension Hook.Action {
  fileprivate var changing: Hook.Changing? { if case .changing(let body) = self { body } else { nil } }
  fileprivate var looking: Hook.Looking? { if case .looking(let body) = self { body } else { nil } }
  fileprivate var telling: Hook.Telling? { if case .telling(let body) = self { body } else { nil } }
}

/// The hooks of a model, sorted by when they run.
///
/// Hooks of one kind are links of a chain, and not elements of an array, for the sake of time: code for all models has to
/// look up a description of each generic type that it copies, which for arrays of closures took longer than the hooks.
final class HookPlan<Record: Model>: Sendable {
  let list: [Hook<Record>]
  /// By ``HookStep/index``.
  private let before: [HookLink<Record>?]
  private let after: [HookLink<Record>?]
  /// The steps that have hooks before or after them, as bits by ``HookStep/index``.
  private let (stepsBefore, stepsAfter): (Int, Int)
  let aroundSave: HookLink<Record>?
  let aroundDelete: HookLink<Record>?
  let afterLoad: HookLink<Record>?
  let afterCommit: HookLink<Record>?
  let afterRollback: HookLink<Record>?

  init(_ list: [Hook<Record>]) {
    self.list = list
    func chain(_ kind: HookKind) -> HookLink<Record>? {
      list.reversed().reduce(nil) { next, hook in hook.kind == kind ? HookLink(hook, next) : next }
    }
    func bits(_ kind: (HookStep) -> HookKind) -> Int {
      HookStep.allCases.reduce(0) { bits, step in
        list.contains { $0.kind == kind(step) } ? bits | 1 << step.index : bits
      }
    }
    before = HookStep.allCases.map { chain(.before($0)) }
    after = HookStep.allCases.map { chain(.after($0)) }
    (stepsBefore, stepsAfter) = (bits(HookKind.before), bits(HookKind.after))
    aroundSave = chain(.around(.save))
    aroundDelete = chain(.around(.delete))
    afterLoad = chain(.afterLoad)
    afterCommit = chain(.afterCommit)
    afterRollback = chain(.afterRollback)
  }

  func hasAfter(_ step: HookStep) -> Bool { stepsAfter & 1 << step.index != 0 }

  func before(_ step: HookStep, _ record: inout Record, _ context: inout HookContext<Record>) throws {
    if stepsBefore & 1 << step.index == 0 { return }
    try before[step.index]?.run(&record, &context)
  }

  func after(_ step: HookStep, _ record: Record, _ context: inout HookContext<Record>) throws {
    if !hasAfter(step) { return }
    try after[step.index]?.run(record, &context)
  }
}

/// One hook in a chain of hooks of the same kind.
final class HookLink<Record: Model>: Sendable {
  let place: HookPlace
  let next: HookLink?
  private let changing: Hook<Record>.Changing?
  private let looking: Hook<Record>.Looking?
  private let telling: Hook<Record>.Telling?
  let aroundSave: Hook<Record>.AroundSave?
  let aroundDelete: Hook<Record>.AroundDelete?

  init(_ hook: Hook<Record>, _ next: HookLink?) {
    (place, self.next) = (hook.place, next)
    changing = if case .changing(let body) = hook.action { body } else { nil }
    looking = if case .looking(let body) = hook.action { body } else { nil }
    telling = if case .telling(let body) = hook.action { body } else { nil }
    aroundSave = if case .aroundSave(let body) = hook.action { body } else { nil }
    aroundDelete = if case .aroundDelete(let body) = hook.action { body } else { nil }
  }

  /// Runs this hook and those behind it.
  func run(_ record: inout Record, _ context: inout HookContext<Record>) throws {
    var link: HookLink? = self
    while let hook = link {
      context.place = hook.place
      try hook.changing?(&record, context)
      try hook.looking?(record, context)
      link = hook.next
    }
  }

  /// Runs this hook and those behind it.
  func run(_ record: Record, _ context: inout HookContext<Record>) throws {
    var link: HookLink? = self
    while let hook = link {
      context.place = hook.place
      try hook.looking?(record, context)
      link = hook.next
    }
  }

  /// Tells this hook and those behind it.
  func tell(_ change: Change<Record>, _ context: inout HookContext<Record>) {
    var link: HookLink? = self
    while let hook = link {
      context.place = hook.place
      hook.telling?(change, context)
      link = hook.next
    }
  }
}

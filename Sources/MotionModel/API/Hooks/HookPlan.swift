import Synchronization

/// The hooks of a model, sorted by when they run.
///
/// The plan and the code that runs it do not know the model: they pass rows. Generic code for all models has to
/// look up the metadata of each type that it copies or creates, which took longer than the hooks.
final class HookPlan: Sendable {
  /// Indexed by ``HookStep/index``.
  private let before: [HookNode?]
  private let after: [HookNode?]
  /// The steps that have hooks before or after them, as bits by ``HookStep/index``.
  private let (stepsBefore, stepsAfter): (Int, Int)
  let aroundSave: HookNode?
  let aroundCreate: HookNode?
  let aroundUpdate: HookNode?
  let aroundDelete: HookNode?
  let aroundDestroy: HookNode?
  let afterInitialize: HookNode?
  let afterLoad: HookNode?
  let afterTouch: HookNode?
  let beforeCommit: HookNode?
  let afterCommit: HookNode?
  let afterRollback: HookNode?

  init<Record: Model>(_ list: [Hooks<Record>.Hook]) {
    func chain(_ kind: HookKind) -> HookNode? {
      list.reversed().reduce(nil) { next, hook in hook.kind == kind ? HookNode(hook, next) : next }
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
    (aroundCreate, aroundUpdate) = (chain(.around(.create)), chain(.around(.update)))
    (aroundDelete, aroundDestroy) = (chain(.around(.delete)), chain(.around(.destroy)))
    afterInitialize = chain(.afterInitialize)
    afterLoad = chain(.afterLoad)
    (afterTouch, beforeCommit) = (chain(.afterTouch), chain(.beforeCommit))
    afterCommit = chain(.afterCommit)
    afterRollback = chain(.afterRollback)
    if completes { TransactionEndHooks.exist.store(true, ordering: .releasing) }
  }

  /// Whether there are hooks that run when a transaction is complete, before it is committed.
  var completes: Bool { afterTouch != nil || beforeCommit != nil }

  /// Whether there are hooks around saving, so that the records of a call are saved one after the other.
  var surroundsSaves: Bool { aroundSave != nil || aroundCreate != nil || aroundUpdate != nil }

  /// The hooks around creating or updating.
  func around(_ step: HookStep) -> HookNode? { step == .create ? aroundCreate : aroundUpdate }

  func hasAfter(_ step: HookStep) -> Bool { stepsAfter & 1 << step.index != 0 }

  func before(_ step: HookStep, _ row: MutableRow, _ event: HookEvent) throws {
    if stepsBefore & 1 << step.index == 0 { return }
    try before[step.index]?.run(row, event)
  }

  func after(_ step: HookStep, _ row: Row, _ event: HookEvent) throws {
    if !hasAfter(step) { return }
    try after[step.index]?.run(row, event)
  }
}

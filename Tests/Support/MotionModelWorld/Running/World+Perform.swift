import MotionModel
import MotionModelTransactions

extension World {
  /// Makes a step in the current store.
  func perform(_ step: Step) throws {
    switch step {
    case .create(let draft, let creation): try create(draft.kind.model, draft, creation)
    case .insertMany(let drafts, let bulk):
      guard let kind = drafts.first?.kind else { return }
      if bulk == .insert { return try insertMany(kind.model, drafts) }
      try importRows(kind.model, drafts, bulk)
    case .insertByKey(let drafts, let conflict, let byID):
      guard let kind = drafts.first?.kind else { return }
      try insertByKey(kind.model, drafts, conflict, byID: byID)
    case .update(let target, let edits, let updating): try update(target.kind.model, target, edits, updating)
    case .delete(let target): try delete(target.kind.model, target)
    case .destroy(let target): try destroy(target.kind.model, target)
    case .updateAll(let scope, let edits): try updateAll(scope.kind.model, scope, edits)
    case .deleteAll(let scope): try deleteAll(scope.kind.model, scope)
    case .destroyAll(let scope): try destroyAll(scope.kind.model, scope)
    case .importForeign(let foreign): try importForeign(foreign)
    case .fire(let index, let event): try fire(index, event)
    case .hold(let target): hold(target.kind.model, target)
    case .useHeld(let kind, let slot, let edits, let use): try useHeld(kind.model, slot, edits, use)
    case .relate(let relating, let first, let second, let edits): try relate(relating, first, second, edits)
    case .transaction(let steps, let ending): try transaction(steps, ending)
    case .turn(let steps, let ending): try transaction(steps, ending, isInTurn: depth == 0)
    case .preview(let steps): try preview(steps)
    case .withoutHooks(let steps): try withoutHooks(steps)
    case .withoutTouching(let steps): try withoutTouching(steps)
    case .acting(let steps): try act(steps)
    case .sign(let number): try sign(number)
    case .branch, .mergeBranch, .updateBranch, .dropBranch, .onBranch, .undo, .redo, .undoPart, .redoPart, .snapshot,
      .dropSnapshot, .takeBackLast, .block, .saveFile, .saveEarlierFile, .loadFile, .saveModel, .loadModel,
      .readJournal, .compactJournal, .followJournal, .addIndex, .removeIndex:
      if depth == 0 && !isClerk { try performOutside(step) }
    case .ask(let question): try ask(question.scope.kind.model, question)
    case .openLive(let scope): openLive(scope.kind.model, scope)
    case .dropLive(let index): dropLive(index)
    // Steps inside a block use the store with which it began.
    case .reopen: break
    }
  }

  /// Makes a step that cannot be made inside a transaction.
  private func performOutside(_ step: Step) throws {
    switch step {
    case .branch: branch()
    case .onBranch(let index, let steps): try onBranch(index, steps)
    case .mergeBranch(let index, let policy): try merge(index, policy)
    case .updateBranch(let index, let policy): try update(index, policy)
    case .dropBranch(let index): drop(index)
    case .undo: try undo()
    case .redo: try redo()
    case .undoPart: try undoPart()
    case .redoPart: try redoPart()
    case .block(let steps, let block): try runBlock(steps, block)
    case .snapshot: snapshot()
    case .dropSnapshot(let index): dropSnapshot(index)
    case .takeBackLast: try takeBackLast()
    case .saveFile(let slot, let format): try saveFile(slot, format)
    case .saveEarlierFile(let slot, let format): try saveEarlierFile(slot, format)
    case .loadFile(let slot, let loading): try loadFile(slot, loading)
    case .saveModel(let kind, let format): try saveModel(kind.model, format)
    case .loadModel(let index, let loading): try loadModel(index, loading)
    case .readJournal: try readJournal()
    case .compactJournal: try compactJournal()
    case .followJournal: try followJournal()
    case .addIndex(let index): try addIndex(WorldIndex.all[index % WorldIndex.all.count])
    case .removeIndex(let index): try removeIndex(WorldIndex.all[index % WorldIndex.all.count])
    default: break
    }
  }
}

extension Step: Simplifiable {
  /// Simpler sequences of steps, one of which may replace this step.
  package var simpler: [[Step]] {
    switch self {
    case .create(let draft, let creation):
      var result = draft.simpler.map { [Step.create($0, creation)] }
      if creation != .create { result.insert([.create(draft, .create)], at: 0) }
      return result
    case .insertMany(let drafts, let bulk):
      var result: [[Step]] = []
      if drafts.count > 1 {
        result.append([.insertMany(Array(drafts.prefix(drafts.count / 2)), bulk)])
        result.append([.insertMany(Array(drafts.suffix(drafts.count / 2)), bulk)])
        result += drafts.indices.prefix(8).map { index in [.insertMany(drafts.without(index), bulk)] }
      } else {
        result += drafts.map { [.create($0, .insert)] }
      }
      for index in drafts.indices.prefix(8) {
        result += drafts[index].simpler.map { [.insertMany(drafts.replacing(index, by: $0), bulk)] }
      }
      return result
    case .insertByKey(let drafts, let conflict, let byID):
      let fewer = drafts.count > 1 ? drafts.indices.map { drafts.without($0) } : []
      let smaller = drafts.indices.flatMap { index in drafts[index].simpler.map { drafts.replacing(index, by: $0) } }
      return (fewer + smaller).map { [.insertByKey($0, conflict, byID: byID)] }
    case .update(let target, let edits, let updating):
      return edits.simplerEdits.map { [.update(target, $0, updating)] }
        + target.simpler.map { [.update($0, edits, updating)] }
    case .delete(let target): return target.simpler.map { [.delete($0)] }
    case .destroy(let target): return [[.delete(target)]] + target.simpler.map { [.destroy($0)] }
    case .updateAll(let scope, let edits):
      return edits.simplerEdits.map { [.updateAll(scope, $0)] } + scope.simpler.map { [.updateAll($0, edits)] }
    case .deleteAll(let scope): return scope.simpler.map { [.deleteAll($0)] }
    case .destroyAll(let scope): return scope.simpler.map { [.destroyAll($0)] }
    case .importForeign(let foreign): return foreign.simpler.map { [.importForeign($0)] }
    case .useHeld(let kind, let slot, let edits, let use):
      return edits.simplerEdits.map { [.useHeld(kind, slot, $0, use)] }
    case .relate(let relating, let first, let second, let edits):
      return edits.simplerEdits.map { [.relate(relating, first, second, $0)] }
    case .transaction(let steps, let ending):
      return [steps] + steps.simplerSteps.map { [.transaction($0, ending)] }
        + (ending == .rollback || ending == .commit ? [] : [[.transaction(steps, .rollback)]])
    case .turn(let steps, let ending):
      return [[.transaction(steps, ending)]] + steps.simplerSteps.map { [.turn($0, ending)] }
    case .preview(let steps): return steps.simplerSteps.map { [.preview($0)] }
    case .withoutHooks(let steps): return [steps] + steps.simplerSteps.map { [.withoutHooks($0)] }
    case .withoutTouching(let steps): return [steps] + steps.simplerSteps.map { [.withoutTouching($0)] }
    case .acting(let steps): return [steps] + steps.simplerSteps.map { [.acting($0)] }
    case .block(let steps, let block): return [steps] + steps.simplerSteps.map { [.block($0, block)] }
    case .ask(let question):
      return question.scope.simpler.map { [.ask(Question(scope: $0, answer: question.answer))] }
    case .openLive(let scope): return scope.simpler.map { [.openLive($0)] }
    case .onBranch(let index, let steps): return [steps] + steps.simplerSteps.map { [.onBranch(index, $0)] }
    case .mergeBranch(let index, let policy) where policy != .fail: return [[.mergeBranch(index, .fail)]]
    case .updateBranch(let index, let policy) where policy != .fail: return [[.updateBranch(index, .fail)]]
    case .reopen(isEarlier: true): return [[.reopen(isEarlier: false)]]
    case .saveFile(let slot, let format) where format != .json: return [[.saveFile(slot, .json)]]
    case .saveEarlierFile(let slot, let format):
      return [[.saveFile(slot, format)]] + (format == .json ? [] : [[.saveEarlierFile(slot, .json)]])
    case .loadFile(let slot, let loading) where loading != .replace: return [[.loadFile(slot, .replace)]]
    case .saveModel(let kind, let format) where format != .json: return [[.saveModel(kind, .json)]]
    case .loadModel(let index, let loading) where loading != .replace: return [[.loadModel(index, .replace)]]
    default: return []
    }
  }
}

extension Draft {
  fileprivate var simpler: [Draft] {
    var result = edits.simplerEdits.map { Draft(kind: kind, id: id, edits: $0) }
    if case .none = id { return result }
    result.insert(Draft(kind: kind, id: .none, edits: edits), at: 0)
    return result
  }
}

extension ForeignRows {
  fileprivate var simpler: [ForeignRows] {
    let fewer = rows.count > 1 ? rows.indices.map { with(rows.without($0)) } : []
    let smaller = rows.indices.flatMap { row in
      rows[row].indices.filter { rows[row][$0] > 0 }.flatMap { column in
        [0, rows[row][column] % 10].filter { $0 < rows[row][column] }.map {
          with(rows.replacing(row, by: rows[row].replacing(column, by: $0)))
        }
      }
    }
    return fewer + smaller
  }

  private func with(_ rows: [[Int]]) -> ForeignRows {
    var foreign = self
    foreign.rows = rows
    return foreign
  }
}

extension Scope {
  /// Simpler scopes: with fewer conditions, without orders and without a window.
  fileprivate var simpler: [Scope] {
    var result = plan.simpler.map { plan in with { $0.plan = plan } }
    if isChained { result.append(with { $0.isChained = false }) }
    result += orders.indices.map { index in with { $0.orders.remove(at: index) } }
    if isUnscoped { result.append(with { $0.isUnscoped = false }) }
    if isReversed { result.append(with { $0.isReversed = false }) }
    if distinct != nil { result.append(with { $0.distinct = nil }) }
    if offset > 0 || limit != nil { result.append(with { ($0.offset, $0.limit) = (0, nil) }) }
    return result
  }

  private func with(_ change: (inout Scope) -> Void) -> Scope {
    var scope = self
    change(&scope)
    return scope
  }
}

extension Plan {
  fileprivate var simpler: [Plan] {
    switch self {
    case .everything: []
    case .nothing: [.everything]
    case .filter(let filter):
      filter.value < 10
        ? [] : [.filter(Filter(field: filter.field, comparator: filter.comparator, value: filter.value % 10))]
    case .all(let plans):
      plans + plans.indices.map { .all(plans.without($0)) } + Self.simpler(plans).map { .all($0) }
    case .any(let plans):
      plans + plans.indices.map { .any(plans.without($0)) } + Self.simpler(plans).map { .any($0) }
    case .not(let plan): [plan] + plan.simpler.map { .not($0) }
    }
  }

  private static func simpler(_ plans: [Plan]) -> [[Plan]] {
    plans.indices.flatMap { index in plans[index].simpler.map { plans.replacing(index, by: $0) } }
  }
}

extension Target {
  fileprivate var simpler: [Target] { index == 0 ? [] : [Target(kind: kind, index: 0, which: which)] }
}

extension Array {
  fileprivate func without(_ index: Int) -> [Element] { Array(self[..<index] + self[(index + 1)...]) }
  fileprivate func replacing(_ index: Int, by element: Element) -> [Element] {
    var copy = self
    copy[index] = element
    return copy
  }
}

extension [Edit] {
  fileprivate var simplerEdits: [[Edit]] {
    let fewer = indices.map { without($0) }
    let smaller = indices.filter { self[$0].value > 0 }.flatMap { index in
      [0, self[index].value % 10].filter { $0 < self[index].value }.map {
        replacing(index, by: Edit(field: self[index].field, value: $0))
      }
    }
    return fewer + smaller
  }
}

extension [Step] {
  fileprivate var simplerSteps: [[Step]] {
    if count > 6 { return [Array(prefix(count / 2)), Array(suffix(count - count / 2))] + indices.map { without($0) } }
    let fewer = count > 1 ? indices.map { without($0) } : []
    return fewer
      + indices.flatMap { index in self[index].simpler.map { Array(self[..<index]) + $0 + Array(self[(index + 1)...]) }
      }
  }
}

import MotionModel
import MotionModelTestSupport
import MotionModelTransactions

/// What can happen to a store whose live results are watched.
enum LiveStepKind: String, CaseIterable, Sendable {
  case edit, idle, insertMany, updateAll, deleteAll, destroy, destroyBoard, replace, replaceBoards
  case transaction, rollback, nested, openInside
  case undo, redo, group
  case editBranch, merge, mergeOurs, mergeTheirs, update
  case keepFile, load, loadMerge, loadAppend
  case silenced, coalesced, coalescedBack, coalescedInSilence
  case reopen, forget
}

extension LiveScene {
  private struct Undone: Error {}

  /// Makes a step. It may be refused by the store.
  func make(_ step: LiveCase.Item<LiveStepKind>) {
    var edits = RandomBoardCommits(SplitMix64(seed: step.seed))
    let (boards, cards) = (store.table(Board.self), store.table(Card.self))
    func edit(_ count: ClosedRange<Int>, in other: Store? = nil) {
      for _ in 0..<edits.random.number(count) { try? edits.edit(other ?? store) }
    }
    switch step.kind {
    case .edit: edit(1...1)
    case .idle: if var card = edits.random.pickAny(cards.records.all) { try? cards.save(&card) }
    case .insertMany:
      let ids = boards.records.ids
      let new = (0..<edits.random.number(1...6)).map { _ in
        var card = Card(edits.random.pick(["a", "b", "c"]), weight: edits.random.number(0...4))
        card.boardID = edits.random.pickAny(ids) ?? 0
        return card
      }
      _ = try? cards.insert(contentsOf: new)
    case .updateAll:
      let (from, to) = (edits.random.number(0...4), edits.random.number(0...4))
      let boardID = edits.random.pickAny(boards.records.ids)
      _ = try? cards.where(\.weight >= from).updateAll {
        $0.weight = to
        if let boardID { $0.boardID = boardID }
      }
    case .deleteAll:
      _ = try? cards.where(\.weight == edits.random.number(0...4)).limit(edits.random.number(1...4)).deleteAll()
    case .destroy: if let id = edits.random.pickAny(cards.records.ids) { _ = try? cards.destroy(id) }
    case .destroyBoard: if let id = edits.random.pickAny(boards.records.ids) { _ = try? boards.destroy(id) }
    case .replace: replace(cards, &edits.random) { $0.weight += 1 }
    case .replaceBoards: replace(boards, &edits.random) { $0.name += "a" }
    case .transaction: try? store.transaction { edit(2...6) }
    case .rollback:
      try? store.transaction {
        edit(1...5)
        throw Undone()
      }
    case .nested:
      try? store.transaction {
        edit(1...3)
        try? store.transaction {
          edit(1...3)
          throw Undone()
        }
        try? store.transaction { edit(1...2) }
      }
    case .openInside:
      try? store.transaction {
        edit(1...3)
        open(.init(edits.random.pick(LiveSubjectKind.allCases.filter { !$0.writes }), step.seed))
        edit(0...3)
      }
    case .undo: _ = try? history.undo()
    case .redo: _ = try? history.redo()
    case .group: history.group("group") { edit(2...3) }
    case .editBranch: edit(1...3, in: branch.store)
    case .merge: _ = try? branch.merge()
    case .mergeOurs: _ = try? branch.merge(.ours)
    case .mergeTheirs: _ = try? branch.merge(.theirs)
    case .update: _ = try? branch.update(edits.random.pick([.ours, .theirs, .fail]))
    case .keepFile: keepFile()
    case .load: load(.replace)
    case .loadMerge: load(.merge(onConflict: edits.random.pick([.ours, .theirs, .fail])))
    case .loadAppend: load(.append)
    case .silenced: store.silenced { edit(1...3) }
    case .coalesced: store.coalesced { edit(2...4) }
    case .coalescedBack:
      store.coalesced {
        var card = Card("a", weight: 4)
        card.boardID = edits.random.pickAny(boards.records.ids) ?? 0
        guard (try? cards.insert(&card)) != nil else { return }
        edit(0...1)
        _ = try? cards.delete(card.id)
      }
    case .coalescedInSilence: store.silenced { store.coalesced { edit(1...3) } }
    case .reopen:
      forget(edits.random.number(0...9))
      open(.init(edits.random.pick(LiveSubjectKind.allCases.filter { !$0.writes }), step.seed))
    case .forget: forget(edits.random.number(0...9))
    }
  }

  /// Deletes records and inserts them again in one transaction, unchanged or changed: they get other positions.
  private func replace<Record: Model>(
    _ table: ModelTable<Record>, _ random: inout SplitMix64, _ change: (inout Record) -> Void
  ) where Record.Adapter == ArrayAdapter {
    var records = table.records.all.filter { _ in random.chance(40) }
    if random.chance(50) { records.shuffle(using: &random) }
    try? store.transaction {
      for record in records { _ = try table.delete(record.id) }
      for var record in records {
        if random.chance(30) { change(&record) }
        try table.insert(&record)
      }
    }
  }
}

extension LiveStepKind {
  /// Whether nobody is told of the step.
  var isSilent: Bool { self == .silenced || self == .coalescedInSilence }

  /// Whether the step is one change at most for those who are told.
  var isOneChange: Bool { self != .group && self != .editBranch && self != .reopen }
}

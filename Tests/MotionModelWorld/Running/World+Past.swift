import Foundation
import MotionModel
import MotionModelTransactions

extension World {
  func undo() throws {
    if !place.isAlone { return }
    let line = transcript?.add("try \(place.name)History.undo()")
    let outcome = Result { try place.undoHistory.undo() }
    try rollback(outcome, to: place.undone.popLast(), .undo, line)
  }

  func redo() throws {
    if !place.isAlone { return }
    let line = transcript?.add("try \(place.name)History.redo()")
    let outcome = Result { try place.undoHistory.redo() }
    try rollback(outcome, to: place.redone.popLast(), .redo, line)
  }

  private func rollback(
    _ outcome: Result<Changeset, any Error>, to state: NaiveStore?, _ kind: Twin.CommitKind, _ line: Int?
  ) throws {
    let before = place.naive
    guard let state else {
      _ = try judge(outcome.map { _ in true }, .failure(.nothingToUndo), before, kind, line: line)
      return
    }
    place.naive = before.gone(to: state)
    let isUnique = Result { () throws(Refusal) in try place.naive.checkAllUnique() }
    if case .success = outcome { place.naive.takeOverVersions(place.store) }
    if try judge(outcome.map { _ in true }, isUnique.map { true }, before, kind, line: line) == nil {
      if kind == .undo { place.undone.append(state) } else { place.redone.append(state) }
    }
  }

  /// Returns a changeset after encoding and decoding it.
  private static func decoded(_ changeset: Changeset) throws -> Changeset {
    let decoded = try JSONDecoder().decode(Changeset.self, from: JSONEncoder().encode(changeset), configuration: models)
    if decoded != changeset { throw Difference("decoded changeset", "\(decoded.details), was \(changeset.details)") }
    return decoded
  }

  func snapshot() {
    if snapshots.count > 4 { snapshots.removeFirst() }
    print("let snapshot\(snapshots.count) = Store.current.snapshot()")
    snapshots.append((place.store.snapshot(), place.naive))
  }

  func dropSnapshot(_ index: Int) { if !snapshots.isEmpty { snapshots.remove(at: index % snapshots.count) } }

  /// Undoes the latest commit in a new branch, and applies it again.
  func takeBackLast() throws {
    guard let last = place.log.last, last.id == place.store.commitCount, place.states.count > 1 else { return }
    let before = place.states[place.states.count - 2]
    if before.commit != last.id - 1 || place.states.last?.commit != last.id { return }
    let copy = place.store.branch().store
    // A unique index may be younger than the state before.
    WorldIndex.removeUniqueOnes(from: copy)
    let decoded = try Self.decoded(last)
    try Store.withoutHooks {
      try copy.apply(last.inverted)
      if let difference = Comparison.of(copy, before.naive) {
        throw Difference("inverse: \(difference.rule)", difference.details)
      }
      try copy.apply(decoded)
      if let difference = Comparison.of(copy, place.naive) {
        throw Difference("inverse and again: \(difference.rule)", difference.details)
      }
    }
  }
}

extension NaiveStore {
  /// Returns an earlier or later state, with the given ids and the deleted ids as they are now.
  func gone(to state: NaiveStore) -> NaiveStore {
    var going = Going(now: self, result: restored(to: state, isCommit: true))
    going.visitAll()
    return going.result
  }

  private struct Going: ModelVisitor {
    let now: NaiveStore
    var result: NaiveStore

    mutating func visit<Record: WorldModel>(_ model: Record.Type) {
      let rows = result[keyPath: Record.rows].rows
      let present = Set(rows.map(\.record.id))
      let vanished = now[keyPath: Record.rows].rows.map(\.record.id).filter { !present.contains($0) }
      result[keyPath: Record.rows].gone = now[keyPath: Record.rows].gone.union(vanished).subtracting(present)
    }
  }
}

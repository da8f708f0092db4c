import Foundation
import MotionModel
import MotionModelTransactions
import MotionModelValidation

extension World {
  func undo() throws {
    if !current.isAlone { return }
    let line = transcript?.add("try \(current.name)History.undo()")
    let outcome = Result { try current.undoHistory.undo() }
    try rollback(outcome, to: current.undone.popLast(), .undo, line)
  }

  func redo() throws {
    if !current.isAlone { return }
    let line = transcript?.add("try \(current.name)History.redo()")
    let outcome = Result { try current.undoHistory.redo() }
    try rollback(outcome, to: current.redone.popLast(), .redo, line)
  }

  private func rollback(
    _ outcome: Result<Changeset, any Error>, to state: NaiveStore?, _ kind: Twin.CommitKind, _ line: Int?
  ) throws {
    let before = current.naive
    guard let state else {
      _ = try judge(outcome.map { _ in true }, .failure(.nothingToUndo), before, kind, line: line)
      return
    }
    current.naive = before.gone(to: state)
    let isUnique = Result { () throws(Refusal) in try current.naive.checkAllUnique() }
    if case .success = outcome { current.naive.takeOverVersions(current.store) }
    if try judge(outcome.map { _ in true }, isUnique.map { true }, before, kind, line: line) == nil {
      if kind == .undo { current.undone.append(state) } else { current.redone.append(state) }
    }
  }

  // MARK: - Undoing without some models

  /// Undoes the latest step of the history of groups. Others may have changed the same since.
  func undoPart() throws {
    if !current.isAlone || current.block == .group { return }
    let line = transcript?.add("try \(current.name)PartHistory.undo()")
    let outcome = Result { try current.partHistory.undo() }
    let step = current.undonePart.popLast()
    if try !replay(outcome, step, .undoPart, line), let step { current.undonePart.append(step) }
  }

  func redoPart() throws {
    if !current.isAlone || current.block == .group { return }
    if current.redonePart.isEmpty { try undoPart() }
    let line = transcript?.add("try \(current.name)PartHistory.redo()")
    let outcome = Result { try current.partHistory.redo() }
    let step = current.redonePart.popLast()
    if try !replay(outcome, step, .redoPart, line), let step { current.redonePart.append(step) }
  }

  /// Applies the inverse of a step to the naive store.
  ///
  /// - Returns: Whether it was not refused.
  private func replay(
    _ outcome: Result<Changeset, any Error>, _ step: Twin.PartStep?, _ kind: Twin.CommitKind, _ line: Int?
  ) throws -> Bool {
    let before = current.naive
    let expected = Result { () throws(Refusal) in
      guard let step else { throw .nothingToUndo }
      let merged = try before.merged(step.target, since: step.after, .fail, [:])
      try merged.checkCommit()
      return merged
    }
    if case .success(var merged) = expected {
      if case .success = outcome { merged.takeOverVersions(current.store) }
      current.naive = merged
    }
    return try judge(outcome.map { _ in true }, expected.map { _ in true }, before, kind, line: line) != nil
  }

  // MARK: - The latest commit

  /// Returns a changeset after encoding and decoding it.
  private static func decoded(_ changeset: Changeset) throws -> Changeset {
    let decoded = try JSONDecoder().decode(Changeset.self, from: JSONEncoder().encode(changeset), configuration: models)
    if decoded != changeset { throw Difference("decoded changeset", "\(decoded.details), was \(changeset.details)") }
    return decoded
  }

  func snapshot() {
    if snapshots.count > 4 { snapshots.removeFirst() }
    print("let snapshot\(snapshots.count) = Store.current.snapshot()")
    snapshots.append((current.store.snapshot(), current.naive))
  }

  func dropSnapshot(_ index: Int) { if !snapshots.isEmpty { snapshots.remove(at: index % snapshots.count) } }

  /// Undoes the latest commit in a new branch, and applies it again.
  func takeBackLast() throws {
    guard let last = current.log.last, last.id == current.store.commitCount, current.states.count > 1 else { return }
    let before = current.states[current.states.count - 2]
    if before.commit != last.id - 1 || current.states.last?.commit != last.id { return }
    let copy = current.store.branch().store
    // A unique index may be younger than the state before.
    WorldIndex.removeUniqueOnes(from: copy)
    let decoded = try Self.decoded(last)
    try Store.withoutHooks {
      try apply(last.inverted, to: copy, "inverse", from: current.naive, to: before.naive)
      try apply(decoded, to: copy, "inverse and again", from: before.naive, to: current.naive)
    }
  }

  /// Applies a changeset, which rules about changes may refuse; then it is applied without them.
  private func apply(
    _ changeset: Changeset, to copy: Store, _ name: String, from before: NaiveStore, to after: NaiveStore
  ) throws {
    let isRefused = (try? after.checkChanges(since: before, byClerk: false)) == nil
    do {
      try copy.apply(changeset)
      if isRefused { throw Difference("\(name): not refused", changeset.details) }
    } catch let error as RecordInvalid {
      if !isRefused { throw Difference("\(name): refused", "\(error)") }
      try ChangeRules.$areAsked.withValue(false) { _ = try copy.apply(changeset) }
    }
    if let difference = Comparison.of(copy, after) {
      throw Difference("\(name): \(difference.rule)", difference.details)
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
      result[keyPath: Record.rows].gone = now[keyPath: Record.rows].gone.subtracting(present)
      result[keyPath: Record.rows].noteDeletion(of: vanished)
    }
  }
}

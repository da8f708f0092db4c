import Foundation
import MotionModel

/// A form that was saved inside a transaction that is still open, and may be undone.
final class PendingSave<Record: Model> {
  /// The form as it was before, with everything that was entered.
  let former: FormCore<Record>
  private let store: Store
  private let date: Date
  /// The record, if it was written itself and not only its children.
  private let id: Record.ID?
  private let outcome: Outcome
  private let observation: StoreObservation

  /// Whether the transaction was committed. Commits are notified on the thread that makes them.
  private final class Outcome: Sendable {
    private let kept = Locked(false)
    var isCommitted: Bool { kept.withLock { $0 } }
    func commit() { kept.withLock { $0 = true } }
  }

  /// - Parameters:
  ///   - former: The form as it was before.
  ///   - saved: The saved record, and whether it was written itself.
  ///   - date: The time of the transaction, which its commit has.
  init(_ former: FormCore<Record>, saved: (record: Record, isWritten: Bool), at date: Date, in store: Store) {
    let (outcome, id) = (Outcome(), saved.isWritten ? saved.record.id : nil)
    (self.former, self.store, self.date, self.id, self.outcome) = (former, store, date, id, outcome)
    observation = store.observeCommits { changeset in
      if changeset.date == date, Self.hasSave(changeset, of: id) { outcome.commit() }
    }
  }

  /// Whether a changeset of the transaction still has the save: a part of the transaction may have been undone.
  private static func hasSave(_ changeset: Changeset, of id: Record.ID?) -> Bool {
    id.map { id in changeset.changes(of: Record.self).contains { $0.id == id } } ?? true
  }

  /// Whether the transaction has not saved the form, once it is over.
  var isUndone: Bool { !outcome.isCommitted }

  /// Whether it is known what became of the save: its transaction ended, or undid the part with it. The calling task
  /// may be in a later transaction by then.
  var isOver: Bool {
    guard let open = store.savepoint?.changeset, open.date == date else { return true }
    return !Self.hasSave(open, of: id)
  }
}

extension FormState {
  /// Takes back that the form was saved, if the transaction in which it was is undone.
  func settle() {
    guard let pending, pending.isOver else { return }
    self.pending = nil
    if pending.isUndone { kept = pending.former }
  }
}

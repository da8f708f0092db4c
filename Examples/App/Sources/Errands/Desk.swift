import MotionModel
import MotionModelTransactions
import Observation
import SwiftUI

/// What a window does with the store. Each of its steps is undone by the window's undo manager: by the menu, Command-Z or a
/// shake.
@MainActor
@Observable
final class Desk {
  let store: Store
  /// Why the last step was refused, for people.
  var problem: String?
  /// What is being edited in a sheet.
  var draft: Draft?

  /// What others commit, as a server or another window, is not undone here.
  private let history: UndoHistory

  init(store: Store) { (self.store, history) = (store, UndoHistory(of: store, recording: .groups)) }

  func perform(_ name: String, with undoManager: UndoManager?, _ step: (ModelTable<Errand>) throws -> Void) {
    do { try performThrowing(name, with: undoManager, step) } catch { problem = "\(error)" }
  }

  private func performThrowing(
    _ name: String, with undoManager: UndoManager?, _ step: (ModelTable<Errand>) throws -> Void
  ) throws {
    let failed: @MainActor (any Error) -> Void = { [weak self] in self?.problem = "\($0)" }
    try history.group(name, with: undoManager, onError: failed) { try step(store.table(Errand.self)) }
  }

  func finish(_ errand: Errand, with undoManager: UndoManager?) {
    var errand = errand
    let name = errand.isDone ? "Reopen" : "Finish"
    perform(name, with: undoManager) { try $0.update(&errand) { $0.isDone.toggle() } }
  }

  func delete(_ errand: Errand, with undoManager: UndoManager?) {
    perform("Delete", with: undoManager) { try $0.delete(errand) }
  }

  /// Ends editing: with one commit of all that was changed on the branch, or with a question.
  func save(_ draft: Draft, _ policy: MergePolicy = .fail, with undoManager: UndoManager?) {
    draft.save { merge in try performThrowing(draft.title, with: undoManager) { _ in try merge(policy) } }
    if draft.isSaved { self.draft = nil }
  }
}

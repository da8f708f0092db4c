import MotionModel
import MotionModelTransactions
import MotionModelValidation
import Observation

/// An errand that is edited on a branch, for as long as its sheet is open. *Cancel* drops the branch, which costs nothing.
@MainActor
@Observable
final class Draft: Identifiable {
  var errand: Errand
  /// What is wrong with it, for people.
  private(set) var messages: [String] = []
  /// What others have changed meanwhile, too; nil if nothing.
  var conflict: String?
  private(set) var isSaved = false

  let title: String
  private let branch: Branch

  init(of errand: Errand? = nil, in store: Store) {
    (self.errand, title) = (errand ?? Errand(), errand == nil ? "Add" : "Edit")
    branch = store.branch()
  }

  /// Saves on the branch, where the rules are checked, and then has the branch merged.
  func save(_ commit: ((MergePolicy) throws -> Void) throws -> Void) {
    (messages, conflict) = ([], nil)
    do {
      try branch.table(Errand.self).save(&errand)
      try commit { policy in try branch.merge(policy) }
      isSaved = true
    } catch let invalid as RecordInvalid {
      messages = invalid.errors.fullMessages
    } catch let conflicts as ChangeConflicts {
      let columns = conflicts.conflicts.flatMap(\.columns).map { "\($0.name): mine \($0.ours), theirs \($0.theirs)" }
      conflict = columns.isEmpty ? "Others have deleted it." : columns.joined(separator: "\n")
    } catch {
      messages = ["\(error)"]
    }
  }
}

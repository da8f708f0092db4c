import MotionModel
import MotionModelTransactions
import MotionModelValidation

/// The kind of error by which a step is refused.
package enum Refusal: String, Error, Sendable {
  case idTaken, notUnique, recordGone, readOnlyColumn, stale, notSaved, integrity, restricted, halted, hook, invalid,
    conflicts
  case nothingToUndo, changedSince, notFound, noMatch, numberOverflow, thrown, changeset, duplicates, other

  /// The kind of an error that the library threw.
  package init(_ error: any Error) {
    self =
      switch error {
      case let refusal as Refusal: refusal
      case StoreError.idTaken: .idTaken
      case StoreError.notUnique: .notUnique
      case StoreError.recordGone: .recordGone
      case StoreError.readOnlyColumn: .readOnlyColumn
      case StoreError.stale: .stale
      case StoreError.notSaved: .notSaved
      case StoreError.parentMissing, StoreError.parentNeeded: .integrity
      case StoreError.restricted: .restricted
      case StoreError.halted: .halted
      case StoreError.notFound: .notFound
      case StoreError.noMatch: .noMatch
      case StoreError.duplicates: .duplicates
      case StoreError.numberOverflow: .numberOverflow
      case is HookRefusal: .hook
      case is RecordInvalid: .invalid
      case is ChangeConflicts: .conflicts
      case is ChangesetError: .changeset
      case UndoError.changedSince: .changedSince
      case is UndoError: .nothingToUndo
      default: .other
      }
  }
}

import MotionModel
import MotionModelTransactions
import MotionModelValidation

/// The kind of error by which a step is refused.
package enum Refusal: String, Error, Sendable {
  case idTaken, notUnique, recordGone, readOnlyColumn, stale, notSaved, integrity, restricted, halted, hook, invalid,
    conflicts
  case nothingToUndo, changedSince, notFound, noMatch, numberOverflow, thrown, changeset, duplicates, other
  case attribute, columnsNotFound, givenTwice, parentNotFound, parentAmbiguous, parentInCircle, severalParents
  case keyMissing, keyTwice, keyAmbiguous, keyStored
  case form, policy

  /// The kind of an error that the library threw.
  package init(_ error: any Error) {
    self =
      switch (error as? StoreError)?.reason ?? error {
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
      case is PolicyError: .policy
      case is ChangeConflicts: .conflicts
      case is ChangesetError: .changeset
      case UndoError.changedSince: .changedSince
      case is UndoError: .nothingToUndo
      case is AttributeError: .attribute
      case let error as ImportError: Refusal(error)
      default: .other
      }
  }

  private init(_ error: ImportError) {
    self =
      switch error {
      case .columnsNotFound: .columnsNotFound
      case .givenTwice: .givenTwice
      case .parentNotFound: .parentNotFound
      case .parentAmbiguous: .parentAmbiguous
      case .parentInCircle: .parentInCircle
      case .severalParents: .severalParents
      case .keyMissing: .keyMissing
      case .keyTwice: .keyTwice
      case .keyAmbiguous: .keyAmbiguous
      case .keyStored: .keyStored
      default: .other
      }
  }
}

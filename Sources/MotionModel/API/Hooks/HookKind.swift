import Foundation

/// A step of an operation, before and after which hooks run.
public enum HookStep: String, Sendable, Hashable, CaseIterable {
  /// The record is validated.
  case validation
  /// The record is saved, new or not.
  case save
  /// The record is saved for the first time.
  case create
  /// A stored record is saved again.
  case update
  /// The record is deleted.
  case delete
  /// The record is deleted with the records that depend on it.
  case destroy

  /// The index of the step in ``allCases``, by which hooks are stored.
  var index: Int {
    switch self {
    case .validation: 0
    case .save: 1
    case .create: 2
    case .update: 3
    case .delete: 4
    case .destroy: 5
    }
  }
}

/// When a hook runs.
package enum HookKind: Sendable, Hashable {
  /// Before a step.
  case before(HookStep)
  /// After a step.
  case after(HookStep)
  /// Around a step: saving, creating, updating, deleting or destroying.
  case around(HookStep)
  /// After a new record was made in memory.
  case afterInitialize
  /// After the record was read from a file.
  case afterLoad
  /// After the time of the latest save was set without a save.
  case afterTouch
  /// Before a change of the record is committed.
  case beforeCommit
  /// After a change of the record was committed.
  case afterCommit
  /// After a change of the record was undone.
  case afterRollback
}

extension HookKind: CustomStringConvertible {
  /// The kind as declarations spell it: `beforeSave`.
  package var description: String {
    switch self {
    case .before(let step): "before" + step.rawValue.capitalized
    case .after(let step): "after" + step.rawValue.capitalized
    case .around(let step): "around" + step.rawValue.capitalized
    case .afterInitialize: "afterInitialize"
    case .afterLoad: "afterLoad"
    case .afterTouch: "afterTouch"
    case .beforeCommit: "beforeCommit"
    case .afterCommit: "afterCommit"
    case .afterRollback: "afterRollback"
    }
  }
}

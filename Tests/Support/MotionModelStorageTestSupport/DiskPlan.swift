package import MotionModelStorage

/// What goes wrong on a ``SimulatedDisk``. Calls are counted from 0.
package struct DiskPlan: Sendable {
  /// A call that fails; with `forever`, all behind it fail too.
  package var failure: (call: Int, reason: DiskError.Reason, forever: Bool)?
  /// How many bytes a write that fails, or before which the process stops, writes nevertheless: half of them if nil.
  package var shortWrite: Int?
  /// The process ends before this call.
  package var stopsBefore: Int?
  /// The process ends after this call.
  package var stopsAfter: Int?
  /// This call succeeds and does nothing, as if its line were missing.
  package var ignored: Int?
  /// A folder in which no file may be created, and which may not be opened, as in a sandbox.
  package var closedFolder: String?
  /// The folder that the system has for the temporary files of that one.
  package var replacementFolder: String?

  package init() {}

  /// Returns a plan in which a call fails.
  package static func failing(
    _ call: Int, _ reason: DiskError.Reason, shortWrite: Int? = nil, forever: Bool = false
  ) -> DiskPlan {
    var plan = DiskPlan()
    (plan.failure, plan.shortWrite) = ((call, reason, forever), shortWrite)
    return plan
  }

  /// Returns a plan in which a call does nothing.
  package static func ignoring(_ call: Int) -> DiskPlan {
    var plan = DiskPlan()
    plan.ignored = call
    return plan
  }
}

/// A call of a process to a ``SimulatedDisk``.
package struct DiskCall: Hashable, Sendable {
  package let kind: Kind
  package let path: String

  package enum Kind: String, Hashable, Sendable {
    case open, read, write, measure, cut, flush, setPermissions, rename, link, remove, list, lock
    case openFolder, flushFolder, createFolder
    /// No calls that fail: letting go of a lock, looking whether a file is in its place, and hearing what other
    /// processes have said.
    case unlock, place, listen

    var operation: DiskError.Operation {
      switch self {
      case .open: .open
      case .read: .read
      case .write: .write
      case .measure, .place, .listen: .measure
      case .cut: .cut
      case .flush: .flush
      case .openFolder, .flushFolder: .flushFolder
      case .createFolder: .replace
      case .setPermissions: .setPermissions
      case .rename: .rename
      case .link: .link
      case .remove: .remove
      case .list: .list
      case .lock, .unlock: .lock
      }
    }
  }
}

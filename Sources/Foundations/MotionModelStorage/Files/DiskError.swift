import Foundation

/// The error for an operation on a file or a folder that the system refused.
package struct DiskError: Error, Hashable {
  package let operation: Operation
  package let path: String
  package let reason: Reason

  package init(_ operation: Operation, _ path: String, _ reason: Reason) {
    (self.operation, self.path, self.reason) = (operation, path, reason)
  }

  /// The operation, as a participle for the sentence.
  package enum Operation: String, Hashable, Sendable {
    case open = "opened"
    case read
    case write = "written"
    case measure = "measured"
    case cut
    case flush = "flushed to the disk"
    /// The names in a folder were to be flushed. A file that was replaced has its new content then, and after a loss of
    /// power the new or the old.
    case flushFolder = "flushed with its names to the disk"
    case setPermissions = "given its permissions"
    case rename = "renamed"
    case link = "linked"
    case replace = "replaced"
    case remove = "removed"
    case list = "listed"
    case lock = "locked"
  }

  package enum Reason: Hashable, Sendable {
    /// The disk, or the share of the user, is full.
    case diskFull
    case readOnly
    /// There is no such file, or no such folder.
    case missing
    case notPermitted
    /// A file of this name exists.
    case exists
    /// Another process, or another part of this one, has locked the file. Its id is nil if it is not known.
    case inUse(process: Int32?)
    /// Another file is in its place.
    case replaced
    /// It is a folder, a device or a pipe.
    case notAFile
    /// Any other error, by the system's number.
    case other(code: Int32)
  }
}

extension DiskError.Reason {
  /// Creates the reason for a number of the system (`errno`).
  package init(code: Int32) {
    switch code {
    case ENOSPC, EDQUOT: self = .diskFull
    case EROFS: self = .readOnly
    case ENOENT: self = .missing
    case EACCES, EPERM: self = .notPermitted
    case EEXIST: self = .exists
    default: self = .other(code: code)
    }
  }
}

extension DiskError: CustomStringConvertible {
  /// One sentence that names the file, the operation and the reason.
  package var description: String { "The file \(path) cannot be \(operation.rawValue), because \(reason)." }
}

extension DiskError.Reason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .diskFull: "the disk is full"
    case .readOnly: "the disk is read-only"
    case .missing: "there is no such file or folder"
    case .notPermitted: "the system does not permit it"
    case .exists: "there is one already"
    case .inUse(let process?): "process \(process) is using it"
    case .inUse(nil): "another process is using it"
    case .replaced: "another file was put there"
    case .notAFile: "it is a folder, a device or a pipe"
    case .other(let code): "the system reports error \(code): \(String(cString: strerror(code)))"
    }
  }
}

extension DiskError.Reason {
  static let tooManyLinks = Self.other(code: ELOOP)
}

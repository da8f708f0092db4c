/// The error for a log that could not be read or written.
package enum LogError: Error, Hashable {
  /// The system refused it. If a log could not be written or flushed, it refuses every later call with the same error:
  /// what was not flushed may be lost though a second flush succeeds.
  case disk(DiskError)
  /// The file does not begin as a log does.
  case notALog(path: String)
  /// The file begins as a log, but its first 64 bytes changed after they were written.
  case damagedHeader(path: String)
  /// The log was written by a newer version of the library.
  case newer(path: String, version: UInt32)
  /// The log has damage that no crash explains, so it is not changed, unless it is opened with `recovering`.
  case damaged(path: String, LogDamage)
  /// The log was written, or replaced, between reading and continuing it.
  case changedMeanwhile(path: String)
  /// The entry is too long for a log.
  case tooLong(path: String, length: Int)
  /// The log lacks something that is in memory.
  case incomplete(path: String, reason: String)
  /// The log was closed.
  case closed(path: String)
}

extension LogError: CustomStringConvertible {
  /// One sentence that names the file and the reason.
  package var description: String {
    switch self {
    case .disk(let error): error.description
    case .notALog(let path): "The file \(path) is not a log."
    case .damagedHeader(let path): "The log \(path) is damaged: its header changed after it was written."
    case .newer(let path, let version):
      "The log \(path) is in version \(version) of the format, and this library reads up to \(LogHeader.version)."
    case .damaged(let path, let damage): "The log \(path) is damaged at byte \(damage.position): \(damage.reason)."
    case .changedMeanwhile(let path):
      "The log \(path) cannot be continued, because it changed after it was read: another process may be writing it."
    case .tooLong(let path, let length):
      "An entry of \(length) bytes cannot be written to the log \(path), because the largest has "
        + "\(EntryHeader.maximumLength) bytes."
    case .incomplete(let path, let reason): "The log \(path) is not complete: \(reason)"
    case .closed(let path): "The log \(path) cannot be used, because it was closed."
    }
  }
}

/// Bytes of a log that changed after they were written.
package struct LogDamage: Hashable, Sendable {
  /// The position of the first entry that cannot be read.
  package let position: Int64
  package let reason: Reason

  package enum Reason: Hashable, Sendable {
    /// The bytes at the position are not the header of an entry.
    case header
    /// The header is right, and the payload is not.
    case payload
    /// The entry is right, and does not follow the one before.
    case chain
    /// The entry would be longer than the file, but a later one proves that it was whole.
    case tooShort
  }
}

extension LogDamage.Reason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .header: "there is no valid header of an entry"
    case .payload: "the payload does not have the checksum that its header says"
    case .chain: "the entry does not follow the one before it"
    case .tooShort: "the entry ends behind the file, though it was flushed"
    }
  }
}

extension LogError: DiskFailure {}

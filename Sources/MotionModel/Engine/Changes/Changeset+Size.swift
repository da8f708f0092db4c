extension Changeset {
  /// A changeset without changes, to compose others with.
  public static var empty: Changeset { Changeset() }

  /// The approximate memory of the changeset, in bytes.
  ///
  /// It counts the records before and after each change, as large as their type is in memory, and an entry for
  /// each change. It does not count what records store outside of themselves: strings of more than 15 bytes,
  /// arrays, documents.
  ///
  /// - Complexity: O(1) in the number of changes.
  public var estimatedBytes: Int { parts.reduce(0) { $0 + $1.estimatedBytes } }

  /// Whether so many records are deleted that their memory is worth a call of the system, which takes milliseconds.
  var deletesMany: Bool { parts.contains { $0.count >= 1 << 16 && $0.hasDeletions } }
}

extension ChangesetPart {
  fileprivate var estimatedBytes: Int { rowCount * layout.memory.stride + all.count * MemoryLayout<Entry>.stride }
}

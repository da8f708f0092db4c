extension Changeset {
  /// A changeset that does nothing, to compose others with.
  public static var empty: Changeset { Changeset() }

  /// About how much memory the changeset takes, in bytes.
  ///
  /// Counted are the records before and after each change, as large as their type is in memory, and what is noted of each change.
  /// Not counted is what records hold outside of themselves: texts of more than 15 bytes, arrays, documents.
  ///
  /// - Complexity: O(1) in the number of changes.
  public var estimatedBytes: Int { parts.reduce(0) { $0 + $1.estimatedBytes } }
}

extension ChangesetPart {
  fileprivate var estimatedBytes: Int { rowCount * layout.memory.stride + all.count * MemoryLayout<Entry>.stride }
}

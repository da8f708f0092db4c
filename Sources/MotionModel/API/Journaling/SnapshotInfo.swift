package import Foundation

/// What a snapshot says of the store that it was taken of, and of the journals that follow it.
package struct SnapshotInfo: Hashable, Sendable {
  /// The store. Journals of another one do not follow the snapshot.
  package let store: UUID
  /// The number of the first journal that follows.
  package let generation: Int
  /// How many commits the store had had.
  package let commits: Int

  package init(store: UUID, generation: Int, commits: Int) {
    (self.store, self.generation, self.commits) = (store, generation, commits)
  }

  var attribute: AttributeValue {
    ["store": .uuid(store), "generation": .int(Int64(generation)), "commits": .int(Int64(commits))]
  }

  /// The highest number of a journal or a commit that is believed: others would be counted beyond the end of `Int`.
  static let highestNumber = Int.max / 2

  /// - Returns: Nil if a file does not say it, because it was not written as the snapshot of an opened store.
  init?(_ attribute: AttributeValue?) {
    guard case .dictionary(let members)? = attribute, case .uuid(let store)? = members["store"],
      let generation = members["generation"].flatMap({ try? Int(attribute: $0) }),
      let commits = members["commits"].flatMap({ try? Int(attribute: $0) }),
      (0...Self.highestNumber).contains(generation), (0...Self.highestNumber).contains(commits)
    else { return nil }
    self.init(store: store, generation: generation, commits: commits)
  }
}

extension SnapshotInfo {
  /// How many bytes the beginning of a snapshot takes at most, in which it says this.
  package static let size = 1 << 16

  /// Reads what the beginning of a snapshot says.
  ///
  /// - Parameter file: The file's name in errors.
  /// - Returns: Nil for a file that is not the snapshot of an opened store.
  package init?(beginning bytes: [UInt8], file: String) throws {
    do {
      let journal = try bytes.withUnsafeBytes { bytes in try CompactFileReader(bytes, name: file).head.journal }
      self.init(journal)
    } catch let fault as CompactFault { throw FileError(fault, in: bytes, file: file) }
  }
}

extension FileError {
  /// The error for a file that was expected to be in the compact format.
  init(_ fault: CompactFault, in bytes: [UInt8], file: String) {
    let found = FileFormat(of: Data(bytes.prefix(1 << 10)))
    self =
      found == .compact
      ? .malformed(file: file, format: .compact, place: "\(fault)")
      : .wrongFormat(file: file, expected: .compact, found: found)
  }
}

package import Foundation

/// What a snapshot says of its store, and of the journals that follow it.
package struct SnapshotInfo: Hashable, Sendable {
  /// The store. Journals of another one do not follow the snapshot.
  package let store: UUID
  /// The number of the first journal that follows.
  package let generation: Int
  /// How many commits the store had had.
  package let commits: Int

  /// The number of the first journal from which the commits lead to this snapshot. Files with lower numbers do not
  /// belong to its history: a journal that failed may lack commits, and have others that were refused.
  package let historyStart: Int

  /// Whether the first journal that follows is older than the snapshot, so that commits are lost if the journal is
  /// missing.
  package let hasJournal: Bool

  /// - Parameter historyStart: Nil for a snapshot that does not follow an earlier one.
  package init(store: UUID, generation: Int, commits: Int, historyStart: Int? = nil, hasJournal: Bool = false) {
    (self.store, self.generation, self.commits, self.hasJournal) = (store, generation, commits, hasJournal)
    self.historyStart = min(historyStart ?? generation, generation)
  }

  /// What the header of each journal says.
  package var base: UInt128 { store.journalBase }

  var attribute: AttributeValue {
    var members: [String: AttributeValue] = [
      "store": .uuid(store), "generation": .int(Int64(generation)), "commits": .int(Int64(commits)),
    ]
    if historyStart < generation { members["history"] = .int(Int64(historyStart)) }
    if hasJournal { members["hasJournal"] = .bool(true) }
    return .dictionary(members)
  }

  /// The same of a copy of the records, which no journal follows.
  var withoutJournal: SnapshotInfo {
    SnapshotInfo(store: store, generation: generation, commits: commits, historyStart: historyStart)
  }

  /// The highest number of a journal or a commit that is believed: others would be counted beyond the end of `Int`.
  static let highestNumber = Int.max / 2

  /// - Returns: Nil if a file does not say it, because it was not written as the snapshot of an opened store.
  init?(_ attribute: AttributeValue?) {
    guard case .dictionary(let members)? = attribute, case .uuid(let store)? = members["store"],
      let generation = members.number("generation"),
      let commits = members.number("commits"),
      (0...Self.highestNumber).contains(generation), (0...Self.highestNumber).contains(commits)
    else { return nil }
    let start = members.number("history")
    self.init(
      store: store, generation: generation, commits: commits, historyStart: start.map { max(0, $0) },
      hasJournal: members["hasJournal"] == .bool(true))
  }
}

extension UUID {
  /// What the headers of the journals of a store say that has this id.
  package var journalBase: UInt128 { bits }
}

extension SnapshotInfo {
  /// How many bytes the beginning of a snapshot takes at most, in which it says this.
  package static let size = 1 << 16

  /// Reads what the beginning of a snapshot says.
  ///
  /// - Parameters:
  ///   - coding: The coding that has decoded it.
  ///   - file: The file's name in errors.
  /// - Returns: Nil for a file that is not the snapshot of an opened store.
  package init?(beginning bytes: [UInt8], _ coding: (any ByteCoding)?, file: String) throws {
    do {
      let journal = try bytes.withUnsafeBytes { bytes in
        try CompactFileReader(ByteWindow(bytes), name: file).head.journal
      }
      self.init(journal)
    } catch let fault as CompactFault {
      if let refusal = ForeignFormat.refusal(of: bytes, file: file) { throw refusal }
      throw FileError(fault, in: FileFormat(of: Data(bytes)), coding, file: file)
    }
  }
}

extension FileError {
  /// The error for a file that was expected to be in the compact format.
  init(_ fault: CompactFault, in found: FileFormat?, _ coding: (any ByteCoding)?, file: String) {
    self =
      found == .compact
      ? .malformed(file: file, format: .compact, place: "\(fault)")
      : .otherFormat(file: file, expected: .compact, found: found, coding)
  }
}

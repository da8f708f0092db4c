import Foundation

/// The records of a store as files have them: those of a snapshot, and the commits after it.
package struct StoredRecords {
  var tables: Tables
  let fence: ReadFence
  /// How many commits the store has had.
  package private(set) var commits = 0
  private let layouts: [TableLayout]
  private let unknown: UnknownColumns
  private var decoder: CommitDecoder
  /// Whether files have the records of a model. A store may have had the table of a model with which it was not opened.
  let isStored: (TableLayout) -> Bool

  /// No records.
  ///
  /// - Parameters:
  ///   - models: The models that the store has.
  ///   - unknown: What happens to columns that a model does not have.
  package init(of models: [any Model.Type], unknown: UnknownColumns) {
    fence = ReadFence()
    tables = Tables(fence)
    layouts = models.map { $0.tableLayout }
    self.unknown = unknown
    decoder = CommitDecoder(layouts, unknown: unknown)
    isStored = { _ in true }
  }

  /// The records of a store.
  init(_ tables: Tables, commits: Int, _ fence: ReadFence, isStored: @escaping (TableLayout) -> Bool) {
    (self.tables, self.commits, self.fence, self.isStored) = (tables, commits, fence, isStored)
    (layouts, unknown, decoder) = ([], .refuse, CommitDecoder([], unknown: .refuse))
  }

  /// The highest number of places that a table may have had when a store is opened.
  package static let usualPlaces = 1 << 32

  /// Moves the records of tables that have had very many to places that follow each other.
  ///
  /// - Returns: Whether there was such a table. The files must be written anew then, because journals mention places.
  package mutating func closeGaps(beyond limit: Int = usualPlaces) -> Bool { tables.closeGaps(beyond: limit) }

  // MARK: - Reading

  /// Reads a snapshot.
  ///
  /// - Parameter file: The file's name in errors.
  /// - Returns: What the snapshot says of the store; nil for a file that is not the snapshot of an opened store.
  package mutating func load(_ bytes: [UInt8], file: String) throws -> SnapshotInfo? {
    do {
      return try bytes.withUnsafeBytes { bytes in try load(bytes, file: file) }
    } catch let fault as CompactFault {
      let found = FileFormat(of: Data(bytes.prefix(1 << 10)))
      if found != .compact { throw FileError.wrongFormat(file: file, expected: .compact, found: found) }
      throw FileError.malformed(file: file, format: .compact, place: "\(fault)")
    }
  }

  private mutating func load(_ bytes: UnsafeRawBufferPointer, file: String) throws -> SnapshotInfo? {
    var reader = try CompactFileReader(bytes, name: file)
    while let section = try reader.nextSection() {
      guard let layout = layouts.first(where: { $0.name == section.model }) else {
        throw FileError.unknownModel(file: file, model: section.model)
      }
      let loaded = LoadedSection(section, layout, unknown: unknown, file: file)
      while let rows = try reader.readGroup() { try loaded.append(rows, keepingPlaces: true) }
      try loaded.insert(into: &tables)
      tables.change(layout) { $0.countPositions(below: section.nextPlace) }
    }
    guard let info = SnapshotInfo(reader.head.journal) else { return nil }
    commits = info.commits
    return info
  }

  /// Throws if two records have the same value in a unique column. Commits are not checked one by one when they are read.
  package func checkUniqueness() throws(StoreError) {
    for table in tables.all where table.hasUniqueIndex {
      for position in table.positions { try table.checkUniqueness(of: table.rows.address(at: position)) }
    }
  }

  /// Begins to read another journal. Each says for itself what its models are.
  package mutating func beginJournal() { decoder = CommitDecoder(layouts, unknown: unknown) }

  /// What writes the next commits of the journal that was read last.
  package var encoder: CommitEncoder { decoder.encoder }

  /// Reads a commit, and applies it.
  ///
  /// - Returns: The commit; nil if the snapshot has it already.
  package mutating func apply(_ commit: [UInt8]) throws(CommitFault) -> Changeset {
    do throws(CommitDecoder.Failure) {
      let changeset = try decoder.decode(commit, into: &tables)
      if changeset.id > 0 { commits = changeset.id }
      return changeset
    } catch { throw CommitFault(error) }
  }
}

/// What is wrong with a commit in a journal, whose checksum is right.
package struct CommitFault: Error, Hashable, CustomStringConvertible {
  /// A sentence.
  package let description: String

  init(_ failure: CommitDecoder.Failure) {
    description =
      switch failure {
      case .malformed: "A commit is not written as this library does."
      case .unknownModel(let model):
        "It has records of \(model), a model that the store does not know: pass its type in models."
      case .value(let error): "A record cannot be read: \(error)"
      case .doesNotFit(let error): "A commit does not fit the records before it: \(error)"
      }
  }
}

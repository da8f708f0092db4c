import Foundation

/// The records of a store as files have them: those of a snapshot, and the commits after it.
package struct StoredRecords {
  var tables: Tables
  let fence: ReadFence
  /// How many commits the store has had.
  package private(set) var commits = 0
  let plan: MigrationPlan
  private let unknown: UnknownColumns
  private var decoder: CommitDecoder
  /// Whether commits are missing.
  private var hasGap = false
  /// Whether the files have a model or a column under a former name. New commits would use the present name, so the
  /// files have to be rewritten first.
  package private(set) var usesFormerNames = false

  /// No records.
  ///
  /// - Parameters:
  ///   - models: The models that the store has.
  ///   - migrations: The migrations of records of earlier versions.
  ///   - unknown: What happens to columns that a model does not have.
  ///   - leavesOutModels: Whether records of other models are left out, and not refused.
  ///   - store: The store that gets the records; nil for a new one.
  package init(
    of models: [any Model.Type], migrations: [Migration] = [], unknown: UnknownColumns, leavesOutModels: Bool = false,
    in store: Store? = nil
  ) {
    fence = store?.fence ?? ReadFence()
    tables = Tables(fence, promisesIndexes: true)
    plan = MigrationPlan(migrations: migrations, models: models.map { $0.tableLayout })
    self.unknown = unknown
    decoder = CommitDecoder(plan, unknown: unknown, leftOut: leavesOutModels ? [] : nil)
  }

  /// The first of the models that the files have, and whose records are not among these.
  package var modelLeftOut: String? { decoder.leftOut?.min() }

  /// The records of a store.
  init(_ tables: Tables, commits: Int, _ fence: ReadFence, of models: [TableLayout]) {
    (self.tables, self.commits, self.fence) = (tables, commits, fence)
    (plan, unknown) = (MigrationPlan(migrations: [], models: models), .refuse)
    decoder = CommitDecoder(plan, unknown: .refuse)
  }

  /// The highest number of places that a table may have had when a store is opened.
  package static let usualPlaces = PackedRows.highestPlace >> 4

  /// Moves the records of tables that have had very many to places that follow each other.
  ///
  /// - Returns: Whether there was such a table. The files must be rewritten then, because journals mention places.
  package mutating func closeGaps(beyond limit: Int = usualPlaces) -> Bool { tables.closeGaps(beyond: limit) }

  /// Counts numbers of ids as given.
  package mutating func count(_ end: Int, of table: NumberedTable) {
    tables.change(table.layout) { $0.countNumbers(below: end) }
  }

  // MARK: - Reading

  /// Reads a snapshot.
  ///
  /// - Returns: What the snapshot says of the store; nil for a file that is not the snapshot of an opened store.
  /// - Throws: ``MigrationNeeded`` if its records are of an earlier version.
  package mutating func load(_ file: SnapshotFile) throws -> SnapshotInfo? {
    do { return try file.read { reader in try load(&reader, file: file.name) } } catch {
      if error is MigrationNeeded || plan.migrations.isEmpty { throw error }
      // A later section may have a migration that changes what cannot be read.
      do { try file.read { reader in try plan.checkAll(&reader, file: file.name) } } catch let needed as MigrationNeeded
      {
        throw needed
      } catch {}
      throw error
    }
  }

  private mutating func load(_ reader: inout CompactFileReader, file: String) throws -> SnapshotInfo? {
    while let section = try reader.nextSection() {
      // The model may be another one, or gone, before it has records.
      if section.isUnused { continue }
      try plan.check(section, file: file)
      if plan.layout(named: section.model) == nil, decoder.leftOut?.insert(section.model) != nil {
        try reader.skipRows(of: section)
        continue
      }
      let (loaded, layout) = try begin(section, file: file)
      while let rows = try reader.readGroup() { try loaded.append(rows, keepingPlaces: true) }
      try loaded.insert(into: &tables)
      tables.change(layout) { $0.countPositions(below: section.nextPlace) }
    }
    guard let info = SnapshotInfo(reader.head.journal) else { return nil }
    commits = info.commits
    return info
  }

  private mutating func begin(_ section: FileSection, file: String) throws -> (LoadedSection, TableLayout) {
    guard let layout = plan.layout(named: section.model), tables.version(layout.slot) == nil else {
      throw FileError.unknownModel(file: file, model: section.model)
    }
    let loaded = try LoadedSection(section, layout, unknown: unknown, file: file)
    if loaded.usesFormerNames || layout.name != section.model { usesFormerNames = true }
    return (loaded, layout)
  }

  /// Reads the content of files of an earlier version, after the migrations.
  ///
  /// - Parameter file: The file's name in errors.
  package mutating func load(_ records: UntypedRecords, file: String) throws {
    var document = records.document
    try plan.migrate(&document, file: file)
    var reader = DocumentReader(document)
    while let section = reader.nextSection() {
      let (loaded, _) = try begin(section, file: file)
      try reader.readRows(of: section, into: loaded)
      try loaded.insert(into: &tables)
    }
    commits = document.snapshot?.commits ?? records.commits
  }

  /// Returns the names that the column with the ids of a model has and had.
  package var idColumns: @Sendable (_ model: String) -> [String] { { [plan] in plan.idColumns(of: $0) } }

  /// Throws if two records have the same value in a unique column. Commits are not checked one by one when they are
  /// read.
  package func checkUniqueness() throws(StoreError) {
    for table in tables.all where table.hasUniqueIndex {
      for position in table.positions { try table.checkUniqueness(of: table.rows[position]) }
    }
  }

  /// Throws if the required parent of a record does not exist.
  package func checkParents() throws(StoreError) {
    try tables.forEachOrphan { _, _, error throws(StoreError) in throw error }
  }

  /// Sets each derived column, such as a number of children, to its value.
  ///
  /// - Returns: Whether some were wrong.
  package mutating func recount() throws(StoreError) -> Bool {
    try tables.correctDerived()
  }

  /// Whether models have derived columns besides counters: a program with new or changed declarations of them has
  /// other values than the files.
  package var hasDerivedColumns: Bool {
    tables.all.contains { table in
      guard let derivations = Derivations.shared.of(table.layout.slot) else { return false }
      return !derivations.own.isEmpty || !derivations.columns.allSatisfy(\.addsUp)
    }
  }

  /// Begins to read another journal. Each says for itself what its models are.
  package mutating func beginJournal() {
    decoder = CommitDecoder(plan, unknown: unknown, leftOut: decoder.leftOut)
  }

  /// Notes that commits of the journal are missing; see ``CommitReader/noteGap()``.
  ///
  /// Later commits may not fit the records, so they are checked. If one is refused, the caller must discard these
  /// records.
  package mutating func noteGap() {
    decoder.noteGap()
    hasGap = true
  }

  /// What writes the next commits of the journal that was read last.
  package var encoder: CommitEncoder { decoder.encoder }

  /// Lets an encoder go on behind what was read. What it has mentioned itself is known.
  package func advance(_ encoder: inout CommitEncoder) { encoder.mentioned = decoder.mentioned }

  /// Notes what a commit of the program itself mentions, which is not read.
  package mutating func note(_ commit: [UInt8]) throws(CommitFault) {
    do throws(CommitDecoder.Failure) { try decoder.note(commit) } catch { throw CommitFault(error) }
  }

  /// Reads a commit, and applies it.
  ///
  /// - Returns: The commit; nil if the snapshot has it already.
  package mutating func apply(_ commit: [UInt8]) throws(CommitFault) -> Changeset {
    do throws(CommitDecoder.Failure) {
      let changeset = try decoder.decode(commit, into: &tables, isChecked: hasGap)
      if changeset.id > 0 { commits = changeset.id }
      if decoder.usesFormerNames { usesFormerNames = true }
      return changeset
    } catch { throw CommitFault(error) }
  }
}

/// What is wrong with a commit in a journal, whose checksum is right.
package struct CommitFault: Error, Hashable, CustomStringConvertible {
  /// A sentence.
  package let description: String
  /// With which migration the commit could be read.
  package let needsMigration: MigrationNeeded?

  init(_ failure: CommitDecoder.Failure) {
    needsMigration = if case .needsMigration(let needed) = failure { needed } else { nil }
    description =
      switch failure {
      case .malformed: "It is not written as this library does."
      case .unknownModel(let model):
        "It has records of \(model), a model that the store does not know: pass its type in models."
      case .needsMigration: "It has records of an earlier version, which are read after a migration only."
      case .newerModel(let model, let version, let known):
        "It has records of \(model) in version \(version), and this program reads up to version \(known): use a newer one."
      case .changedTypes(let changed): "It \(ChangedColumns.description(changed.model, changed.columns))"
      case .value(let error): "A record cannot be read: \(error)"
      case .doesNotFit(let error): "It does not fit the records before it: \("\(error)".behindColon)"
      }
  }
}

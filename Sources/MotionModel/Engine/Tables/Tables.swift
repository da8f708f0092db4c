/// All tables of a store, in one version each, by the numbers of their models.
struct Tables: Sendable {
  private var versions: ContiguousArray<TableVersion?> = []
  /// Nil for tables that are never changed.
  let fence: ReadFence?
  /// Whether indexes of new tables are made at their first use; see ``UnmadeIndex``.
  private let promisesIndexes: Bool
  /// Collects the tables of adapters that a computation needs; nil where they are not collected.
  private(set) var requests: TableRequests?
  /// Whether only a few rows are looked at. Conditions on related rows are then tested on the rows that are related to
  /// these, and not found in the whole table first.
  private(set) var isForFewRows = false
  /// Whether all rows of a table are looked at. Children are then added up once for all parents, without an index.
  private(set) var isForAllRows = false

  init(_ fence: ReadFence? = nil, promisesIndexes: Bool = false) {
    (self.fence, self.promisesIndexes) = (fence, promisesIndexes)
  }

  /// Returns the table of a model; nil when it never had records.
  func version(_ slot: Int) -> TableVersion? { slot < versions.count ? versions[slot] : nil }

  /// Returns the table of a model, and counts no reference: the caller makes sure that the tables stay as they are.
  @inline(__always) func versionInPlace(_ slot: Int) -> Unmanaged<TableVersion>? {
    slot < versions.count ? versions[slot].map(Unmanaged.passUnretained) : nil
  }

  /// Returns the table of a model; an empty table when it never had records.
  func version(_ layout: TableLayout) -> TableVersion { version(layout.slot) ?? missingVersion(layout) }

  /// Returns the row with a number as its id, if the number was given in a row with others; nil if not,
  /// or if there is no such row. It counts no references: the caller makes sure that the tables stay as they are.
  @inline(__always) func rowInRun(_ number: Int, _ slot: Int) -> Row? {
    versionInPlace(slot)?._withUnsafeGuaranteedRef { version in
      guard let offset = version.layout.idOffset, let position = version.runs.position(of: number),
        let row = version.rows.possibleRow(at: position)
      else { return nil }
      return row[Int.self, at: offset] == number ? row : nil
    }
  }

  private func missingVersion(_ layout: TableLayout) -> TableVersion {
    if layout.isExternal { requests?.note(layout) }
    return TableVersion(layout)
  }

  /// All tables that ever had records, in the order in which their models were first used in this process.
  var all: [TableVersion] { versions.compactMap { $0 } }

  /// Takes over the ids and lock versions that were given in discarded tables, so that none of them is given again.
  ///
  /// - Parameters:
  ///   - undone: The changes that the discarded tables have and these tables have not.
  ///   - given: The discarded tables.
  mutating func withdraw(_ undone: Changeset, given: Tables) {
    gate.changing { withdrawInGate(undone, given: given) }
  }

  /// Takes over ids and lock versions, for a caller that is inside the gate; see ``withdraw(_:given:)``.
  mutating func withdrawInGate(_ undone: Changeset, given: Tables) {
    for table in given.all where version(table.layout).hasGivenLess(than: table) {
      uniqueTable(table.layout).given.takeOver(table.given)
    }
    for part in undone.parts {
      if part.layout.version == nil && !part.hasInsertions { continue }
      let table = uniqueTable(part.layout)
      for entry in part.entries where entry.kind != .delete {
        table.withdraw(part.address(entry.row), from: entry.old.map(part.address))
      }
    }
  }

  /// Calls `body` with a table that nobody else holds, inside the gate.
  mutating func change(_ layout: TableLayout, _ body: (TableVersion) -> Void) {
    gate.changing { body(uniqueTable(layout)) }
  }

  /// These tables, for a reader who looks at a few rows only.
  var forFewRows: Tables {
    var copy = self
    copy.isForFewRows = true
    return copy
  }

  /// These tables, for a reader who looks at all rows of a table.
  var forAllRows: Tables {
    var copy = self
    copy.isForAllRows = true
    return copy
  }

  // MARK: - Rows that are stored elsewhere

  /// These tables without the tables of adapters, which are collected when a computation needs them.
  var notingRequests: Tables {
    var copy = self
    copy.requests = TableRequests()
    for index in copy.versions.indices where copy.versions[index]?.layout.isExternal == true {
      copy.versions[index] = nil
    }
    return copy
  }

  /// Puts a table in that has all rows that are stored elsewhere.
  mutating func add(_ table: TableVersion) {
    makeListUnique(of: max(versions.count, table.layout.slot + 1))
    versions[table.layout.slot] = table
  }

  /// Lets go of rows that are stored elsewhere, which a transaction has read or written.
  mutating func forgetExternalRows() {
    for (index, version) in versions.enumerated() where version?.layout.isExternal == true {
      versions[index] = version?.emptied
    }
  }

  /// Takes over the unused ids of adapters, for the next transaction.
  mutating func keepReserved(of later: Tables) {
    for table in later.all where table.layout.isExternal && version(table.layout).given.reserved != table.given.reserved
    {
      uniqueTable(table.layout).given.reserved = table.given.reserved
    }
  }

  /// The fence in whose gate the tables are changed.
  var gate: ReadFence {
    guard let fence else { preconditionFailure("tables that nothing comes into") }
    return fence
  }

  /// Returns an unshared table, to be changed inside the gate: a new table, the current table, or a copy of a shared
  /// table.
  mutating func uniqueTable(_ layout: TableLayout) -> TableVersion {
    makeListUnique(of: max(versions.count, layout.slot + 1))
    let isOwn = versions[layout.slot] != nil && isKnownUniquelyReferenced(&versions[layout.slot])
    // Not earlier: the writer has to pass the fence after it has read the reference count.
    fence?.writerIsAlone()
    if !isOwn {
      versions[layout.slot] =
        versions[layout.slot].map(TableVersion.init(copying:))
        ?? TableVersion(layout, fence, promisesIndexes: promisesIndexes)
    }
    guard let table = versions[layout.slot] else { preconditionFailure("a table that is in the list") }
    table.takeOverIndexes()
    return table
  }

  /// Gives the list of tables `count` entries and memory of its own, before a table in it is inspected in place.
  private mutating func makeListUnique(of count: Int) {
    versions.reserveCapacity(count)
    fence?.writerIsAlone()
    while versions.count < count { versions.append(nil) }
  }
}

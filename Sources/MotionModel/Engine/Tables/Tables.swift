/// The tables of a store at one moment, by the numbers of their models.
struct Tables: Sendable {
  private var versions: ContiguousArray<TableVersion?> = []
  /// Nil for tables that nothing comes into.
  let fence: ReadFence?

  init(_ fence: ReadFence? = nil) { self.fence = fence }

  /// The records of a model; nil when there never were any.
  func version(_ slot: Int) -> TableVersion? { slot < versions.count ? versions[slot] : nil }

  /// The records of a model; an empty table when there never were any.
  func version(_ layout: TableLayout) -> TableVersion { version(layout.slot) ?? TableVersion(layout) }

  /// All tables that ever had records, in the order in which their models were first used in this process.
  var all: [TableVersion] { versions.compactMap { $0 } }

  /// Takes over which ids and versions were given in tables that are forgotten, so that none of them is given again.
  ///
  /// - Parameters:
  ///   - undone: What the tables had that these have not.
  ///   - given: The tables.
  mutating func withdraw(_ undone: Changeset, given: Tables) {
    gate.changing { withdrawInGate(undone, given: given) }
  }

  /// The same, for who is inside the gate.
  mutating func withdrawInGate(_ undone: Changeset, given: Tables) {
    for table in given.all where version(table.layout).hasGivenLess(than: table) {
      uniqueTable(table.layout).takeOverGiven(from: table)
    }
    for part in undone.parts {
      if part.layout.version == nil && !part.hasInsertions { continue }
      let table = uniqueTable(part.layout)
      for entry in part.entries where entry.kind != .delete {
        table.withdraw(part.address(entry.row), from: entry.old.map(part.address))
      }
    }
  }

  /// Changes a table that nobody else sees.
  mutating func change(_ layout: TableLayout, _ body: (TableVersion) -> Void) {
    gate.changing { body(uniqueTable(layout)) }
  }

  /// What tables are changed inside of.
  var gate: ReadFence {
    guard let fence else { preconditionFailure("tables that nothing comes into") }
    return fence
  }

  /// A table that nobody else sees, to be changed inside the gate: a new one, the one at hand, or a copy of one that is shared.
  mutating func uniqueTable(_ layout: TableLayout) -> TableVersion {
    ownList(of: max(versions.count, layout.slot + 1))
    let isOwn = versions[layout.slot] != nil && isKnownUniquelyReferenced(&versions[layout.slot])
    // Not before: it is what the count of references has told that has to come first.
    fence?.writerIsAlone()
    if isOwn, let own = versions[layout.slot] { return own }
    let table = versions[layout.slot].map(TableVersion.init(copying:)) ?? TableVersion(layout, fence)
    versions[layout.slot] = table
    return table
  }

  /// Makes the list of so many tables nobody else's, before one of them is looked at in place.
  private mutating func ownList(of count: Int) {
    versions.reserveCapacity(count)
    fence?.writerIsAlone()
    while versions.count < count { versions.append(nil) }
  }
}

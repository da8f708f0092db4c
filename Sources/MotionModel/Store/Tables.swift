/// The tables of a store at one moment, by the numbers of their models.
struct Tables: Sendable {
  private var versions: ContiguousArray<TableVersion?> = []

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
    for table in given.all where version(table.layout).hasGivenLess(than: table) {
      uniqueTable(table.layout).takeOverGiven(from: table)
    }
    for part in undone.parts {
      if part.layout.version == nil && !part.hasInsertions { continue }
      let table = uniqueTable(part.layout)
      for entry in part.entries where entry.kind != .delete {
        table.withdraw(part.address(entry.row), isNew: entry.kind == .insert)
      }
    }
  }

  /// A table that nobody else sees, to be changed: a new one, the one at hand, or a copy of one that is shared.
  mutating func uniqueTable(_ layout: TableLayout) -> TableVersion {
    while versions.count <= layout.slot { versions.append(nil) }
    if versions[layout.slot] != nil, isKnownUniquelyReferenced(&versions[layout.slot]), let own = versions[layout.slot]
    {
      return own
    }
    let table = versions[layout.slot].map(TableVersion.init(copying:)) ?? TableVersion(layout)
    versions[layout.slot] = table
    return table
  }
}

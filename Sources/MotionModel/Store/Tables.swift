/// The tables of a store at one moment, by the numbers of their models.
struct Tables: Sendable {
  private var versions: ContiguousArray<TableVersion?> = []

  /// The records of a model; nil when there never were any.
  func version(_ slot: Int) -> TableVersion? { slot < versions.count ? versions[slot] : nil }

  /// All tables that ever had records, in the order in which their models were first used in this process.
  var all: [TableVersion] { versions.compactMap { $0 } }

  /// Lets `body` change a table that nobody else sees: a new one, the one at hand, or a copy of one that is shared.
  mutating func withTable<Record: Model, Result>(
    _ model: Record.Type, _ body: (TableVersion) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let layout = Record.schema.layout
    while versions.count <= layout.slot { versions.append(nil) }
    if versions[layout.slot] == nil {
      versions[layout.slot] = TableVersion(layout)
    } else if !isKnownUniquelyReferenced(&versions[layout.slot]) {
      versions[layout.slot] = versions[layout.slot].map(TableVersion.init(copying:))
    }
    guard let version = versions[layout.slot] else { preconditionFailure("a table that was just made") }
    return try body(version)
  }
}

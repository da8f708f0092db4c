/// The indexes of a schema: those from the options of its columns, then those declared separately.
final class DeclaredIndexes: Sendable {
  private let ofColumns: [IndexDefinition]
  private let makeOthers: @Sendable () -> [IndexDefinition]
  /// All indexes, computed at first use because they refer to the columns of the schema that declares them.
  private let found = Locked<[IndexDefinition]?>(nil)

  init<Record: Model>(
    of columns: [Column<Record>], idColumn: Int, _ declared: [@Sendable () -> Index<Record>]
  ) {
    ofColumns = columns.indices.flatMap { Self.indexes(of: columns[$0], $0, isID: $0 == idColumn) }
    makeOthers = { declared.map { $0().definition } }
  }

  var all: [IndexDefinition] {
    if let all = found.withLock({ $0 }) { return all }
    let all = ofColumns + makeOthers()
    Self.checkNames(of: all)
    found.withLock { $0 = all }
    return all
  }

  private static func indexes<Record: Model>(
    of column: Column<Record>, _ number: Int, isID: Bool
  ) -> [IndexDefinition] {
    let reference = ColumnReference(column, number)
    var indexes: [IndexDefinition] = []
    if column.options.contains(.indexed) && !isID {
      indexes.append(.hash([reference], isUnique: column.options.contains(.unique)))
    }
    if let caseless = column.caseless { indexes.append(.ignoringCase(reference, caseless)) }
    if column.options.contains(.ordered) { indexes.append(.ordered(reference)) }
    return indexes
  }

  private static func checkNames(of indexes: [IndexDefinition]) {
    var names: Set<String> = []
    for index in indexes where !names.insert(index.name).inserted {
      fatalError("A schema declares two indexes called \"\(index.name)\": remove one, or give it another name.")
    }
  }
}

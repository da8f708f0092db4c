/// The indexes of a schema: first the indexes from the options of its columns, then the separately declared ones.
final class DeclaredIndexes: Sendable {
  private let ofColumns: [IndexDefinition]
  private let makeOthers: @Sendable () -> [IndexDefinition]
  /// All indexes, computed at first use because they refer to the columns of the schema that declares them.
  private let found = Locked<[IndexDefinition]?>(nil)

  /// - Parameters:
  ///   - ofColumns: The indexes from the options of columns.
  ///   - makeOthers: Returns the remaining indexes.
  init(_ ofColumns: [IndexDefinition], _ makeOthers: @escaping @Sendable () -> [IndexDefinition]) {
    (self.ofColumns, self.makeOthers) = (ofColumns, makeOthers)
  }

  var all: [IndexDefinition] {
    if let all = found.withLock({ $0 }) { return all }
    let all = ofColumns + makeOthers()
    Self.checkNames(of: all)
    found.withLock { $0 = all }
    return all
  }

  /// Returns whether the options of a column make its values unique. Unlike ``all``, this needs nothing of other
  /// schemas.
  func isUnique(_ column: String) -> Bool { ofColumns.contains { $0.isUnique && $0.findsAll(by: column) } }

  private static func checkNames(of indexes: [IndexDefinition]) {
    var names: Set<String> = []
    for index in indexes where !names.insert(index.name).inserted {
      fatalError("A schema declares two indexes called \"\(index.name)\": remove one, or give it another name.")
    }
  }
}

/// The indexes of a schema: first the indexes from the options of its columns, then the separately declared ones.
final class DeclaredIndexes: Sendable {
  private let ofColumns: [IndexDefinition]
  /// All indexes, computed at first use because they refer to the columns of the schema that declares them.
  private let found: Lazy<[IndexDefinition]>

  /// - Parameters:
  ///   - ofColumns: The indexes from the options of columns.
  ///   - makeOthers: Returns the remaining indexes.
  init(_ ofColumns: [IndexDefinition], _ makeOthers: @escaping @Sendable () -> [IndexDefinition]) {
    self.ofColumns = ofColumns
    found = Lazy { Self.checked(ofColumns + makeOthers()) }
  }

  var all: [IndexDefinition] { found.value }

  /// Returns whether the options of a column make its values unique. Unlike ``all``, this needs nothing of other
  /// schemas.
  func isUnique(_ column: String) -> Bool { ofColumns.contains { $0.isUnique && $0.findsAll(by: column) } }

  private static func checked(_ indexes: [IndexDefinition]) -> [IndexDefinition] {
    var names: Set<String> = []
    for index in indexes where !names.insert(index.name).inserted {
      fatalError("A schema declares two indexes called \"\(index.name)\": remove one, or give it another name.")
    }
    return indexes
  }
}

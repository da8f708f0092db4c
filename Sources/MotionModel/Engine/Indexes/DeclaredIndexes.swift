/// The indexes of a schema: first the indexes from the options of its columns, then the separately declared ones.
final class DeclaredIndexes: Sendable {
  private let ofColumns: [IndexDefinition]
  private let makeOthers: @Sendable () -> [IndexDefinition]
  /// All indexes, computed at first use because they refer to the columns of the schema that declares them.
  private let found = MadeOnce<Found>()

  private final class Found: Sendable {
    let all: [IndexDefinition]
    /// The number of the index that finds all rows by equal values, for the numbers of columns.
    let hashes: [Int?]

    init(_ all: [IndexDefinition]) {
      self.all = all
      var hashes: [Int?] = []
      for (number, index) in all.enumerated() {
        guard let column = index.columns.first, let place = column.index, index.findsAll(by: column.name)
        else { continue }
        while hashes.count <= place { hashes.append(nil) }
        hashes[place] = number
      }
      self.hashes = hashes
    }
  }

  /// - Parameters:
  ///   - ofColumns: The indexes from the options of columns.
  ///   - makeOthers: Returns the remaining indexes.
  init(_ ofColumns: [IndexDefinition], _ makeOthers: @escaping @Sendable () -> [IndexDefinition]) {
    (self.ofColumns, self.makeOthers) = (ofColumns, makeOthers)
  }

  var all: [IndexDefinition] { known.all }

  /// Returns the number of the index that finds all rows by equal values of a column; nil if there is none.
  func hash(of column: ColumnReference) -> Int? {
    let hashes = known.hashes
    guard let place = column.index, place < hashes.count else { return nil }
    return hashes[place]
  }

  private var known: Found {
    found.object {
      let all = ofColumns + makeOthers()
      Self.checkNames(of: all)
      return Found(all)
    }
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

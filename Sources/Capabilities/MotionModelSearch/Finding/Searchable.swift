public import MotionModel

/// The columns of a model that are searched, with an index of their words.
///
/// ```swift
/// static let schema = Schema<Article> { Searchable(\.title, \.text, \.tags, weights: [3, 1, 2]) }
///
/// Article.search("walk the do").order(by: .rank).limit(20).all
/// try Article.search(SearchQuery(#"title:dog NOT "hot dog""#)).count
/// ```
///
/// The columns hold strings or arrays of strings, optional or not, and may be computed properties, whose value depends
/// on their record alone. A schema declares them; a store can also add the index while it is in use: `try
/// store.addIndex(Searchable<Article>(\.title))`. A model without either cannot be searched: `search` traps. If a store
/// removed the index of a schema, it is searched without it, by reading every record.
///
/// An index takes about as much memory as the texts. A save changes only what it knows of the words that differ.
public struct Searchable<Record: Model>: Sendable {
  /// The index, as the core knows it: for `plan(assuming:)`, for example.
  public let index: Index<Record>
  private let fields: SearchFields

  /// Declares what is searched.
  ///
  /// - Parameters:
  ///   - columns: The properties, at most 16, each once.
  ///   - weights: How much a word counts in each column for the rank; by default 1. Weights are numbers from 0 to
  ///     1e100.
  ///   - analysis: How the texts are divided into words.
  ///   - name: The name of the index; by default, it is composed of the properties' names.
  public init<each Text: SearchableValue>(
    _ columns: repeat any KeyPath<Record, each Text> & Sendable, weights: [Double] = [],
    analysis: TextAnalysis = TextAnalysis(), name: String? = nil
  ) {
    var read: [(ColumnReference, SearchFields.Reader)] = []
    for column in repeat each columns { read.append((ColumnReference(column), Self.reader(of: column))) }
    Self.check(read.map(\.0), weights)
    fields = SearchFields(read, weights: weights.isEmpty ? read.map { _ in 1 } : weights, analysis)
    index = Index(fields.indexDefinition(name: name))
  }

  /// Returns the index with another number of rows in a block of postings, for tests.
  package func index(blockSize: Int) -> Index<Record> { Index(fields.indexDefinition(blockSize: blockSize)) }

  private static func reader<Text: SearchableValue>(
    of column: any KeyPath<Record, Text> & Sendable
  ) -> SearchFields.Reader {
    let reader = PropertyReader(column)
    return { row, body in reader.value(in: row).forEachSearchedText(body) }
  }

  /// The greatest weight: sums of scores by greater ones could be infinite.
  private static var mostWeight: Double { 1e100 }

  private static func check(_ columns: [ColumnReference], _ weights: [Double]) {
    if columns.isEmpty || columns.count > SearchFields.mostColumns {
      fatalError(
        "A search of \(Record.self) cannot have \(columns.count) columns: declare 1 to \(SearchFields.mostColumns).")
    }
    for (number, column) in columns.enumerated() where columns[..<number].contains(where: { $0.isSame(as: column) }) {
      fatalError("A search of \(Record.self) has the column \(column.name) twice: name each once.")
    }
    if !weights.isEmpty && weights.count != columns.count {
      fatalError(
        "A search of \(Record.self) has \(columns.count) columns and \(weights.count) weights: give one for each.")
    }
    if weights.contains(where: { !($0 >= 0 && $0 <= mostWeight) }) {
      fatalError(
        "A search of \(Record.self) has a weight that is negative, too great or no number: give 0 to \(mostWeight).")
    }
  }
}

extension SearchFields {
  /// Returns the definition of an index of these texts.
  func indexDefinition(name: String? = nil, blockSize: Int = WordIndex.blockSize) -> IndexDefinition {
    .foreign(.words, columns, name: name, owner: self) { WordIndex(self, blockSize: blockSize) }
  }
}

extension ListBuilder {
  /// Adds what is searched.
  public static func buildExpression<Record>(
    _ searchable: @autoclosure @escaping @Sendable () -> Searchable<Record>
  ) -> [Element] where Element == Schema<Record>.Declaration {
    [Element { searchable().index }]
  }
}

extension Store {
  /// Adds an index for searches of a model's records; see ``Store/addIndex(_:)``. It is removed by its name:
  /// `try store.removeIndex(searchable.index.name, of: Article.self)`.
  ///
  /// A model has one index for searches, as a rule: of several, the one that its schema declares is used, or else the
  /// first. The call traps inside a transaction or a hook of the store.
  ///
  /// - Returns: Whether the index was added; false if there is an index with the same name.
  /// - Throws: ``StoreError/readOnlyStore`` for a snapshot.
  /// - Complexity: O(*n*) in the length of the texts.
  @discardableResult
  public func addIndex<Record: Model>(_ searchable: Searchable<Record>) throws(StoreError) -> Bool {
    try addIndex(searchable.index)
  }
}

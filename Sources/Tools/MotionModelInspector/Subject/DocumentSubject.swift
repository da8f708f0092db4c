import MotionModel

/// The content of a file, read without the types of its models.
///
/// A file does not say which columns refer to other models. Relations are guessed from names, and said to be: a column
/// `AlbumId`, `albumID` or `album_id` refers to `Album`.
struct DocumentSubject: Subject {
  let title: String
  private let content: [DocumentTable]

  init(_ document: StoreDocument, title: String) {
    self.title = title
    let records = document.models.map { Records($0) }
    let guesses = GuessedRelations(records)
    content = records.map { DocumentTable(records: $0, guesses: guesses) }
  }

  var store: Store? { nil }

  func tables() -> [any InspectedTable] { content }
}

/// The records of a model in a file.
struct DocumentTable: InspectedTable {
  fileprivate let records: Records
  fileprivate let guesses: GuessedRelations
  fileprivate let latest = Locked(LatestAnswer?.none)

  var name: String { records.model.name }
  var count: Int { records.count }
  var keeper: String? { nil }
  var rowBytes: Int? { nil }
  var indexes: [String] { [] }
  var hooks: [String] { [] }
  func broken(limit: Int) -> BrokenRules? { nil }
  func search(_ words: String, limit: Int) -> TableAnswer? { nil }
  var editor: (any RecordEditor)? { nil }

  var columns: [InspectedColumn] {
    records.model.columns.enumerated().map { place, column in
      InspectedColumn(
        name: column.name, type: column.type, isID: place == records.idPlace,
        targets: guesses.target(of: column.name, in: name).map { [$0] } ?? [],
        isText: [.string, .unknown].contains(records.columns.kinds[place]))
    }
  }

  var links: [InspectedLink] { guesses.links(of: name) }

  // MARK: - Finding

  func find(_ query: TableQuery) throws -> TableAnswer {
    let start = ContinuousClock.now
    let numbers = try numbers(query)
    let window = (numbers?[...] ?? [][...]).dropFirst(query.offset).prefix(query.limit)
    let first = min(query.offset, records.count)
    let rows = numbers == nil ? Array(first..<min(records.count, first + query.limit)) : Array(window)
    let tested = query.condition == nil ? "nothing" : "the condition"
    return TableAnswer(
      rows: rows.map { row(records.row($0)) }, total: numbers?.count ?? records.count,
      plan: "a file has no indexes: \(tested) is tested on \(records.count) records", time: ContinuousClock.now - start)
  }

  /// Returns the numbers of the rows that meet the condition, in the order; nil for all rows as they are.
  ///
  /// The latest answer is kept, because a table that scrolls asks for one piece of it after the other.
  private func numbers(_ query: TableQuery) throws -> [Int]? {
    if query.condition == nil && query.order == nil { return nil }
    if let known = latest.withLock({ $0 }), known.condition == query.condition, known.order == query.order {
      return known.numbers
    }
    let condition = try query.condition.map { try ConditionParser.condition($0, on: records.columns) }
    try condition?.checkCost()
    let order = try query.order.map { try RowOrder($0, on: records.columns) }
    var numbers = Array(0..<records.count)
    if let condition { numbers.removeAll { !condition.matches(records.row($0)) } }
    if let order { numbers = order.sorted(numbers) { records.row($0) } }
    let answer = LatestAnswer(condition: query.condition, order: query.order, numbers: numbers)
    latest.withLock { $0 = answer }
    return numbers
  }

  private func row(_ row: RowValues) -> InspectedRow {
    InspectedRow(id: records.id(of: row), values: records.columns.names.indices.map { row[$0]?.orNil })
  }

  // MARK: - Records

  func row(id: String) -> InspectedRow? { find(id).map { row(records.row($0)) } }

  private func find(_ id: String) -> Int? {
    (0..<records.count).first { records.id(of: records.row($0))?.plainString == id }
  }

  func titles(of ids: Set<String>) -> [String: String] {
    guard let place = columns.titlePlace else { return [:] }
    var (titles, missing) = ([String: String](), ids)
    for number in 0..<records.count where !missing.isEmpty {
      let row = records.row(number)
      if let id = records.id(of: row)?.plainString, missing.remove(id) != nil { titles[id] = row[place]?.shownTitle }
    }
    return titles
  }

  func parentTable(_ model: String) -> (any InspectedTable)? {
    guesses.records[model].map { DocumentTable(records: $0, guesses: guesses) }
  }

  func related(to id: String, limit: Int) -> [RelatedRows] {
    guard let number = find(id) else { return [] }
    let own = records.row(number)
    return guesses.relations.flatMap { relation -> [RelatedRows] in
      var found: [RelatedRows] = []
      if relation.child == name, let target = guesses.records[relation.parent], let idPlace = target.idPlace,
        let key = own[relation.place], !key.isNull
      {
        found.append(Self.related(relation.toParent, target, idPlace, key, guesses, limit))
      }
      if relation.parent == name, let child = guesses.records[relation.child], let key = records.id(of: own),
        !key.isNull
      {
        found.append(Self.related(relation.toChildren, child, relation.place, key, guesses, limit))
      }
      return found
    }
  }

  /// Finds the records of a model that have a value at a place.
  private static func related(
    _ link: InspectedLink, _ records: Records, _ place: Int, _ key: AttributeValue, _ guesses: GuessedRelations,
    _ limit: Int
  ) -> RelatedRows {
    let table = DocumentTable(records: records, guesses: guesses)
    let numbers = (0..<records.count).filter { number in
      records.row(number)[place].map { ComparisonOperator.equal.holds($0, key) } ?? false
    }
    return RelatedRows(
      link: link, table: table, rows: numbers.prefix(limit).map { table.row(records.row($0)) }, total: numbers.count,
      condition: "\(records.columns.names[place].asName) == \(key.asLiteral)", conditionTotal: numbers.count)
  }
}

/// The rows that a query found.
private struct LatestAnswer: Sendable {
  let condition: String?
  let order: String?
  let numbers: [Int]
}

/// What the names of columns let one guess of relations.
struct GuessedRelations: Sendable {
  /// A column that has ids of another model.
  struct Guess: Sendable {
    let child: String
    let parent: String
    let column: String
    /// The place of the column.
    let place: Int

    var toParent: InspectedLink {
      InspectedLink(name: column, kind: "belongs to", targets: [parent], key: column, isGuessed: true)
    }

    var toChildren: InspectedLink {
      InspectedLink(name: "\(child) by \(column)", kind: "has many", targets: [child], key: column, isGuessed: true)
    }
  }

  let relations: [Guess]
  let records: [String: Records]

  init(_ all: [Records]) {
    records = Dictionary(all.map { ($0.model.name, $0) }) { first, _ in first }
    let parents = Dictionary(
      all.filter { $0.idPlace != nil }.map { ($0.model.name.lowercased(), $0.model.name) }
    ) { first, _ in first }
    relations = all.flatMap { child in
      child.columns.names.enumerated().compactMap { place, column in
        guard place != child.idPlace, let stem = Self.stem(of: column), let parent = parents[stem] else { return nil }
        return Guess(child: child.model.name, parent: parent, column: column, place: place)
      }
    }
  }

  /// Returns what a column's name says before `ID`, in small letters; nil if it does not end so.
  private static func stem(of column: String) -> String? {
    let name = column.lowercased().replacing("_", with: "")
    return name.hasSuffix("id") && name.count > 2 ? String(name.dropLast(2)) : nil
  }

  func target(of column: String, in model: String) -> String? {
    relations.first { $0.child == model && $0.column == column }?.parent
  }

  func links(of model: String) -> [InspectedLink] {
    relations.flatMap { guess in
      (guess.child == model ? [guess.toParent] : []) + (guess.parent == model ? [guess.toChildren] : [])
    }
  }
}

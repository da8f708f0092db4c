import MotionModel
import MotionModelSearch
import MotionModelValidation

/// The records of a model: in a snapshot of a store, or as an adapter keeps them.
struct StoreTable<Record: Model>: InspectedTable {
  let snapshot: Store
  /// The store itself, of which the snapshot has no middleware, no advice, and no records that adapters keep.
  let store: Store
  /// Whether the records of the store's models are kept in several places, so that not each relation can be followed.
  let hasSeveralAdapters: Bool

  private static var isInMemory: Bool { Record.Adapter.self == ArrayAdapter.self }

  /// The store that is read.
  var source: Store { Self.isInMemory ? snapshot : store }

  var keeper: String? { Self.isInMemory ? nil : "\(Record.Adapter.self)" }

  var name: String { Record.schema.modelName }

  var columns: [InspectedColumn] {
    let keys = keys
    return Record.schema.columns.map { column in
      InspectedColumn(
        name: column.name, type: "\(column.type)\(column.isOptional ? "?" : "")",
        isID: column.name == Record.schema.idName,
        marks: column.options.isEmpty ? [] : column.options.description.words,
        targets: keys[column.name]?.targets ?? [],
        namePlace: keys[column.name]?.namePlace, isText: column.type == .string,
        isFindable: ColumnOpener.open(column) != nil)
    }
  }

  /// The columns that have ids of parents: the parents' models, and the place of the column that names one of several.
  private var keys: [String: (targets: [String], namePlace: Int?)] {
    let keys = Record.schema.relations.compactMap { relation -> (String, ([String], Int?))? in
      guard relation.kind == .belongsTo, let key = relation.key else { return nil }
      let targets = relation.targets.filter { store.keeps($0) }.map { $0.modelName }
      let columns = relation.ownKeyColumns
      let namePlace = columns.count == 2 ? Record.schema.columns.firstIndex { $0.name == columns[0] } : nil
      return (key, (targets, namePlace))
    }
    return Dictionary(keys) { first, _ in first }
  }

  var links: [InspectedLink] {
    Record.schema.relations.map { relation in
      InspectedLink(
        name: relation.name, kind: relation.kind.words, targets: relation.targets.map { $0.modelName },
        key: relation.key, isRequired: relation.isRequired)
    }
  }

  var count: Int { get throws { try finder.count } }

  var rowBytes: Int? {
    guard Self.isInMemory, let count = try? count else { return nil }
    return count * MemoryLayout<Record>.stride
  }

  var indexes: [String] { store.indexes(of: Record.self).map(\.words) }

  var hooks: [String] { Record.hooks.list.map(\.description) }

  private var finder: Finder<Record> { source.table(Record.self).unscoped() }

  // MARK: - Finding

  func find(_ query: TableQuery) throws -> TableAnswer {
    let finder = try finder(query)
    let start = ContinuousClock.now
    let total = try finder.count
    let rows = try finder.offset(query.offset).limit(query.limit).all.map(row)
    var answer = TableAnswer(rows: rows, total: total, time: ContinuousClock.now - start)
    if let planned = self as? any PlannedTable<Record> {
      planned.explain(&answer, finder, query)
    } else {
      answer.plan = "read by \(Record.Adapter.self)"
    }
    return answer
  }

  private func finder(_ query: TableQuery) throws -> Finder<Record> {
    var finder = finder
    let columns = conditionColumns
    if let text = query.condition {
      let condition = try ConditionParser.condition(text, on: columns)
      try condition.checkCost()
      finder = finder.and(PredicateMaker<Record>().predicate(condition))
    }
    if let text = query.order {
      let order = try RowOrder(text, on: columns)
      for key in order.keys {
        guard case .column(let place, _) = key.operand, let column = ColumnOpener.open(Record.schema.columns[place])
        else {
          throw QueryRefusal("An order names columns of simple values, such as \(Record.schema.idName) descending.")
        }
        finder = column.ordering(finder, key.direction, key.nils)
      }
    }
    return finder
  }

  /// The columns as conditions read them.
  var conditionColumns: ConditionColumns {
    ConditionColumns(
      Record.schema.columns.map { ($0.name, ColumnKind(type: "\($0.type)\($0.isOptional ? "?" : "")")) })
  }

  func search(_ words: String, limit: Int) -> TableAnswer? {
    (self as? any PlannedTable<Record>)?.searchWords(words, limit: limit)
  }

  // MARK: - Records

  fileprivate func row(_ record: Record) -> InspectedRow {
    InspectedRow(id: record.id.attribute, values: Record.schema.columns.map { $0[record].orNil })
  }

  func record(_ id: String) throws -> Record? {
    guard let id = try? Record.ID(attribute: .string(id)) else { return nil }
    return try source.table(Record.self).find(id)
  }

  func row(id: String) throws -> InspectedRow? { try record(id).map(row) }

  func titles(of ids: Set<String>) throws -> [String: String] {
    guard let place = columns.titlePlace else { return [:] }
    let ids = ids.compactMap { try? Record.ID(attribute: .string($0)) }
    let named = try finder.where(\.id).in(ids).all.map {
      ($0.id.attribute.plainString, Record.schema.columns[place][$0].shownTitle)
    }
    return Dictionary(named) { first, _ in first }.compactMapValues { $0 }
  }

  func parentTable(_ model: String) -> (any InspectedTable)? {
    let targets = Record.schema.relations.flatMap(\.targets)
    guard let target = targets.first(where: { $0.modelName == model }) else { return nil }
    return stores.opened(target)
  }

  private var stores: InspectedStores {
    InspectedStores(snapshot: snapshot, store: store, hasSeveralAdapters: hasSeveralAdapters)
  }

  func related(to id: String, limit: Int) throws -> [RelatedRows] {
    guard let record = try record(id) else { return [] }
    let relations = Mirror(reflecting: Record.relations).children
    return try links.flatMap { link -> [RelatedRows] in
      // A relation through others would be looked up where another adapter keeps the records between.
      if hasSeveralAdapters && link.key == nil { return [] }
      guard let relation = relations.first(where: { $0.label == link.name })?.value as? any WalkableRelation else {
        return []
      }
      return try relation.related(to: record, link, limit: limit, stores)
    }
  }

  /// Returns the first records of a finder, how many there are, and what is known of their columns.
  func related(_ link: InspectedLink, _ finder: Finder<Record>, limit: Int, condition: String?) throws -> RelatedRows {
    let rows = try finder.limit(limit).all.map(row)
    var related = RelatedRows(link: link, table: self, rows: rows, total: try finder.count)
    if let condition, let found = try? self.finder(TableQuery(condition: condition)) {
      (related.condition, related.conditionTotal) = (condition, try found.count)
    }
    return related
  }

  // MARK: - Rules

  func broken(limit: Int) throws -> BrokenRules? {
    guard Record.self is any Validatable.Type else { return nil }
    // Rules may ask for records of any model.
    return try Store.with(hasSeveralAdapters ? store : source) {
      var (records, lookedAt) = ([BrokenRules.Record](), 0)
      let end = ContinuousClock.now + BrokenRules.patience
      while records.count < limit && ContinuousClock.now < end {
        let some = try finder.offset(lookedAt).limit(Self.piece).all
        for record in some where records.count < limit {
          lookedAt += 1
          guard let checked = record as? any Validatable, !checked.isValid else { continue }
          records.append(.init(id: record.id.attribute, messages: checked.errors.fullMessages))
        }
        if some.count < Self.piece { break }
      }
      return BrokenRules(records: records, lookedAt: lookedAt)
    }
  }

  /// How many records are copied at a time.
  private static var piece: Int { 4096 }
}

/// A table whose records are in memory, so that it is known how they are found.
protocol PlannedTable<Record>: Sendable {
  associatedtype Record: Model

  /// Says in an answer how the records were found, and what would find them more quickly.
  func explain(_ answer: inout TableAnswer, _ finder: Finder<Record>, _ query: TableQuery)
  func searchWords(_ words: String, limit: Int) -> TableAnswer?
}

extension StoreTable: PlannedTable where Record.Adapter == ArrayAdapter {
  func explain(_ answer: inout TableAnswer, _ finder: Finder<Record>, _ query: TableQuery) {
    let plan = finder.plan
    answer.plan = plan.description
    if plan.access == .scan { answer.advice = advice(for: finder, query, found: answer.total) }
  }

  /// How many records a table may have for which plans with other indexes are made: each of them is built for that.
  private static var planned: Int { 20_000 }

  /// Says which index of one column would spare most of the work, if one does.
  private func advice(for finder: Finder<Record>, _ query: TableQuery, found: Int) -> String? {
    let count = source.table(Record.self).unscoped().count
    guard let text = query.condition, count > 100,
      let condition = try? ConditionParser.condition(text, on: conditionColumns)
    else { return nil }
    let columns = condition.columns.sorted().map { Record.schema.columns[$0] }
    var plans: [(name: String, rows: Int)] = []
    if count <= Self.planned {
      plans = columns.compactMap { column in
        guard let index = ColumnOpener.open(column)?.index else { return nil }
        let plan = finder.plan(assuming: index)
        return plan.access == .scan ? nil : (column.name, plan.estimatedRows)
      }
    } else if columns.count == 1, condition.isComparison {
      plans = [(columns[0].name, found)]
    }
    guard let best = plans.min(by: { $0.rows < $1.rows }), best.rows * 5 < count else { return nil }
    return "An index of \(best.name) would leave \(best.rows.grouped) row\(best.rows == 1 ? "" : "s") to look at"
  }

  func searchWords(_ words: String, limit: Int) -> TableAnswer? {
    guard finder.indexOwners.contains(where: { $0 is SearchFields }) else { return nil }
    let start = ContinuousClock.now
    let found = finder.search(words)
    let total = found.count
    let rows = found.order(by: .rank).limit(limit).all.map(row)
    return TableAnswer(rows: rows, total: total, plan: found.plan.description, time: ContinuousClock.now - start)
  }
}

extension Store.IndexDescription {
  /// What the index is, in words: `name: hash of name, unique, 4 entries`.
  fileprivate var words: String {
    let entries = "\(entryCount.grouped) entr\(entryCount == 1 ? "y" : "ies")"
    return "\(name): \(kind.rawValue) of \(columns.joined(separator: ", "))\(isUnique ? ", unique" : ""), \(entries)"
  }
}

extension DeclaredRelation.Kind {
  fileprivate var words: String {
    switch self {
    case .hasMany: "has many"
    case .hasOne: "has one"
    case .belongsTo: "belongs to"
    }
  }
}

extension String {
  /// The words of a list in brackets: `[unique, indexed]`.
  fileprivate var words: [String] { trimmingBrackets.split(separator: ", ").map(String.init) }

  private var trimmingBrackets: String { hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self }
}

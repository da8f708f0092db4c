import MotionModel
import MotionModelConditions
import MotionModelSearch
import MotionModelValidation

/// The records of a model in a snapshot of a store.
struct StoreTable<Record: Model>: InspectedTable where Record.Adapter == ArrayAdapter {
  let snapshot: Store
  /// The store itself, of which the snapshot has no middleware and no advice.
  let store: Store
  /// Whether an adapter keeps records of other models, which a snapshot does not have.
  let isBesideOthers: Bool

  var name: String { Record.schema.modelName }

  var columns: [InspectedColumn] {
    let keys = Dictionary(
      Record.schema.relations.filter { $0.kind == .belongsTo && $0.targets.count == 1 }
        .compactMap { relation in relation.key.map { ($0, Self.name(of: relation.targets[0])) } }
    ) { first, _ in first }
    return Record.schema.columns.map { column in
      InspectedColumn(
        name: column.name, type: "\(column.type)\(column.isOptional ? "?" : "")", isID: column.name == Self.idName,
        marks: column.options.isEmpty ? [] : column.options.description.words, target: keys[column.name],
        isText: column.type == .string, isFindable: ColumnOpener.open(column) != nil)
    }
  }

  /// The name of the column with the ids.
  static var idName: String { Record.schema[\Record.id]?.name ?? "id" }

  private static func name<Target: Model>(of model: Target.Type) -> String { Target.schema.modelName }

  var links: [InspectedLink] {
    Record.schema.relations.map { relation in
      InspectedLink(
        name: relation.name, kind: relation.kind.words, targets: relation.targets.map { Self.name(of: $0) },
        key: relation.key, isRequired: relation.isRequired)
    }
  }

  var count: Int { finder.count }

  var rowBytes: Int? { count * MemoryLayout<Record>.stride }

  var indexes: [String] { store.indexes(of: Record.self).map(\.words) }

  var hooks: [(operation: String, steps: [String])] {
    HookOperation.allCases.map { ("\($0)", Record.hooks.steps(of: $0, in: store)) }
  }

  private var finder: Finder<Record> { snapshot.table(Record.self).finder }

  // MARK: - Finding

  func find(_ query: TableQuery) throws -> TableAnswer {
    let finder = try finder(query)
    let start = ContinuousClock.now
    let total = finder.count
    let rows = finder.offset(query.offset).limit(query.limit).all.map(row)
    let time = ContinuousClock.now - start
    let plan = finder.plan
    return TableAnswer(
      rows: rows, total: total, plan: plan.description,
      advice: plan.isScan ? advice(for: finder, query, found: total) : nil,
      time: time)
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
      let order = try RowOrder(text, on: columns) { $0.kind }
      for key in order.keys {
        guard case .column(let place, _) = key.operand, let column = ColumnOpener.open(Record.schema.columns[place])
        else {
          throw QueryRefusal("An order names columns of simple values, such as \(Self.idName) descending.")
        }
        finder = column.ordering(finder, key.direction, key.nils)
      }
    }
    return finder
  }

  /// How many records a table may have for which plans with other indexes are made: each of them is built for that.
  private static var planned: Int { 20_000 }

  /// Says which index of one column would spare most of the work, if one does.
  private func advice(for finder: Finder<Record>, _ query: TableQuery, found: Int) -> String? {
    let count = snapshot.table(Record.self).count
    guard let text = query.condition, count > 100,
      let condition = try? ConditionParser.condition(text, on: conditionColumns)
    else { return nil }
    let columns = condition.columns.sorted().map { Record.schema.columns[$0] }
    var plans: [(name: String, rows: Int)] = []
    if count <= Self.planned {
      plans = columns.compactMap { column in
        guard let index = ColumnOpener.open(column)?.index else { return nil }
        let plan = finder.plan(assuming: index)
        return plan.isScan ? nil : (column.name, plan.estimatedRows)
      }
    } else if columns.count == 1, condition.isComparison {
      plans = [(columns[0].name, found)]
    }
    guard let best = plans.min(by: { $0.rows < $1.rows }), best.rows * 5 < count else { return nil }
    return "An index of \(best.name) would leave \(best.rows.grouped) row\(best.rows == 1 ? "" : "s") to look at"
  }

  /// The columns as conditions read them.
  var conditionColumns: ConditionColumns {
    ConditionColumns(
      Record.schema.columns.map { ($0.name, ColumnKind(type: "\($0.type)\($0.isOptional ? "?" : "")")) })
  }

  func search(_ words: String, limit: Int) -> TableAnswer? {
    guard finder.indexOwners.contains(where: { $0 is SearchFields }) else { return nil }
    let start = ContinuousClock.now
    let found = finder.search(typed: words)
    let total = found.count
    let rows = found.order(by: .rank).limit(limit).all.map(row)
    return TableAnswer(rows: rows, total: total, plan: found.plan.description, time: ContinuousClock.now - start)
  }

  // MARK: - Records

  private func row(_ record: Record) -> InspectedRow {
    InspectedRow(
      id: record.id.attribute,
      values: Record.schema.columns.map { column in
        let value = column[record]
        // NB: In `isNull ? nil : value`, nil would be a value: null.
        if value.isNull { return nil }
        return value
      })
  }

  func record(_ id: String) -> Record? {
    guard let id = try? Record.ID(attribute: .string(id)) else { return nil }
    return snapshot.table(Record.self).find(id)
  }

  func row(id: String) -> InspectedRow? { record(id).map(row) }

  func related(to id: String, limit: Int) -> [RelatedRows] {
    guard let record = record(id) else { return [] }
    let relations = Mirror(reflecting: Record.relations).children
    return links.flatMap { link -> [RelatedRows] in
      // A relation through others would be looked up in a model that the snapshot may not have.
      if isBesideOthers && link.key == nil { return [] }
      guard let relation = relations.first(where: { $0.label == link.name })?.value as? any WalkableRelation else {
        return []
      }
      return relation.related(to: record, link, limit: limit, in: snapshot, of: store)
    }
  }

  /// Returns the first records of a finder, how many there are, and what is known of their columns.
  func related(_ link: InspectedLink, _ finder: Finder<Record>, limit: Int, condition: String?) -> RelatedRows {
    RelatedRows(
      link: link, model: name, columns: columns, rows: finder.limit(limit).all.map(row),
      total: finder.count, condition: condition)
  }

  // MARK: - Rules

  func broken(limit: Int) -> BrokenRules? {
    guard Record.self is any Validatable.Type else { return nil }
    // Rules may ask for records of any model.
    return Store.with(isBesideOthers ? store : snapshot) {
      var (records, lookedAt) = ([BrokenRules.Record](), 0)
      let end = ContinuousClock.now + BrokenRules.patience
      while records.count < limit && ContinuousClock.now < end {
        let some = finder.offset(lookedAt).limit(Self.piece).all
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

extension IndexInfo {
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

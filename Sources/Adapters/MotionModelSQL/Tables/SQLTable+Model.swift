package import MotionModel

/// Why a model cannot have a table.
package enum SQLTableError: Error, Hashable, CustomStringConvertible {
  /// A name has a character that no engine allows in names.
  case impossibleName(model: String)
  /// Two columns have names that the engine takes for the same.
  case sameColumns(model: String, columns: [String])
  /// A name is longer than the engine keeps.
  case longName(model: String, name: String)

  /// One sentence that says which model has no table, and why.
  package var description: String {
    switch self {
    case .impossibleName(let model):
      "\(model.debugDescription) cannot have a table, because its name or that of a column is empty or contains NUL."
    case .sameColumns(let model, let columns):
      """
      \(model) cannot have a table, because its columns \(columns.map { "\"\($0)\"" }.joined(separator: " and ")) have one name for the \
      database: give one of them another name.
      """
    case .longName(let model, let name):
      "\(model) cannot have a table, because PostgreSQL cuts the name \"\(name)\" behind 63 bytes: give it a shorter one."
    }
  }
}

extension SQLTable {
  /// The column with the order in which rows were inserted.
  package static let position = "_position"

  /// Creates the table of a model, as an adapter makes it: with the order of insertion, and without foreign keys, which
  /// the store keeps.
  package init(_ form: TableForm, in dialect: SQLDialect) throws(SQLTableError) {
    try Self.check(form, dialect)
    let names = form.columns.map(\.name)
    let used = Set(form.indexes.flatMap(\.columns))
    let unique = form.indexes.filter { $0.isUnique && form.canConstrain($0.columns) }.map(\.columns)
    var columns = form.columns.map { column in
      Column(
        column.name, type: SQLTypeName.of(column.type, in: dialect),
        isRequired: !column.isOptional, isUnique: unique.contains([column.index]) || column.index == form.idColumn,
        collation: used.contains(column.index) || column.index == form.idColumn
          ? SQLCollation(column, in: dialect)?.name : nil,
        isComposed: dialect == .postgresql && SQLStorage(column.type) == .string)
    }
    columns[form.idColumn].isID = true
    columns[form.idColumn].isCounted = dialect == .postgresql && form.countsIDs
    let others = form.indexes.map(\.columns).filter {
      !unique.contains($0) && $0 != [form.idColumn] && form.canIndex($0, in: dialect)
    }
    self.init(
      form.model, columns: [Self.positionColumn(in: dialect, isCounted: form.countsIDs)] + columns,
      unique: unique.filter { $0.count > 1 }.map { $0.map { names[$0] } },
      indexes: others.unique.map { columns in
        let columns = columns.map { names[$0] }
        return Index("\(form.model) by \(columns.joined(separator: ", "))".shortName, columns: columns)
      } + form.caselessIndexes(in: dialect))
  }

  /// Returns the indexes that keep values unique by rules, where the database can do so and no other index does.
  func ruleIndexes(of form: TableForm) -> [Index] {
    let declared = Set(form.indexes.filter(\.isUnique).map { Set($0.columns) })
    let ruled = form.ruledColumns.filter {
      form.areComparable($0) && !$0.contains(form.idColumn) && !declared.contains(Set($0))
    }
    return ruled.map { columns in
      let names = columns.map { form.columns[$0].name }
      return Index(
        "\(Index.prefixOfRules)\(name) by \(names.joined(separator: ", "))".shortName, columns: names, isUnique: true)
    }
  }

  /// - Parameter isCounted: Whether SQLite counts the rows, so that no id is given twice.
  private static func positionColumn(in dialect: SQLDialect, isCounted: Bool) -> Column {
    let type = dialect == .sqlite ? "INTEGER" : "bigserial"
    var column = Column(position, type: type, isRequired: dialect == .postgresql, isKey: true)
    column.isCounted = dialect == .sqlite && isCounted
    return column
  }

  private static func check(_ form: TableForm, _ dialect: SQLDialect) throws(SQLTableError) {
    let names = [form.model] + form.columns.map(\.name)
    if names.contains(where: { $0.isEmpty || $0.unicodeScalars.contains("\0") }) {
      throw .impossibleName(model: form.model)
    }
    if dialect == .postgresql, let name = names.first(where: { $0.utf8.count > 63 }) {
      throw .longName(model: form.model, name: name)
    }
    var known = [position: position]
    for name in form.columns.map(\.name) {
      let key = dialect == .sqlite ? name.lowercased() : name
      if let first = known.updateValue(name, forKey: key) {
        throw .sameColumns(model: form.model, columns: [first, name])
      }
    }
  }
}

extension TableForm {
  /// Whether the ids of new records are numbers.
  var countsIDs: Bool { SQLStorage(columns[idColumn].type) == .integer }

  /// Whether the database can keep columns unique together as memory does: it has to agree which values are equal, and
  /// that nil equals nothing.
  fileprivate func canConstrain(_ columns: [Int]) -> Bool {
    areComparable(columns) && (columns.count == 1 || columns.allSatisfy { !self.columns[$0].isOptional })
  }

  /// Whether the database agrees with memory which values of columns are equal.
  fileprivate func areComparable(_ columns: [Int]) -> Bool {
    columns.map { SQLStorage(self.columns[$0].type) }.allSatisfy { $0.isComparable && !$0.hasNaN }
  }
}

extension TableForm {
  /// Whether the database has an order for columns. PostgreSQL has none for JSON.
  fileprivate func canIndex(_ columns: [Int], in dialect: SQLDialect) -> Bool {
    dialect == .sqlite || columns.allSatisfy { SQLStorage(self.columns[$0].type) != .json }
  }
}

extension TableForm {
  /// Returns the indexes of strings without regard to case. SQLite has none for such conditions, which a function of
  /// ours tests.
  fileprivate func caselessIndexes(in dialect: SQLDialect) -> [SQLTable.Index] {
    guard dialect == .postgresql else { return [] }
    return caselessIndexes.map { columns[$0] }.filter { SQLStorage($0.type) == .string }.map { column in
      SQLTable.Index(
        "\(model) by \(column.name) ignoring case".shortName, columns: [column.name], ignoresCase: true)
    }
  }
}

extension [[Int]] {
  /// The elements without those that are there before.
  fileprivate var unique: [[Int]] {
    var known: Set<[Int]> = []
    return filter { known.insert($0).inserted }
  }
}

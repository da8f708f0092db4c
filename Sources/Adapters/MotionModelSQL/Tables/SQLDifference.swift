/// A difference between the table that a schema wants and the one that a database has.
package enum SQLDifference: Sendable, Hashable, CustomStringConvertible {
  case missingTable
  case missingColumn(String)
  /// A column that the schema does not know. One that needs a value is in the way of rows that are inserted.
  case unknownColumn(String, isRequired: Bool)
  case otherType(column: String, wanted: String?, found: String?)
  case otherCollation(column: String)
  /// A column that must have a value, or need not, and ought to be the other way round.
  case otherNil(column: String, isRequired: Bool)
  /// A column, or several together, that are to be unique.
  case notUnique([String])
  case missingIndex(SQLTable.Index)
  /// The index of a rule that the model does not have any more. A rule that is new has none in a table that is there:
  /// its rows may break it.
  case formerRule(SQLTable.Index)

  /// The difference in words, as part of a sentence.
  package var description: String {
    switch self {
    case .missingTable: "there is no table"
    case .missingColumn(let name): "the column \"\(name)\" is missing"
    case .unknownColumn(let name, let isRequired):
      "the column \"\(name)\" is unknown\(isRequired ? ", and needs a value" : "")"
    case .otherType(let name, let wanted, let found):
      "the column \"\(name)\" has \(found.map { "the type \($0)" } ?? "no type") and not \(wanted ?? "none")"
    case .otherCollation(let name): "the column \"\(name)\" has another collation"
    case .otherNil(let name, let isRequired):
      "the column \"\(name)\" \(isRequired ? "may be NULL, and must not" : "must not be NULL, and may")"
    case .notUnique(let names): "\(names.map { "\"\($0)\"" }.joined(separator: ", ")) may have the same values twice"
    case .missingIndex(let index): "the index \"\(index.name)\" is missing"
    case .formerRule(let index): "the index \"\(index.name)\" is that of a former rule"
    }
  }

  /// Whether records cannot be read or written while the tables differ.
  package var isFatal: Bool {
    switch self {
    case .missingIndex, .formerRule, .otherCollation, .otherType, .unknownColumn: false
    default: true
    }
  }
}

extension SQLTable {
  /// Returns what distinguishes a table of a database from this one; nil stands for a table that is not there.
  ///
  /// - Complexity: O(*n*) in the number of columns and indexes.
  package func differences(from found: SQLTable?) -> [SQLDifference] {
    guard let found else { return [.missingTable] }
    let columns = Dictionary(found.columns.map { ($0.name, $0) }) { first, _ in first }
    let known = Set(self.columns.map(\.name))
    let ofColumns = self.columns.flatMap { column in
      columns[column.name].map { column.differences(from: $0) } ?? [.missingColumn(column.name)]
    }
    let unknown = found.columns.filter { !known.contains($0.name) }
      .map { SQLDifference.unknownColumn($0.name, isRequired: $0.isRequired && !$0.hasDefault && !$0.isGenerated) }
    let unique = Set(found.unique.map(Set.init))
    let indexed = Set(found.indexes.filter { !$0.isOfRule }.map(\.key))
    let (ruled, rules) = (found.indexes.filter(\.isOfRule), Set(indexes.filter(\.isOfRule).map(\.columns)))
    return ofColumns + unknown
      + self.unique.filter { !unique.contains(Set($0)) }.map { .notUnique($0) }
      + indexes.filter { !$0.isOfRule && !indexed.contains($0.key) }.map { .missingIndex($0) }
      + ruled.filter { !rules.contains($0.columns) }.map { .formerRule($0) }
  }
}

extension SQLTable.Index {
  /// What the index finds rows by, whatever its name.
  fileprivate var key: [String] { columns + (ignoresCase ? [""] : []) }
}

extension SQLTable.Column {
  fileprivate func differences(from found: SQLTable.Column) -> [SQLDifference] {
    var differences: [SQLDifference] = []
    if type?.lowercased() != found.type?.lowercased() {
      differences.append(.otherType(column: name, wanted: type, found: found.type))
    }
    if collation != found.collation { differences.append(.otherCollation(column: name)) }
    if isRequired != found.isRequired && !isKey && !isID && !(isRequired && found.isKey) {
      differences.append(.otherNil(column: name, isRequired: isRequired))
    }
    if (isUnique || isKey) && !found.isUnique && !found.isKey { differences.append(.notUnique([name])) }
    return differences
  }
}

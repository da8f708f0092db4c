/// The rules of a mapping by kind, after they were checked against the model.
struct CheckedMapping<Record: Model> {
  /// A column of the rows, with the number of the model's column.
  struct Column {
    let rule: MappedColumn<Record>
    let number: Int
  }

  /// A column of the rows that leads to parents, with the numbers of the key's columns.
  struct Parent {
    let rule: MappedParent<Record>
    let numbers: [Int]
  }

  /// The numbers of the columns by which stored records are recognized.
  struct Key {
    let numbers: [Int]
    let ifStored: StoredKey
  }

  private(set) var columns: [Column] = []
  private(set) var parents: [Parent] = []
  private(set) var key: Key?
  private(set) var conditions: [@Sendable ([String: AttributeValue]) -> Bool] = []
  private(set) var ignoresOthers = false
  /// The names in the rows that rules mention.
  private(set) var names: Set<String> = []

  /// The names of which at least one row must have each.
  var requiredNames: Set<String> {
    let columns = columns.filter { !$0.rule.isOptional }.map(\.rule.name)
    return Set(columns + parents.filter { !$0.rule.isOptional }.map(\.rule.name))
  }

  init(_ mapping: ImportMapping<Record>) throws(ImportError) {
    for rule in mapping.rules { try add(rule) }
    names = Set(columns.map(\.rule.name) + parents.map(\.rule.name))
    try checkTargets()
  }

  private mutating func add(_ rule: ImportMapping<Record>.Rule) throws(ImportError) {
    switch rule.kind {
    case .column(let rule): columns.append(Column(rule: rule, number: try Self.number(of: rule.property)))
    case .parent(let rule): parents.append(Parent(rule: rule, numbers: try Self.numbers(of: rule.key)))
    case .key(let properties, let ifStored):
      if key != nil { throw .severalKeys(model: Record.schema.modelName) }
      if properties.isEmpty { throw .emptyKey(model: Record.schema.modelName) }
      key = Key(numbers: try Self.numbers(of: properties), ifStored: ifStored)
    case .rows(let condition): conditions.append(condition)
    case .ignoringOthers: ignoresOthers = true
    }
  }

  private static func numbers(
    of properties: [any PartialKeyPath<Record> & Sendable]
  ) throws(ImportError) -> [Int] {
    var numbers: [Int] = []
    for property in properties { numbers.append(try number(of: property)) }
    return numbers
  }

  private static func number(of property: any PartialKeyPath<Record> & Sendable) throws(ImportError) -> Int {
    if let number = Record.schema.index(of: property) { return number }
    throw .notAColumn(model: Record.schema.modelName, property: "\(property)")
  }

  /// Throws if two rules give values to one column. Only parents of several models may share a key.
  private func checkTargets() throws(ImportError) {
    var isPolymorphic: [Int: Bool] = [:]
    let targets =
      columns.map { ($0.number, false) }
      + parents.flatMap { parent in parent.numbers.map { ($0, parent.rule.isPolymorphic) } }
    for (number, mayBeShared) in targets {
      if let other = isPolymorphic.updateValue(mayBeShared, forKey: number), !other || !mayBeShared {
        throw .mappedTwice(model: Record.schema.modelName, column: Record.schema.columns[number].name)
      }
    }
  }
}

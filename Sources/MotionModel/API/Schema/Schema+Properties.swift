extension Schema {
  /// Traps when the stored properties of a record do not fit the declarations of its schema.
  static func checkProperties(
    _ columns: [Column<Record>], _ relations: [DeclaredRelation], _ transients: [Transient<Record>], idOffset: Int?
  ) {
    let record = SchemaCreation.with(Record.self) { Record() }
    checkNames(of: relations, in: record)
    #if DEBUG
      checkIsDeclared(record, columns, transients.flatMap(\.keyPaths), idOffset)
    #endif
  }

  /// Traps when a relation has the name of a property, which would hide the relation.
  private static func checkNames(of relations: [DeclaredRelation], in record: Record) {
    if relations.isEmpty { return }
    let properties = Set(Mirror(reflecting: record).children.compactMap(\.label))
    if let relation = relations.first(where: { properties.contains($0.name) }) {
      refuse(
        "has a property and a relation called \"\(relation.name)\", of which only the property can be reached: rename one"
      )
    }
  }

  /// Traps when a stored property is neither a column nor transient, or is both.
  private static func checkIsDeclared(
    _ record: Record, _ columns: [Column<Record>], _ transients: [any PartialKeyPath<Record> & Sendable],
    _ idOffset: Int?
  ) {
    if let both = transients.first(where: { transient in columns.contains { $0.keyPath == transient } }) {
      refuse("declares \(both) as a column and as transient: remove one")
    }
    let declared = DeclaredProperties(columns, transients, in: record, idOffset: idOffset)
    guard let first = declared.forgotten.first else { return }
    refuse(
      """
      has no column for \(declared.forgotten.map { "\"\($0)\"" }.joined(separator: ", ")), which no file would have: add \
      Column(\\.\(first)), or Transient(\\.\(first)) if that is meant
      """)
  }
}

/// What a schema says of the stored properties of its model.
private struct DeclaredProperties<Record: Model> {
  /// The stored properties that are not mentioned, as paths such as `home.zipCode`.
  private(set) var forgotten: [String] = []
  /// The paths of the properties that are mentioned.
  private var paths: Set<String> = ["id"]
  /// How many key paths are to properties whose names cannot be read: with accessors, observers or a wrapper.
  private var unnamed = 0

  private let idOffset: Int?

  init(
    _ columns: [Column<Record>], _ transients: [any PartialKeyPath<Record> & Sendable], in record: Record,
    idOffset: Int?
  ) {
    self.idOffset = idOffset
    let properties = Set(Mirror(reflecting: record).children.compactMap(\.label))
    for column in columns { add(column.keyPath, column.name, properties) }
    for transient in transients { add(transient, nil, properties) }
    forgotten = missing(in: record, at: "")
    // The properties that were not found may be those whose names cannot be read.
    if forgotten.count <= unnamed { forgotten = [] }
  }

  /// Adds a property of which the schema says something. Of a property without a readable name, the column may have
  /// the name.
  private mutating func add(
    _ keyPath: any PartialKeyPath<Record> & Sendable, _ name: String?, _ properties: Set<String>
  ) {
    if idOffset != nil && IDProperty<Record>.isID(keyPath, at: idOffset) { return }
    let labels = name.map { [$0, "_" + $0] } ?? []
    if let path = ColumnName.storedPath(of: keyPath) ?? labels.first(where: properties.contains) {
      paths.insert(path)
    } else {
      unnamed += 1
    }
  }

  /// Returns the paths of stored properties that are not mentioned. A struct of which some properties are columns of
  /// their own is looked into; it has no column as a whole then.
  private func missing(in value: Any, at path: String) -> [String] {
    Mirror(reflecting: value).children.flatMap { child -> [String] in
      // A lazy property has no key path, so that it cannot be declared.
      guard let label = child.label, !label.hasPrefix("$__lazy_storage_$_") else { return [] }
      let name = path + label
      if paths.contains(name) { return [] }
      return paths.contains { $0.hasPrefix(name + ".") } ? missing(in: child.value, at: name + ".") : [name]
    }
  }
}

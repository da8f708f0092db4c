/// Adds to the declared columns of a model those of the stored properties that its schema does not mention.
///
/// Each stands behind the column of the property before it. So a schema that mentions a few properties has its columns
/// in the order of the properties, and one that lists them all has its own order.
struct AutomaticColumns<Record: Model> {
  private(set) var columns: [Column<Record>]
  private let isIDDeclared: Bool
  private let idOffset: Int?
  /// The key paths of the properties that are mentioned, by their paths, such as `home.zipCode`.
  private var mentioned: [String: any PartialKeyPath<Record> & Sendable] = [:]
  /// How many columns are of properties whose names cannot be read: with accessors, observers or a wrapper.
  private var unnamed = 0
  /// The column behind which the next one is added.
  private var last: Int

  /// - Parameter columns: The declared columns, behind that of the id if it is not one of them.
  init(
    _ columns: [Column<Record>], isIDDeclared: Bool, _ transients: [any PartialKeyPath<Record> & Sendable],
    of record: Record, idOffset: Int?
  ) {
    if let both = transients.first(where: { transient in columns.contains { $0.isColumn(of: transient) } }) {
      Schema<Record>.refuse("declares \(both) as a column and as transient: remove one")
    }
    (self.columns, self.isIDDeclared, self.idOffset) = (columns, isIDDeclared, idOffset)
    last = isIDDeclared ? -1 : 0
    guard let properties = PropertyLayout.all(of: record, at: 0) else {
      checkIsWhole(columns.map(\.keyPath) + transients)
      return
    }
    let names = Set(properties.map(\.name))
    for column in columns { mention(column.keyPath, column.name, names) }
    for transient in transients { mention(transient, nil, names) }
    add(properties, in: "")
  }

  /// Traps if the properties of which the schema says something leave memory of the record to others. What is less than
  /// the alignment of the record may be padding.
  private func checkIsWhole(_ mentioned: [PartialKeyPath<Record>]) {
    let places = mentioned.map { keyPath in
      // A key path to the id is one of the protocol, which has no offset.
      IDProperty<Record>.isID(keyPath, at: idOffset)
        ? idOffset.map { $0..<$0 + MemoryLayout<Record.ID>.size } : PropertyLayout.extent(of: keyPath)
    }
    var end = 0
    for place in places.compactMap(\.self).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if place.lowerBound - end >= MemoryLayout<Record>.alignment { break }
      end = max(end, place.upperBound)
    }
    // The storage behind a property with accessors is not known.
    let hasOthers = columns.count > 1 || MemoryLayout<Record>.size == MemoryLayout<Record.ID>.size
    if end == MemoryLayout<Record>.size || hasOthers && places.contains(nil) { return }
    Schema<Record>.refuse(
      """
      does not mention all stored properties, and those cannot be read, because the type has a mirror of its own or \
      the program is built without reflection metadata: list the columns, and what is none as Transient
      """)
  }

  /// Notes a property of which the schema says something. Of a property without a readable name, the column may have
  /// the name.
  private mutating func mention(
    _ keyPath: any PartialKeyPath<Record> & Sendable, _ name: String?, _ properties: Set<String>
  ) {
    let labels = name.map { [$0, "_" + $0] } ?? []
    if let path = ColumnName.storedPath(of: keyPath) ?? labels.first(where: properties.contains) {
      mentioned[path] = keyPath
    } else if idOffset == nil || !IDProperty<Record>.isID(keyPath, at: idOffset) {
      unnamed += 1
    }
  }

  /// Adds columns of the properties of a struct that are not mentioned. A struct of which some properties are mentioned
  /// is looked into; it has no column as a whole then.
  private mutating func add(_ properties: [PropertyLayout], in path: String) {
    for property in properties {
      let name = path + property.name
      if isID(property) {
        if isIDDeclared { last = columns.firstIndex { IDProperty<Record>.isID($0.keyPath, at: idOffset) } ?? last }
      } else if let keyPath = mentioned[name] {
        check(property, isAt: keyPath)
        last = columns.firstIndex { $0.keyPath == keyPath } ?? last
      } else if mentioned.keys.contains(where: { $0.hasPrefix(name + ".") }) {
        add(parts(of: property, name), in: name + ".")
      } else if !property.name.hasPrefix("$__lazy_storage_$_") {
        add(property, name)
      }
    }
  }

  private func isID(_ property: PropertyLayout) -> Bool {
    property.offset == idOffset && property.type == Record.ID.self
  }

  /// Traps if a property is elsewhere than reflection says.
  private func check(_ property: PropertyLayout, isAt keyPath: PartialKeyPath<Record>) {
    guard let offset = MemoryLayout<Record>.offset(of: keyPath), offset != property.offset else { return }
    fatalError(
      "The properties of \(Record.self) are not laid out as reflection says, at \"\(property.name)\": report it."
    )
  }

  private func parts(of property: PropertyLayout, _ name: String) -> [PropertyLayout] {
    if let parts = PropertyLayout.all(of: property.value, at: property.offset) { return parts }
    Schema<Record>.refuse(
      """
      has columns of some properties of "\(name)", and the others cannot be read, because \(property.type) has a mirror \
      of its own: make it one column
      """)
  }

  private mutating func add(_ property: PropertyLayout, _ name: String) {
    if property.name.hasPrefix("_") {
      // It may be the storage of a wrapped property whose column has another name.
      if unnamed > 0 { return unnamed -= 1 }
      let plain = String(property.name.dropFirst())
      refuse(
        name, "begins with an underscore, as the storage of a property wrapper does", "\\.\(plain), name: \"\(plain)\"")
    }
    if property.isObject { refuse(name, "holds an object, \(property.type), and records are values", "\\.\(name)") }
    guard let operations = ColumnOperations.of(type: property.type, at: property.offset) else {
      refuse(name, "is a \(property.type), which is neither a ColumnValue nor Codable", "\\.\(name)")
    }
    last += 1
    columns.insert(Column(property, name: name, operations), at: last)
  }

  private func refuse(_ name: String, _ problem: String, _ column: String) -> Never {
    Schema<Record>.refuse(
      """
      cannot make a column of "\(name)", because it \(problem): make its type one that a column can hold, declare \
      Column(\(column)), or leave it out of files with Transient(\(column.prefix { $0 != "," }))
      """)
  }
}

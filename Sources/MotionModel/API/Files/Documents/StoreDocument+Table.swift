extension StoreDocument {
  /// The content of one model in a file, without the model's type.
  ///
  /// ```swift
  /// var todos = StoreDocument.Table("Todo", rows: [["id": 1, "name": "Walk the dog"]])
  /// todos.rows[0]["name"] = "Walk the cat"
  /// todos.columns.map(\.name)    // => ["id", "name"]
  /// ```
  ///
  /// ## Topics
  /// ### Content
  /// - ``name``
  /// - ``version``
  /// - ``columns``
  /// - ``rows``
  /// - ``nextNumber``
  /// - ``fingerprint``
  /// ### Changing
  /// - ``updateRows(_:)``
  /// - ``rename(_:to:)``
  /// - ``remove(_:)``
  /// - ``add(_:type:_:)``
  /// - ``add(_:type:default:)``
  /// - ``convert(_:to:_:)``
  public struct Table: Sendable {
    /// The model's name.
    public var name: String
    /// The version of the model; 1 if the file does not say it.
    public var version: Int
    /// The number from which the next id is created, for ids that are created from numbers.
    public var nextNumber: Int
    /// The records.
    public var rows: StoreDocument.Rows
    /// The columns in their order. Values follow the name of their column, so other columns may be set, in any order;
    /// the values of a column that is not among them are removed.
    public var columns: [StoreDocument.Column] {
      get { rows.columns }
      set { rows.columns = newValue }
    }

    /// The name of the column with the ids, if the file says it.
    private var idColumn: String?
    /// The place behind all records in their table, if the file says it.
    var nextPlace: Int?
    /// What the file says besides.
    private var other: [String: AttributeValue] = [:]
    /// The file's fingerprint, with the version and the columns that it covers.
    private var declared: DeclaredFingerprint?

    private struct DeclaredFingerprint: Hashable {
      let fingerprint: String
      let version: Int
      let columns: [StoreDocument.Column]
    }

    /// Creates the content of a model.
    ///
    /// - Parameters:
    ///   - name: The model's name.
    ///   - version: Its version.
    ///   - columns: Further columns, in front of the columns of the rows.
    ///   - rows: The records.
    ///   - nextNumber: The number from which the next id is created.
    public init(
      _ name: String, version: Int = 1, columns: [StoreDocument.Column] = [], rows: StoreDocument.Rows = [],
      nextNumber: Int = 1
    ) {
      (self.name, self.version, self.nextNumber, self.rows) = (name, version, nextNumber, rows)
      let listed = Set(columns.map(\.name))
      if !columns.isEmpty { self.columns = columns + rows.columns.filter { !listed.contains($0.name) } }
    }
  }
}

extension StoreDocument.Table: Hashable {
  /// Returns whether two contents would be written alike.
  public static func == (first: StoreDocument.Table, second: StoreDocument.Table) -> Bool {
    first.section == second.section && first.rows == second.rows
  }

  /// Hashes the name, the version and the records.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(version)
    hasher.combine(rows)
  }
}

extension StoreDocument.Table {
  /// The name of the column with the ids: the one that the file says, or else `id`, or else the first; nil for records
  /// of other programs, whose columns have no order.
  package var knownIDColumn: String? { section.knownIDColumn }

  /// Returns the name of the column with the ids: the first of `names` with a column, or else the known name.
  func idColumn(amongst names: [String] = []) -> String {
    let columns = Set(columns.map(\.name))
    return names.first { columns.contains($0) } ?? knownIDColumn ?? self.columns.first?.name ?? "id"
  }

  /// Gives a column that there is another name, which none has.
  mutating func renameColumn(_ column: String, to newName: String) {
    let hasIDs = column == knownIDColumn
    rows.rename(column, to: newName)
    if hasIDs || idColumn == column { idColumn = newName }
  }

  /// Puts the column with the ids first, the other columns in the order of their names, and the records in the order of
  /// their ids.
  mutating func sort() {
    let (id, fingerprint) = (idColumn(), fingerprint)
    columns.sort { $0.name == id || ($1.name != id && $0.name < $1.name) }
    rows.sort(by: id)
    // It is of names and types, whatever their order.
    declared = fingerprint.map { DeclaredFingerprint(fingerprint: $0, version: version, columns: columns) }
  }
}

// MARK: - In files

extension StoreDocument.Table {
  init(_ section: FileSection) {
    var seen: Set<String> = []
    var columns: [StoreDocument.Column] = []
    for (place, name) in section.allColumns.enumerated() where seen.insert(name).inserted {
      var column = StoreDocument.Column(name, type: section.types[name])
      column.isListed = place < section.columns.count
      columns.append(column)
    }
    self.init(section.model, version: section.version, nextNumber: section.nextNumber)
    rows = StoreDocument.Rows(columns)
    (idColumn, nextPlace, other) = (section.idColumn, section.nextPlace, section.other)
    declared = section.fingerprint.map {
      DeclaredFingerprint(fingerprint: $0, version: section.version, columns: columns)
    }
  }

  /// Returns the places of the columns by those of a section; nil for a later column of the same name, which has no
  /// values.
  func places(of section: FileSection) -> [Int?] {
    var seen: Set<String> = []
    return section.allColumns.map { name in
      defer { seen.insert(name) }
      return seen.contains(name) ? nil : seen.count
    }
  }

  /// The ``Schema/fingerprint`` that the file says; nil if it says none, or if version or columns are others by now.
  public var fingerprint: String? {
    declared.flatMap { $0.version == version && $0.columns == columns ? $0.fingerprint : nil }
  }

  /// What a file says of the model.
  var section: FileSection {
    var section = FileSection(
      model: name, columns: columns.filter(\.isListed).map(\.name),
      unlisted: columns.filter { !$0.isListed }.map(\.name), nextNumber: nextNumber, count: rows.count)
    (section.version, section.fingerprint, section.other) = (version, fingerprint, other)
    for column in columns { section.types[column.name] = column.type }
    if let idColumn, section.allColumns.contains(idColumn) { section.setIDColumn(idColumn) }
    (section.hasPlaces, section.nextPlace) = (rows.contains { $0.place != nil }, nextPlace)
    return section
  }

  /// The places in a file by those of the columns: columns that are listed come first.
  var targets: [Int] {
    let columns = columns
    var targets = Array(columns.indices)
    let order = targets.filter { columns[$0].isListed } + targets.filter { !columns[$0].isListed }
    for (target, place) in order.enumerated() { targets[place] = target }
    return targets
  }
}

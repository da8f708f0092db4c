import Foundation

/// What a file says about the records of one model, before it lists them.
struct FileSection: Hashable {
  let model: String
  /// The names of the columns, in the order of the values in rows.
  private(set) var columns: [String]
  /// The names of columns that the file does not list, though records have them. They are behind the listed columns.
  var unlisted: [String] = []
  /// The name of the column with the ids; nil where readers can infer it.
  var idColumn: String?
  /// The number from which the next id is created.
  let nextNumber: Int
  /// The number of records, which only some formats say.
  var count = 0
  /// The version of the model.
  var version = 1
  /// The types of the columns, by their names, as far as the file says them: `Int`, `String?`.
  var types: [String: String] = [:]
  /// The fingerprint of the schema, if the file says it.
  var fingerprint: String?
  /// Whether the places of the records in their table are in the file. Otherwise they follow each other.
  var hasPlaces = false
  /// The place behind all records, if the file says it.
  var nextPlace: Int?
  /// Whether all values are strings, which the types of the columns cast.
  var isText = false
  /// What this library does not know, by names.
  var other: [String: AttributeValue] = [:]

  /// The name of the column with the ids, as far as a reader knows; nil for records of other programs, whose columns
  /// have no order.
  var knownIDColumn: String? { idColumn ?? assumedIDColumn }

  /// The column with the ids in a file that does not say it.
  private var assumedIDColumn: String? { allColumns.contains("id") ? "id" : columns.first }

  /// Says which column has the ids, unless readers assume it.
  mutating func setIDColumn(_ name: String?) { idColumn = name == assumedIDColumn ? nil : name }

  /// The names of all columns, in the order of the values in rows.
  var allColumns: [String] { unlisted.isEmpty ? columns : columns + unlisted }
}

extension FileSection {
  /// Returns this section with the names of a model's columns, where names differ only in case and surrounding spaces,
  /// as people write them in spreadsheets. A column of which there are two such names keeps its own.
  func matching(_ layout: TableLayout) -> FileSection {
    func plain(_ name: String) -> String { name.trimmingCharacters(in: .whitespaces).lowercased() }
    let names = Set(layout.columns.map(\.name)).union(layout.traits.history.formerColumns.keys)
    let known = Dictionary(grouping: names, by: plain)
    let found = Dictionary(grouping: columns, by: plain)
    var section = self
    section.columns = columns.map { name in
      guard !names.contains(name), let matches = known[plain(name)], matches.count == 1, found[plain(name)]?.count == 1
      else { return name }
      return matches[0]
    }
    return section
  }

  init(_ table: TableVersion) {
    self.init(table.layout, nextNumber: table.nextNumber, count: table.count, table.kept)
  }

  /// - Parameter kept: What is kept of columns that the model does not have.
  init(_ layout: TableLayout, nextNumber: Int = 1, count: Int, _ kept: KeptColumns? = nil) {
    let history = layout.traits.history
    self.init(
      model: layout.name, columns: layout.columns.map(\.name) + (kept?.listed ?? []), unlisted: kept?.unlisted ?? [],
      nextNumber: nextNumber, count: count, version: history.version, types: history.types,
      fingerprint: history.fingerprint)
    if let kept { types.merge(kept.types) { own, _ in own } }
    setIDColumn(layout.columns[layout.idColumn].name)
  }

  /// The section of a snapshot, which keeps the places of records.
  init(_ table: TableVersion, hasPlaces: Bool) {
    self.init(table)
    (self.hasPlaces, nextPlace) = (hasPlaces, table.nextPosition)
  }
}

// MARK: - In files

extension FileSection {
  private static let names: Set = [
    "model", "version", "columns", "idColumn", "types", "fingerprint", "unlisted", "nextNumber", "count", "hasPlaces",
    "nextPlace",
    "rows",
  ]

  /// Reads the members of a section, except for its records.
  ///
  /// - Returns: Nil if a value is not what a writer writes.
  init?(_ model: String, _ members: [String: AttributeValue]) {
    guard let columns = members["columns"].flatMap({ try? [String](attribute: $0) }) else { return nil }
    let unlisted = members["unlisted"].map { try? [String](attribute: $0) } ?? []
    let types = members["types"].map { try? [String: String](attribute: $0) } ?? [:]
    // A file made by another program may leave it out: records with ids raise the store's next number themselves.
    let nextNumber = members["nextNumber"].map { try? Int(attribute: $0) } ?? 1
    let version = members["version"].map { try? Int(attribute: $0) } ?? 1
    guard let nextNumber, let version, version > 0, let types, let unlisted else { return nil }
    self.init(model: model, columns: columns, unlisted: unlisted, nextNumber: nextNumber)
    (self.version, self.types) = (version, types)
    if let value = members["fingerprint"] {
      guard let fingerprint = try? String(attribute: value) else { return nil }
      self.fingerprint = fingerprint
    }
    if let value = members["idColumn"] {
      guard let name = try? String(attribute: value), allColumns.contains(name) else { return nil }
      idColumn = name
    }
    if let value = members["count"] {
      guard let count = try? Int(attribute: value), count >= 0 else { return nil }
      self.count = count
    }
    hasPlaces = members["hasPlaces"] == true
    if let value = members["nextPlace"] {
      guard let place = try? Int(attribute: value), (0...PackedRows.highestPlace).contains(place) else { return nil }
      nextPlace = place
    }
    other = members.filter { !Self.names.contains($0.key) }
  }

  /// The members behind the model's name, without the number of records, in the order in which they are written.
  var members: [(name: String, value: AttributeValue)] {
    var members: [(name: String, value: AttributeValue)] = [
      ("version", .int(Int64(version))), ("columns", .array(columns.map { .string($0) })),
    ]
    if !unlisted.isEmpty { members.append(("unlisted", .array(unlisted.map { .string($0) }))) }
    if let idColumn { members.append(("idColumn", .string(idColumn))) }
    if !types.isEmpty { members.append(("types", .dictionary(types.mapValues { .string($0) }))) }
    if let fingerprint { members.append(("fingerprint", .string(fingerprint))) }
    members.append(("nextNumber", .int(Int64(nextNumber))))
    return members + other.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Whether a snapshot says that the model has had no records.
  var isUnused: Bool { nextPlace == 0 && count == 0 && nextNumber == 1 }

  /// Whether no two columns have the same name.
  var hasDistinctColumns: Bool { Set(allColumns).count == columns.count + unlisted.count }
}

extension Tables {
  /// The tables that a file of the whole store has, in the order of the models' names: the file of the same records is
  /// the same, whichever model a process uses first.
  var forFiles: [TableVersion] {
    all.filter { !$0.layout.isExternal }.sorted { $0.layout.name < $1.layout.name }
  }

  /// The tables that a file with the records of models has, also of models that have had none: the file says their
  /// columns before a journal mentions them. Only values of keys are left out where there never were any.
  func forFiles(of models: [TableLayout]) -> [TableVersion] {
    models.filter { !$0.isExternal && !($0.isOfKeys && version($0.slot) == nil) }.sorted { $0.name < $1.name }
      .map { version($0) }
  }
}

extension [String: AttributeValue] {
  /// Returns the whole number of a member; nil if there is none.
  func number(_ name: String) -> Int? { self[name].flatMap { try? Int(attribute: $0) } }
}

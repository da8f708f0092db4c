/// The records of a file are of an earlier version, so they cannot be read as they are.
package struct MigrationNeeded: Error, Hashable {
  package let model: String
  /// The version of the records.
  package let version: Int
  /// The version to which they are to be migrated.
  package let known: Int
}

/// The migrations that a program has, and the models that they lead to.
struct MigrationPlan {
  private(set) var migrations: [Migration]
  let models: [TableLayout]

  /// - Parameters:
  ///   - migrations: Those that lead beyond the version of their model are left out.
  ///   - models: The models. The values of keys are always known, too.
  init(migrations: [Migration], models: [TableLayout]) {
    (self.migrations, self.models) = ([], KeyedValue.added(to: models))
    self.migrations = migrations.filter { migration in
      layout(named: migration.model).map { migration.to <= $0.traits.history.version } ?? true
    }
  }

  /// Throws ``MigrationNeeded`` if a section has to be migrated before it is read.
  func check(_ section: FileSection, file: String) throws {
    // Records of other programs say no version.
    if section.model == JSONLines.unnamedModel { return }
    let layout = layout(named: section.model)
    if let layout { try layout.checkVersion(section.version, file: file) }
    let names = names(of: section.model)
    let migration = migrations.first { names.contains($0.model) && $0.from == section.version }
    let known = layout?.traits.history.version ?? section.version
    if section.version < known || migration != nil {
      throw MigrationNeeded(
        model: layout?.name ?? section.model, version: section.version, known: max(known, migration?.to ?? known))
    }
  }

  /// Throws ``MigrationNeeded`` if one of the sections of a file has to be migrated before it is read.
  func checkAll<Reader: FileReader>(_ reader: inout Reader, file: String) throws {
    while let section = try reader.nextSection() {
      try check(section, file: file)
      try reader.skipRows(of: section)
    }
  }

  /// Whether there are migrations of models that are not among those of the plan, but may change their records.
  var hasOtherModels: Bool { migrations.contains { layout(named: $0.model) == nil } }

  func layout(named name: String) -> TableLayout? { models.named(name) }

  /// All names that a model has and had.
  private func names(of name: String) -> Set<String> {
    guard let layout = layout(named: name) else { return [name] }
    return Set(layout.traits.history.formerNames + [layout.name, name])
  }

  /// The names that the column with the ids of a model has and had.
  func idColumns(of model: String) -> [String] {
    guard let layout = layout(named: model) else { return [] }
    let former = layout.traits.history.formerColumns.filter { $0.value == layout.idColumn }.map(\.key)
    return [layout.columns[layout.idColumn].name] + former.sorted()
  }

  /// Applies all migrations that the content needs, in their order.
  ///
  /// - Parameter file: The file's name in errors.
  func migrate(_ document: inout StoreDocument, file: String) throws {
    var versions: [Int: Int] = [:]
    for model in document.models {
      guard let layout = layout(named: model.name) else { continue }
      // The file may have the model under two of its names.
      if versions.updateValue(model.version, forKey: layout.slot) != nil {
        throw FileError.unknownModel(file: file, model: model.name)
      }
      try layout.checkVersion(model.version, file: file)
    }
    for migration in migrations {
      let names = names(of: migration.model)
      guard
        let index = document.models.firstIndex(where: { names.contains($0.name) && $0.version == migration.from })
      else { continue }
      do throws(MigrationError) {
        // The migration knows the model by the name that it had then.
        try document.rename(document.models[index].name, to: migration.model)
        try migration.run(on: &document)
      } catch { throw error.with(file: file) }
    }
    for (index, model) in document.models.enumerated() {
      guard let layout = layout(named: model.name) else { continue }
      let (found, known) = (versions[layout.slot] ?? model.version, layout.traits.history.version)
      if model.version != known {
        throw FileError.notMigrated(
          file: file, model: layout.name, version: found, reached: model.version == found ? nil : model.version,
          known: known)
      }
      if model.version != versions[layout.slot] { document.models[index].takeTypes(of: layout) }
    }
  }
}

extension StoreDocument.Table {
  /// Notes the types that the columns have in the version to which the records were brought.
  fileprivate mutating func takeTypes(of layout: TableLayout) {
    let columnIndex = layout.columnIndex(amongst: columns.map(\.name))
    for place in columns.indices {
      guard let index = columnIndex(columns[place].name) else { continue }
      columns[place].type = layout.traits.history.types[layout.columns[index].name]
    }
  }
}

/// A reader that ends with ``MigrationNeeded`` at a section that has to be migrated.
struct CheckingFileReader: FileReader {
  private var reader: any FileReader
  private let plan: MigrationPlan
  private let file: String

  init(_ reader: any FileReader, _ plan: MigrationPlan, file: String) {
    (self.reader, self.plan, self.file) = (reader, plan, file)
  }

  var head: FileHead { reader.head }

  mutating func nextSection() throws -> FileSection? {
    guard let section = try reader.nextSection() else { return nil }
    try plan.check(section, file: file)
    return section
  }

  mutating func readRow(into row: inout FileRow) throws -> Bool { try reader.readRow(into: &row) }

  mutating func readSome(_ row: inout FileRow, into loaded: LoadedSection) throws -> Bool {
    try reader.readSome(&row, into: loaded)
  }

  mutating func skipRows(of section: FileSection) throws { try reader.skipRows(of: section) }
}

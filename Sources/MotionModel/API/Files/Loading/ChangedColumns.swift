/// Columns that have other types than in a file, although the model has the version of the file.
///
/// A new column, one that is gone and one that was renamed are no such change: files of both kinds can be read. Neither is
/// another order, another default or another case of an enum.
struct ChangedColumns {
  private let changes: [(column: String, was: String, is: String)]
  private let model: String
  private let file: String

  /// - Returns: Nil if there are none, or the file does not say its types.
  init?(_ section: FileSection, _ layout: TableLayout, file: String) {
    let history = layout.traits.history
    if section.version != history.version || section.fingerprint == history.fingerprint { return nil }
    let columnIndex = layout.columnIndex(amongst: section.allColumns)
    changes = section.types.sorted { $0.key < $1.key }.compactMap { name, was in
      guard let index = columnIndex(name), let type = history.types[layout.columns[index].name], type != was else {
        return nil
      }
      return (layout.columns[index].name, was, type)
    }
    if changes.isEmpty { return nil }
    (model, self.file) = (layout.name, file)
  }

  /// A sentence that says what to do.
  var description: String {
    let list = changes.map { "\"\($0.column)\" was \($0.was) and is \($0.is)" }.joined(separator: ", ")
    return "The columns of \(model) differ from those in the file \(file), and its version is the same: \(list). "
      + "Raise the version of the schema, and pass a migration."
  }
}

extension LoadedSection {
  /// Warns of columns that were changed without a new version of the model, in debug builds.
  static func warn(of section: FileSection, _ layout: TableLayout, file: String) {
    #if DEBUG
      if let changed = ChangedColumns(section, layout, file: file) { Log.warning(changed.description) }
    #endif
  }
}

extension StoreDocument {
  /// Returns a sentence for each model whose columns were changed without a new version.
  package func changesWithoutVersion(of models: [any Model.Type], file: String) -> [String] {
    let plan = MigrationPlan(migrations: [], models: models.map { $0.tableLayout })
    return self.models.compactMap { model in
      plan.layout(named: model.name).flatMap { ChangedColumns(model.section, $0, file: file)?.description }
    }
  }
}

public import Foundation

extension Store {
  /// Returns what reading a file would do to its records, without changing the store or the file.
  ///
  /// ```swift
  /// let preview = try store.previewMigration(of: file, models: [Todo.self], migrations: Migration.all)
  /// print(preview)    // ~ Todo 1: priority
  /// ```
  ///
  /// Migrations continue after a refused record, so that all refused records are found. Then each record is read as its
  /// model's type. Hooks do not run, and between records only unique columns and required parents are checked. Counters
  /// that are corrected are among the changes.
  ///
  /// - Parameters:
  ///   - source: The file, or its bytes or its text.
  ///   - format: The format; nil to take it from the file's extension, or else from its first bytes.
  ///   - models: The models to load. Models in the file need not be listed if the store has had records of them.
  ///   - migrations: The migrations of records of earlier versions.
  ///   - unknownColumns: What happens to columns in the file that a model does not have.
  ///   - coding: How the bytes are encoded, for example encrypted.
  /// - Throws: ``FileError`` if the file cannot be read at all.
  /// - Complexity: O(*n*) in time and memory.
  public func previewMigration(
    of source: FileSource, as format: FileFormat? = nil, models: [any Model.Type] = [], migrations: [Migration],
    unknownColumns: UnknownColumns = .keep, coding: (any ByteCoding)? = nil
  ) throws -> MigrationPreview {
    let input = FileInput(source, coding: coding)
    let format = try input.format(format)
    var document = try StoreDocument(input, as: format)
    if let index = document.models.firstIndex(where: { $0.name == JSONLines.unnamedModel }) {
      guard models.count == 1 else { throw FileError.unnamedModel(file: input.name) }
      // Such records state no version, so they count as records of the present version.
      document.models[index].name = models[0].tableLayout.name
      document.models[index].version = models[0].tableLayout.traits.history.version
    }
    var trial = MigrationTrial(
      plan: plan(migrations, models), unknown: unknownColumns, file: input.name, isText: !format.holdsSeveralModels)
    trial.ids = ids
    // Defaults and documents may query the store in use.
    return asCurrent { trial.preview(of: document) }
  }

  /// Returns what reading a file would do to its records; see
  /// ``previewMigration(of:as:models:migrations:unknownColumns:coding:)-(FileSource,_,_,_,_,_)``.
  public func previewMigration(
    of url: URL, as format: FileFormat? = nil, models: [any Model.Type] = [], migrations: [Migration],
    unknownColumns: UnknownColumns = .keep, coding: (any ByteCoding)? = nil
  ) throws -> MigrationPreview {
    try previewMigration(
      of: .file(url), as: format, models: models, migrations: migrations, unknownColumns: unknownColumns,
      coding: coding)
  }

  /// Returns what reading the content of a file would do to its records.
  package func previewMigration(
    of document: StoreDocument, file: String, models: [any Model.Type], migrations: [Migration],
    unknownColumns: UnknownColumns
  ) -> MigrationPreview {
    let plan = MigrationPlan(migrations: migrations, models: models.map { $0.tableLayout })
    let trial = MigrationTrial(plan: plan, unknown: unknownColumns, file: file)
    // Defaults and documents may query the store in use.
    return asCurrent { trial.preview(of: document) }
  }
}

/// Tries to read the content of a file.
struct MigrationTrial {
  let plan: MigrationPlan
  let unknown: UnknownColumns
  let file: String
  /// Whether all values are strings, which the types of the columns cast.
  var isText = false
  /// Gives ids to records if none of their model has one; nil if such records are refused.
  var ids: IDGenerator?

  func preview(of before: StoreDocument) -> MigrationPreview {
    var preview = MigrationPreview()
    let refusals = RowRefusals()
    var after = before
    for index in after.models.indices { after.models[index].refusals = refusals }
    do {
      preview.migrations = try plan.migrate(&after, file: file).map { "\($0)" }
    } catch let error as MigrationError where error.row != nil {
      refusals.note(error, id: nil)
    } catch {
      preview.problem = "\(error)"
    }
    preview.refusals = refusals.all
    if preview.problem == nil {
      preview.changes = plan.changes(from: before, to: after)
      if preview.refusals.isEmpty { load(after, &preview) }
    }
    return preview
  }

  /// Makes records of the rows.
  private func load(_ document: StoreDocument, _ preview: inout MigrationPreview) {
    var (reader, tables) = (DocumentReader(document), Tables(ReadFence()))
    while var section = reader.nextSection() {
      section.isText = isText
      guard let layout = plan.layout(named: section.model), tables.version(layout.slot) == nil else {
        preview.problem = "\(FileError.unknownModel(file: file, model: section.model))"
        return
      }
      let loaded: LoadedSection
      do throws(FileError) { loaded = try LoadedSection(section, layout, unknown: unknown, file: file) } catch {
        preview.problem = "\(error)"
        return
      }
      let ids = document[section.model]?.ids(plan.idColumns(of: section.model)) ?? []
      var refused = refusals(of: &reader, section, ids, into: loaded)
      if refused.isEmpty {
        do { try loaded.insert(into: &tables, giving: self.ids, isChecked: true) } catch FileError.rowID(_, _, let row)
        {
          refused = [RefusedRow(model: layout.name, row: row, id: ids[row - 1], reason: Self.noID)]
        } catch {
          preview.problem = preview.problem ?? "\(error)"
        }
      }
      preview.refusals += refused
    }
    if preview.canBeRead { check(tables, &preview) }
  }

  /// Notes records without their required parents, and counters that would be corrected.
  private func check(_ tables: Tables, _ preview: inout MigrationPreview) {
    tables.forEachOrphan { table, position, error in
      preview.refusals.append(
        RefusedRow(
          model: table.layout.name, row: position + 1,
          id: table.layout.idAttribute(of: table.rows[position]),
          reason: "\(error)"))
    }
    do throws(StoreError) {
      for part in try tables.derivedCorrections().parts {
        for entry in part.entries { preview.note(part, entry) }
      }
    } catch { preview.problem = preview.problem ?? "\(error)" }
  }

  private static let noID = "it has no id, or that of another record"

  /// Reads the rows of a section, and returns the rows that do not fit, or have the id of an earlier row.
  private func refusals(
    of reader: inout DocumentReader, _ section: FileSection, _ ids: [AttributeValue?], into loaded: LoadedSection
  ) -> [RefusedRow] {
    var (row, seen, refused) = (FileRow(section), Set<AttributeValue>(), [RefusedRow]())
    for (index, id) in ids.enumerated() {
      row.removeAll()
      guard reader.readRow(into: &row) else { break }
      var reason = id.map { seen.insert($0).inserted } == false ? Self.noID : nil
      do throws(FileError) { try loaded.append(row) } catch { reason = error.rowReason }
      if let reason { refused.append(RefusedRow(model: loaded.modelName, row: index + 1, id: id, reason: reason)) }
    }
    return refused
  }
}

extension MigrationPreview {
  /// Notes that counters of a record are corrected.
  fileprivate mutating func note(_ part: ChangesetPart, _ entry: ChangesetPart.Entry) {
    let (layout, row) = (part.layout, part.address(entry.row))
    let (id, old) = (layout.idAttribute(of: row), entry.old.map(part.address) ?? row)
    let columns = layout.columns.indices.filter { !layout.isSame(old, row, in: $0) }.map { layout.columns[$0].name }
    if let index = changes.firstIndex(where: { $0.model == layout.name && $0.id == id }) {
      let change = changes[index]
      if change.kind != .update { return }
      changes[index] = MigratedRow(
        model: change.model, id: id, kind: .update, columns: Set(change.columns + columns).sorted())
    } else {
      changes.append(MigratedRow(model: layout.name, id: id, kind: .update, columns: columns))
    }
  }
}

extension FileError {
  /// What is wrong with a record, without its place.
  fileprivate var rowReason: String { if case .row(_, _, _, let error) = self { "\(error)" } else { "\(self)" } }
}

extension MigrationPlan {
  /// Returns the records that differ, by their models and ids.
  fileprivate func changes(from before: StoreDocument, to after: StoreDocument) -> [MigratedRow] {
    var old: [String: [AttributeValue: RowDocument]] = [:]
    for model in before.models { old[presentName(of: model.name)] = rows(of: model) }
    var changes: [MigratedRow] = []
    for model in after.models {
      let name = presentName(of: model.name)
      var missing = old.removeValue(forKey: name) ?? [:]
      var seen: Set<AttributeValue> = []
      for (id, row) in zip(model.ids(idColumns(of: model.name)), model.rows) {
        guard let id, seen.insert(id).inserted else { continue }
        guard let before = missing.removeValue(forKey: id) else {
          changes.append(MigratedRow(model: name, id: id, kind: .insert, columns: []))
          continue
        }
        let columns = Set(before.columns + row.columns).filter { before[$0] != row[$0] }.sorted()
        if !columns.isEmpty { changes.append(MigratedRow(model: name, id: id, kind: .update, columns: columns)) }
      }
      changes += deletions(of: missing, name)
    }
    return changes + old.sorted { $0.key < $1.key }.flatMap { deletions(of: $0.value, $0.key) }
  }

  private func presentName(of model: String) -> String { layout(named: model)?.name ?? model }

  private func rows(of model: TableDocument) -> [AttributeValue: RowDocument] {
    let ids = model.ids(idColumns(of: model.name))
    return Dictionary(zip(ids, model.rows).compactMap { id, row in id.map { ($0, row) } }) { first, _ in first }
  }

  private func deletions(of rows: [AttributeValue: RowDocument], _ model: String) -> [MigratedRow] {
    rows.keys.sorted().map { MigratedRow(model: model, id: $0, kind: .delete, columns: []) }
  }
}

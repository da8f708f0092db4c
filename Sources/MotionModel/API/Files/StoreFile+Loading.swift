/// What happens to columns in a file that the model does not have.
public enum UnknownColumns: String, Sendable, Hashable, CaseIterable {
  /// The file is refused, so that saving over it cannot lose data.
  case refuse
  /// The columns are ignored.
  case ignore
}

extension StoreFile {
  /// Returns sections without records, for the models that the file does not name.
  func emptySections(of models: [any Model.Type]) -> [(Section, any Model.Type)] {
    let named = Set(sections.map(\.model))
    return models.filter { !named.contains(String(describing: $0)) }
      .map { (Section(model: String(describing: $0), columns: [], nextNumber: 1, rows: []), $0) }
  }
}

extension StoreFile.Section {
  /// Returns the changes that replace a table's rows by this section's, which were read as `records`, in their order.
  func changes<Record: Model>(
    to table: TableVersion, _ records: [Record], file: String
  ) throws(FileError) -> ChangesetPart {
    var kept: Set<Record.ID> = []
    for (index, record) in records.enumerated() {
      guard record.id.isAssigned, kept.insert(record.id).inserted else {
        throw .rowID(file: file, model: self.model, row: index + 1)
      }
    }
    var changes = ChangesetPart(table.layout, capacity: records.count)
    changes.isBulk = true
    Selection(table, where: .constant(true)).forEach { row, position in
      if !kept.contains(row.bound(to: Record.self).pointee.id) {
        changes.append(old: row, new: nil, position: position)
      }
    }
    let positions = records.map { record in withUnsafePointer(to: record) { table.position(of: UnsafeRawPointer($0)) } }
    // An adapter has an order of its own.
    let places = table.layout.isExternal ? positions : FileOrder.places(of: positions)
    for (index, record) in records.enumerated() {
      withUnsafePointer(to: record) {
        table.appendDifference(to: UnsafeRawPointer($0), at: positions[index], places[index], to: &changes)
      }
    }
    if nextNumber > table.nextNumber { changes.nextNumber = nextNumber }
    return changes
  }

  /// Returns the rows as records.
  func records<Record: Model>(
    of model: Record.Type, unknown: UnknownColumns, file: String
  ) throws(FileError) -> [Record] {
    let schema = Record.schema
    let missing = columns.compactMap { schema[$0] }.filter { $0.isOptional }
    var records: [Record] = []
    records.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      var values = unknown == .ignore ? row.filter { schema[$0.key] != nil } : row
      for column in missing where values[column.name] == nil { values[column.name] = .null }
      do throws(AttributeError) {
        records.append(try Record(loading: values))
      } catch {
        throw .row(file: file, model: self.model, row: index + 1, error)
      }
    }
    return records
  }
}

extension TableVersion {
  /// Adds the change that makes the stored record equal to the row and moves it to its place, if it differs or moves.
  ///
  /// - Parameters:
  ///   - position: The record's position; nil for a new one.
  ///   - place: The position that it gets; nil for the end of the table.
  fileprivate func appendDifference(
    to row: UnsafeRawPointer, at position: Int?, _ place: Int?, to changes: inout ChangesetPart
  ) {
    guard let position else { return changes.append(old: nil, new: row, position: place) }
    let old = rows.address(at: position)
    if place == position && layout.isSame(old, row) { return }
    changes.append(old: old, new: row, position: place, origin: place == position ? nil : position)
  }
}

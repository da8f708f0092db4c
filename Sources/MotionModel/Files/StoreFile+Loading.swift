/// What happens to columns in a file that the model does not have.
public enum UnknownColumns: String, Sendable, Hashable, CaseIterable {
  /// The file is refused, so that nothing is lost by saving over it.
  case refuse
  /// They are left out.
  case ignore
}

extension StoreFile.Section {
  /// The changes that make a table what this section says.
  func changes<Record: Model>(
    to table: TableVersion, of model: Record.Type, unknown: UnknownColumns, file: String
  ) throws(FileError) -> [Change<Record>] {
    let records = try records(of: model, unknown: unknown, file: file)
    var kept: Set<Record.ID> = []
    for (index, record) in records.enumerated() {
      guard record.id.isAssigned, kept.insert(record.id).inserted else {
        throw .rowID(file: file, model: self.model, row: index + 1)
      }
    }
    return table.deletions(of: model, besides: kept)
      + records.compactMap { record in
        let old = table.record(record.id, of: model)
        if let old, Record.schema.isEqual(old, record) { return nil }
        return Change(id: record.id, old: old, new: record, position: nil)
      }
  }

  /// The rows as records.
  private func records<Record: Model>(
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
        records.append(try Record(attributes: values))
      } catch {
        throw .row(file: file, model: self.model, row: index + 1, error)
      }
    }
    return records
  }
}

extension TableVersion {
  /// The changes that delete all records but some.
  fileprivate func deletions<Record: Model>(of model: Record.Type, besides kept: Set<Record.ID>) -> [Change<Record>] {
    var changes: [Change<Record>] = []
    Selection(self, where: .constant(true)).forEach { row, position in
      let record = row.assumingMemoryBound(to: Record.self).pointee
      if !kept.contains(record.id) {
        changes.append(Change(id: record.id, old: record, new: nil, position: position))
      }
    }
    return changes
  }
}

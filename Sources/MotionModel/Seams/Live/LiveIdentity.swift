/// One record of a table, by its id, for a live value.
package struct LiveIdentity<Record: Model>: Sendable {
  private let id: Record.ID

  package init(_ id: Record.ID) { self.id = id }

  /// The changes of the record.
  package var interest: LiveInterest {
    LiveInterest(Record.schema.layout, where: Record.schema.idReference, hash: tableHash(id))
  }

  /// Returns the record as it is in some tables; nil when there is none.
  package func record(in tables: LiveTables) -> Record? {
    tables.tables.version(Record.schema.layout).record(id, of: Record.self)
  }

  /// Returns the record after some changes that begin with `record`.
  package func record(after changes: [LivePart], from record: Record?) -> Record? {
    var record = record
    for part in changes {
      part.forEach { change in
        if let new = self.record(in: change.new) {
          record = new
        } else if self.record(in: change.old) != nil {
          record = nil
        }
      }
    }
    return record
  }

  private func record(in row: LiveReference?) -> Record? {
    guard let row = row?.row, row[Record.self].id == id else { return nil }
    return row[Record.self]
  }

  /// Returns whether two records are the same in all columns, or both nil.
  package static func isSame(_ record: Record?, _ other: Record?) -> Bool {
    guard let record, let other else { return record == nil && other == nil }
    return withRow(of: record) { record in
      withRow(of: other) { other in Record.schema.layout.isSame(record, other) }
    }
  }

  /// Returns the names of the columns in which two records differ: of all columns, if one of them is nil.
  package static func columns(of record: Record?, differingFrom other: Record?) -> [String] {
    let layout = Record.schema.layout
    guard let record, let other else {
      return record == nil && other == nil ? [] : layout.columns.map(\.name)
    }
    return withRow(of: record) { record in
      withRow(of: other) { other in
        layout.columns.indices.filter { !layout.isSame(record, other, in: $0) }.map { layout.columns[$0].name }
      }
    }
  }
}

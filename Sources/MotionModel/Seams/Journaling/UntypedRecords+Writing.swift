package import Foundation

/// A change of one record, without the type of its model.
package struct UntypedChange: Sendable {
  let kind: ChangeKind
  let id: AttributeValue
  /// The values of a new record, with its id, or the new values of an existing one; nil for no value.
  let values: [String: AttributeValue?]

  /// - Parameter id: The id of the record, which exists unless it is inserted.
  package init(_ kind: ChangeKind, _ id: AttributeValue, _ values: [String: AttributeValue?] = [:]) {
    (self.kind, self.id, self.values) = (kind, id, values)
  }
}

extension UntypedRecords {
  /// Returns the bytes of a commit that changes records of one model, to follow the commits of the journal read last.
  ///
  /// - Parameters:
  ///   - changes: The changes, each of another record.
  ///   - model: The model, with the columns that change.
  ///   - date: The time of the commit.
  ///   - metadata: What the commit says of itself.
  package func commit(
    _ changes: [UntypedChange], of model: StoreDocument.Table, at date: Date, _ metadata: Changeset.Metadata
  ) -> [UInt8] {
    let changed = Set(changes.flatMap(\.values.keys))
    let mentioned = reader.models.last { $0.name == model.name && changed.isSubset(of: $0.columns) }
    let logged =
      mentioned
      ?? LoggedModel(
        number: reader.models.count, name: model.name, version: model.version, columns: model.columns.map(\.name),
        types: Dictionary(model.columns.compactMap { column in column.type.map { (column.name, $0) } }) { $1 })
    var writer = BinaryWriter()
    writer.writeHead(ofCommit: max(commits, info?.commits ?? 0) + 1, date, Changeset.Statement(metadata))
    writer.write(count: mentioned == nil ? 1 : 0)
    if mentioned == nil {
      writer.writeMention(of: logged.name, version: logged.version, logged.columns, types: logged.types)
    }
    writer.write(count: 1)
    writer.write(count: logged.number)
    let hasNew = changes.contains { $0.kind == .insert }
    writer.write(byte: hasNew ? CommitFormat.numberFlag : 0)
    if hasNew { writer.write(count: max(1, model.nextNumber)) }
    writer.write(count: changes.count + 1)
    for change in changes { writer.write(change, columns: logged.columns) }
    return writer.takeBytes()
  }
}

extension BinaryWriter {
  fileprivate mutating func write(_ change: UntypedChange, columns: [String]) {
    write(byte: change.kind.code)
    if change.kind != .insert { write(change.id) }
    if change.kind == .delete { return }
    // A new record has no columns without a value.
    let values = change.values.filter { change.kind == .update || $0.value != nil }
    write(count: values.count)
    for (number, column) in columns.enumerated() {
      if let value = values[column] { write(value, ofColumn: number) }
    }
  }
}

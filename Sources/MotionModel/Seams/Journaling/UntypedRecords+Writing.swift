package import Foundation

extension UntypedRecords {
  /// Returns the bytes of a commit that changes one record, to follow the commits of the journal read last.
  ///
  /// - Parameters:
  ///   - id: The id of an existing record.
  ///   - model: The record's model, with the columns that change.
  ///   - values: The new values, as files have them; nil for no value.
  package func update(
    of id: AttributeValue, _ model: TableDocument, _ values: [String: AttributeValue?], at date: Date,
    _ metadata: ChangesetMetadata
  ) -> [UInt8] {
    let mentioned = reader.models.last { known in
      known.name == model.name && values.keys.allSatisfy(known.columns.contains)
    }
    let logged =
      mentioned
      ?? LoggedModel(
        number: reader.models.count, name: model.name, version: model.version, columns: model.columns.map(\.name),
        types: Dictionary(model.columns.compactMap { column in column.type.map { (column.name, $0) } }) { $1 })
    var writer = BinaryWriter()
    writer.writeHead(ofCommit: max(commits, info?.commits ?? 0) + 1, date, metadata)
    writer.write(count: mentioned == nil ? 1 : 0)
    if mentioned == nil {
      writer.writeMention(of: logged.name, version: logged.version, logged.columns, types: logged.types)
    }
    writer.write(count: 1)
    writer.write(count: logged.number)
    writer.write(byte: 0)
    writer.write(count: 2)  // one change
    writer.write(byte: ChangeKind.update.code)
    writer.write(id)
    writer.write(count: values.count)
    for (number, column) in logged.columns.enumerated() {
      if let value = values[column] { writer.write(value, ofColumn: number) }
    }
    return writer.takeBytes()
  }
}

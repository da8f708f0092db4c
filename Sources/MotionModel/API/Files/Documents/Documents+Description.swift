extension StoreDocument: CustomStringConvertible {
  /// The models, with how many records each has: `Project: 1 record, Todo: 3 records`.
  public var description: String {
    if models.isEmpty { return "no models" }
    return models.map { "\($0.name): \($0.recordCount)" }.joined(separator: ", ")
  }
}

extension StoreDocument.Table: CustomStringConvertible {
  /// The name, how many records there are, and the first columns: `Todo: 3 records of id, name`.
  public var description: String {
    let (names, limit) = (columns.lazy.map(\.name), 10)
    let shown = names.prefix(limit) + (columns.count > limit ? ["…"] : [])
    return "\(name): \(recordCount)\(shown.isEmpty ? "" : " of \(shown.joined(separator: ", "))")"
  }

  fileprivate var recordCount: String { "\(rows.count) record\(rows.count == 1 ? "" : "s")" }
}

extension StoreDocument.Column: CustomStringConvertible {
  /// The name, and the type if the file says it: `name: String?`.
  public var description: String { type.map { "\(name): \($0)" } ?? name }
}

extension StoreDocument.Rows: CustomStringConvertible {
  /// The rows, as in an array: `[{"id": 1}, {"id": 2}]`.
  public var description: String { "[\(map(\.description).joined(separator: ", "))]" }
}

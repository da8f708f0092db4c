/// How the columns of imported rows map to a model, where they differ from its columns.
///
/// ```swift
/// let albums: ImportMapping<Album> = [
///   .column("Title", to: \.title),
///   .column("Year", to: \.year) { try 1900 + Int(attribute: $0) },
///   .parent("Artist", \.artist, by: \.name, missing: .create),
///   .key(\.title),
/// ]
/// let report = try Album.importRows(rows, mapping: albums)
/// ```
///
/// Where only names differ, a dictionary is enough:
///
/// ```swift
/// try Album.importRows(rows, mapping: ["Title": \.title, "Released": \.year])
/// ```
///
/// Columns of rows that the mapping does not name belong to the model's columns with the same names, as in an import
/// without a mapping, unless it has ``ImportMapping/Rule/ignoringOthers``. A row without values, as at the end of many
/// tables, is skipped. <doc:Importing> describes all the rules.
public struct ImportMapping<Record: Model>: Sendable {
  /// The rules in order of declaration.
  package let rules: [Rule]

  /// Creates a mapping of rules.
  public init(_ rules: [Rule]) { self.rules = rules }
}

extension ImportMapping: ExpressibleByArrayLiteral {
  /// Creates a mapping of rules.
  public init(arrayLiteral rules: Rule...) { self.init(rules) }
}

extension ImportMapping: ExpressibleByDictionaryLiteral {
  /// Creates a mapping from the names of columns in the rows to properties.
  public init(dictionaryLiteral columns: (String, any PartialKeyPath<Record> & Sendable)...) {
    self.init(columns.map { .column($0, to: $1) })
  }
}

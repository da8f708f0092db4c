/// What reading a file would do to its records; see
/// ``Store/previewMigration(of:as:models:migrations:unknownColumns:coding:)-(FileSource,_,_,_,_,_)``.
public struct MigrationPreview: Hashable, Sendable {
  /// The migrations that would be applied, in their order, as their descriptions.
  public internal(set) var migrations: [String] = []
  /// The records that the migrations would change, model by model. Columns that are only renamed in the schema change
  /// none.
  public internal(set) var changes: [MigratedRow] = []
  /// The records that would be refused. If there are any, the file cannot be read.
  public internal(set) var refusals: [RefusedRow] = []
  /// Why the file as a whole could not be read; nil if it could, or if only the refused records are wrong.
  public internal(set) var problem: String?

  /// Nothing would change.
  public static let none = MigrationPreview()

  /// Whether the file can be read.
  public var canBeRead: Bool { refusals.isEmpty && problem == nil }
}

/// What migrations would do to a record of a file.
public struct MigratedRow: Hashable, Sendable {
  /// The model of the record afterwards, or before if it is deleted.
  public let model: String
  /// The record's id.
  public let id: AttributeValue
  /// What happens to it.
  public let kind: ChangeKind
  /// The columns that differ, in the order of their names; empty for a record that is inserted or deleted.
  public let columns: [String]
}

/// A record of a file that would be refused.
public struct RefusedRow: Hashable, Sendable {
  /// The record's model.
  public let model: String
  /// Its number among the records of the model, from 1 on, after the migrations before.
  public let row: Int
  /// Its id; nil if it has none.
  public let id: AttributeValue?
  /// What is wrong with it.
  public let reason: String

  /// Creates an entry, as tests of previews do.
  public init(model: String, row: Int, id: AttributeValue?, reason: String) {
    (self.model, self.row, self.id, self.reason) = (model, row, id, reason)
  }
}

extension MigrationPreview: CustomStringConvertible {
  /// A line for each migration, changed record, refused record and problem.
  public var description: String {
    var lines = migrations.map { "migration \($0)" }
    lines += changes.map { change in
      switch change.kind {
      case .insert: "+ \(change.model) \(change.id)"
      case .update: "~ \(change.model) \(change.id): \(change.columns.joined(separator: ", "))"
      case .delete: "- \(change.model) \(change.id)"
      }
    }
    lines += refusals.map {
      "refused: \($0.model) \($0.id.map { "\($0)" } ?? "without an id") (record \($0.row)): \($0.reason)"
    }
    if let problem { lines.append("cannot be read: \(problem)") }
    return lines.joined(separator: "\n")
  }
}

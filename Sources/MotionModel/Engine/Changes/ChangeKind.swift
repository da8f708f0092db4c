/// How a record changed: it was inserted, updated or deleted.
public enum ChangeKind: String, Sendable, Hashable, CaseIterable, Codable {
  /// The record was inserted.
  case insert
  /// The record was updated.
  case update
  /// The record was deleted.
  case delete
}

extension ChangeKind {
  /// The past participle: `inserted`, `updated` or `deleted`.
  var participle: String { self == .insert ? "inserted" : "\(rawValue)d" }
}

/// A value of an entity.
package struct Attribute: Hashable, Sendable {
  package var name: String
  package var type: AttributeType
  package var isOptional = false
  /// Whether it is not stored.
  package var isTransient = false
  /// Whether it is the record's id.
  package var isIdentifier: Bool { name == "id" }
  /// The default as it was drawn: `YES`, `-1`, `0.0`, words. For dates, seconds since 2001.
  package var defaultValue: String?
  /// The default as an expression of Swift, where it was read from Swift and is more than a literal.
  package var defaultSource: String?
  /// The least value, or the least length of a string, as it was drawn.
  package var minimum: String?
  /// The greatest value, or the greatest length of a string, as it was drawn.
  package var maximum: String?
  /// The regular expression that the whole of a string matches.
  package var pattern: String?
  /// The Swift type, where the attribute's type does not say it.
  package var customType: String?
  /// The name of a transformer of values.
  package var transformer: String?
  /// How the value is computed from others, as Core Data does it.
  package var derivation: String?
  package var isIndexed = false
  /// What the store sets it to by itself; nil if only people do.
  package var storeColumn: StoreColumn?
  /// The name in the version before.
  package var formerName: String?
  /// The name in files, where it differs.
  package var columnName: String?
  package var userInfo = UserInfo()
  package var documentation: String?
  /// What the reader was not sure of.
  package var doubts: [String] = []
  package var place: SourcePlace

  /// What is doubtful about bytes that were kept in files beside the database.
  package static let externalStorage =
    "Its bytes were kept outside of the database. Here they would be in memory and in the file: keep a file, and its "
    + "name here."

  /// What a store sets by itself when a record is saved.
  package enum StoreColumn: String, Hashable, Sendable {
    /// The time of the first save.
    case created
    /// The time of the latest save.
    case updated
    /// The number of changes.
    case version
  }

  package init(_ name: String, _ type: AttributeType, isOptional: Bool = false, at place: SourcePlace = SourcePlace()) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.place = place
  }
}

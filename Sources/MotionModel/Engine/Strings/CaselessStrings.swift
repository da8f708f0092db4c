/// The traits of strings in an index that ignores case.
///
/// Two strings are equal when their full lower-case mappings are, as in ``StringTest``.
private enum CaselessTraits: ColumnTraits {
  typealias Value = String?
  static var columnType: ColumnType { .string }
  static var isOptional: Bool { true }
  static func attribute(_ value: String?) -> AttributeValue { value.attribute }
  static func cast(_ attribute: AttributeValue) throws(CastError) -> String? { try String?(attribute: attribute) }
  static func isNil(_ value: String?) -> Bool { value == nil }
  static func isOrdered(_ value: String?) -> Bool { value != nil }
  static func isEqual(_ first: String?, _ second: String?) -> Bool { first?.lowercased() == second?.lowercased() }
  static func precedes(_ first: String?, _ second: String?) -> Bool { OptionalTraits<String>.precedes(first, second) }
  static func sortKey(_ value: String?) -> UInt64 { OptionalTraits<String>.sortKey(value) }
  static var isSortKeyExact: Bool { false }
  static func hash(_ value: String?) -> UInt64? { tableHash(value?.lowercased()) }
  static func membership(in values: [String?]) -> @Sendable (String?) -> Bool {
    { value in values.contains { isEqual($0, value) } }
  }
}

/// Reads a string property as an optional string.
private struct PresentString: ColumnProperty {
  let text: StoredProperty<String>

  func value(in row: UnsafeRawPointer) -> String? { text.value(in: row) }

  func set(_ value: String?, in row: UnsafeMutableRawPointer) { text.set(value ?? "", in: row) }
}

extension ColumnOperations {
  /// Returns the operations of a string column for an index that ignores case; nil for a column of another type.
  static func caseless<Root>(_ keyPath: PartialKeyPath<Root>) -> ColumnOperations? {
    if let text = (keyPath as? KeyPath<Root, String>).flatMap({ StoredProperty($0) }) {
      return ColumnOperations(PresentString(text: text), CaselessTraits.self)
    }
    let text = (keyPath as? KeyPath<Root, String?>).flatMap { StoredProperty($0) }
    return text.map { ColumnOperations($0, CaselessTraits.self) }
  }
}

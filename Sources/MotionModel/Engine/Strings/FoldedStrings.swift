import Foundation

/// What strings become before an index compares them, as in ``StringTest``.
private protocol TextFolding {
  static func folded(_ text: String) -> String
}

/// Two strings are equal when their full lower-case mappings are.
private enum WithoutCase: TextFolding {
  static func folded(_ text: String) -> String { text.lowercased() }
}

/// Two strings are equal when the lower-case mappings of what they are without accents are.
private enum WithoutCaseAndAccents: TextFolding {
  static func folded(_ text: String) -> String { AccentFolding.folded(text).lowercased() }
}

extension TextFolding {
  /// What a string becomes in an order: composed, because Swift's `<` contradicts itself for other strings.
  static func ordered(_ text: String) -> String { composed(folded(text)) }
}

/// Returns a string in composed form. A string of ASCII characters is returned as it is.
private func composed(_ text: String) -> String {
  text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
}

extension StringTest {
  /// Returns what strings become before an order compares them; nil if they stay as they are.
  static func orderFolding(caseSensitive: Bool, accentSensitive: Bool) -> (@Sendable (String) -> String)? {
    guard let fold = folding(caseSensitive: caseSensitive, accentSensitive: accentSensitive) else { return nil }
    return { composed(fold($0)) }
  }
}

/// The traits of strings in an index that ignores case, or case and accents.
private enum FoldedTraits<Folding: TextFolding>: ColumnTraits {
  typealias Value = String?
  static var columnType: ColumnType { .string }
  static var isOptional: Bool { true }
  static func isNil(_ value: String?) -> Bool { value == nil }
  static func isOrdered(_ value: String?) -> Bool { value != nil }
  static func isEqual(_ first: String?, _ second: String?) -> Bool {
    first.map(Folding.folded) == second.map(Folding.folded)
  }
  static func precedes(_ first: String?, _ second: String?) -> Bool {
    OptionalTraits<String>.precedes(first.map(Folding.ordered), second.map(Folding.ordered))
  }
  static func sortKey(_ value: String?) -> UInt64 { OptionalTraits<String>.sortKey(value.map(Folding.ordered)) }
  static var isSortKeyExact: Bool { false }
  static func hash(_ value: String?) -> UInt64? { tableHash(value.map(Folding.folded)) }
  static func membership(in values: [String?]) -> @Sendable (String?) -> Bool {
    { value in values.contains { isEqual($0, value) } }
  }
}

/// Reads a string property as an optional string.
private struct PresentString: ColumnProperty {
  let text: StoredProperty<String>

  func value(in row: Row) -> String? { text.value(in: row) }

  func set(_ value: String?, in row: MutableRow) { text.set(value ?? "", in: row) }
}

extension ColumnOperations {
  /// Returns the operations of a string column for an index that ignores case; nil for a column of another type.
  static func caseless<Root>(_ keyPath: PartialKeyPath<Root>) -> ColumnOperations? {
    folded(keyPath, FoldedTraits<WithoutCase>.self)
  }

  /// Returns the operations of a string column for an index that ignores case and accents; nil for a column of another
  /// type.
  static func withoutAccents<Root>(_ keyPath: PartialKeyPath<Root>) -> ColumnOperations? {
    folded(keyPath, FoldedTraits<WithoutCaseAndAccents>.self)
  }

  private static func folded<Root, Traits: ColumnTraits>(
    _ keyPath: PartialKeyPath<Root>, _ traits: Traits.Type
  ) -> ColumnOperations? where Traits.Value == String? {
    if let text = (keyPath as? KeyPath<Root, String>).flatMap({ StoredProperty($0) }) {
      return ColumnOperations(PresentString(text: text), traits)
    }
    let text = (keyPath as? KeyPath<Root, String?>).flatMap { StoredProperty($0) }
    return text.map { ColumnOperations($0, traits) }
  }
}

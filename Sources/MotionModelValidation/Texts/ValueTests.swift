import Foundation

/// Finds out how values of a type are seen to be missing or blank: once, when a rule is made, and not for each record.
enum ValueTests {
  /// A test, given the address of a value, whether it is nil; nil for types whose values never are.
  static func isNil<Value>(_ type: Value.Type) -> QuickTest? { (type as? any NillableValue.Type)?.nilTest }

  /// A test, given the address of a value, whether it is blank; nil for types whose values never are.
  ///
  /// Blank are nil, texts of nothing but white space, and empty collections. Numbers, dates and truth values never are.
  static func isBlank<Value>(_ type: Value.Type) -> QuickTest? {
    if type == String.self { return { $0.assumingMemoryBound(to: String.self).pointee.isBlank } }
    if type == String?.self { return { $0.assumingMemoryBound(to: String?.self).pointee?.isBlank ?? true } }
    if let optional = type as? any NillableValue.Type { return optional.blankTest }
    guard let type = type as? any BlankableValue.Type else { return nil }
    return { type.isBlank(at: $0) }
  }
}

private protocol NillableValue {
  static var nilTest: QuickTest { get }
  static var blankTest: QuickTest { get }
}

extension Optional: NillableValue {
  static var nilTest: QuickTest {
    { if case .none = $0.assumingMemoryBound(to: Self.self).pointee { true } else { false } }
  }

  static var blankTest: QuickTest {
    guard let wrapped = ValueTests.isBlank(Wrapped.self) else { return nilTest }
    return { value in
      guard let value = value.assumingMemoryBound(to: Self.self).pointee else { return true }
      return withUnsafePointer(to: value) { wrapped($0) }
    }
  }
}

private protocol BlankableValue: SendableMetatype {
  static func isBlank(at address: UnsafeRawPointer) -> Bool
}

extension BlankableValue where Self: Collection {
  static func isBlank(at address: UnsafeRawPointer) -> Bool {
    address.assumingMemoryBound(to: Self.self).pointee.isEmpty
  }
}

extension Array: BlankableValue {}
extension Dictionary: BlankableValue {}
extension Set: BlankableValue {}
extension Data: BlankableValue {}

extension String {
  /// Whether there is nothing but white space in the text.
  ///
  /// - Complexity: O(*n*) in the length of the white space before the first other character.
  var isBlank: Bool {
    // The first byte alone tells nearly always: a letter, or nothing at all.
    guard let first = utf8.first else { return true }
    if first > 0x20 && first < 0x7F { return false }
    return allSatisfy(\.isWhitespace)
  }
}

import Foundation
import MotionModel

/// Creates tests for nil and blank values of a type, once for each rule and not for each record.
enum ValueTests {
  /// Returns a test whether a value in place is nil; nil for types whose values are never nil.
  static func isNil<Value>(_ type: Value.Type) -> QuickTest? { (type as? any NillableValue.Type)?.nilTest }

  /// Returns a test whether a value in place is blank; nil for types whose values are never blank.
  ///
  /// Nil, strings of only white space, and empty collections are blank. Numbers, dates and Booleans never are.
  static func isBlank<Value>(_ type: Value.Type) -> QuickTest? {
    if type == String.self { return { $0[String.self].isBlank } }
    if type == String?.self { return { $0[String?.self]?.isBlank ?? true } }
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
    { if case .none = $0[Self.self] { true } else { false } }
  }

  static var blankTest: QuickTest {
    guard let wrapped = ValueTests.isBlank(Wrapped.self) else { return nilTest }
    return { value in
      guard let value = value[Self.self] else { return true }
      return withRow(of: value, wrapped)
    }
  }
}

private protocol BlankableValue: SendableMetatype {
  static func isBlank(at place: Row) -> Bool
}

extension BlankableValue where Self: Collection {
  static func isBlank(at place: Row) -> Bool { place[Self.self].isEmpty }
}

extension Array: BlankableValue {}
extension Dictionary: BlankableValue {}
extension Set: BlankableValue {}
extension Data: BlankableValue {}

extension String {
  /// Whether the string contains only white space.
  ///
  /// - Complexity: O(*n*) in the length of the white space before the first other character.
  var isBlank: Bool {
    // The first byte nearly always decides: it is a letter, or there is none.
    guard let first = utf8.first else { return true }
    if first > 0x20 && first < 0x7F { return false }
    return allSatisfy(\.isWhitespace)
  }
}

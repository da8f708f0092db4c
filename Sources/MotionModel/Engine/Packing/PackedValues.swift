import Foundation

/// Values that are packed: an array of values of one kind, or of untyped ones.
protocol PackedValues: Sendable {
  var elementType: any PackedElement.Type { get }
  var attributes: [AttributeValue] { get }
  func write(to writer: inout BinaryWriter)
}

extension Array: PackedValues where Element: PackedElement {
  var elementType: any PackedElement.Type { Element.self }
  var attributes: [AttributeValue] { Element.attributes(of: self) }
  func write(to writer: inout BinaryWriter) { Element.write(self, to: &writer) }
}

/// A kind of values that are packed.
protocol PackedElement: Sendable {
  var attribute: AttributeValue { get }
  static func attributes(of values: [Self]) -> [AttributeValue]
  static func write(_ values: [Self], to writer: inout BinaryWriter)
  static func read(_ count: Int, from reader: inout BinaryReader) throws(BinaryReader.Malformed) -> [Self]
}

extension PackedElement {
  static func attributes(of values: [Self]) -> [AttributeValue] { values.map(\.attribute) }
}

/// Packs values by their kind, if they have only one.
func packed(_ values: [AttributeValue]) -> any PackedValues {
  func all<Value>(_ value: (AttributeValue) -> Value?) -> [Value]? {
    var found: [Value] = []
    found.reserveCapacity(values.count)
    for attribute in values {
      guard let value = value(attribute) else { return nil }
      found.append(value)
    }
    return found
  }
  let packed: (any PackedValues)? =
    switch values.first {
    case .bool: all { if case .bool(let value) = $0 { value } else { nil } }
    case .int: all { if case .int(let value) = $0 { value } else { nil } }
    case .double: all { if case .double(let value) = $0 { value } else { nil } }
    case .date: all { if case .date(let value) = $0 { value } else { nil } }
    case .uuid: all { if case .uuid(let value) = $0 { value } else { nil } }
    case .string: all { if case .string(let value) = $0 { value } else { nil } }
    default: nil
    }
  return packed ?? values
}

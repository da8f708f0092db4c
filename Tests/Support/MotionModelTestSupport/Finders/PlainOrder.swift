package import Foundation

/// The order of the values of a type, implemented independently of the library.
package protocol PlainOrder {
  /// Whether one value comes before another: by Swift's `<`, with NaN after all numbers.
  static func isBefore(_ first: Self, _ second: Self) -> Bool
}

extension PlainOrder where Self: Comparable {
  package static func isBefore(_ first: Self, _ second: Self) -> Bool { first < second }
}

extension String: PlainOrder {}
extension Int: PlainOrder {}
extension Int8: PlainOrder {}
extension Int16: PlainOrder {}
extension Int32: PlainOrder {}
extension Int64: PlainOrder {}
extension UInt: PlainOrder {}
extension UInt8: PlainOrder {}
extension UInt16: PlainOrder {}
extension UInt32: PlainOrder {}
extension UInt64: PlainOrder {}
extension Decimal: PlainOrder {}

extension Double: PlainOrder {
  package static func isBefore(_ first: Double, _ second: Double) -> Bool {
    first.isNaN ? false : second.isNaN ? true : first < second
  }
}

extension Float: PlainOrder {
  package static func isBefore(_ first: Float, _ second: Float) -> Bool {
    Double.isBefore(Double(first), Double(second))
  }
}

extension Date: PlainOrder {
  package static func isBefore(_ first: Date, _ second: Date) -> Bool {
    Double.isBefore(first.timeIntervalSinceReferenceDate, second.timeIntervalSinceReferenceDate)
  }
}

extension Bool: PlainOrder {
  package static func isBefore(_ first: Bool, _ second: Bool) -> Bool { (first ? 1 : 0) < (second ? 1 : 0) }
}

extension UUID: PlainOrder {
  package static func isBefore(_ first: UUID, _ second: UUID) -> Bool { first.uuidString < second.uuidString }
}

extension URL: PlainOrder {
  package static func isBefore(_ first: URL, _ second: URL) -> Bool {
    if first.absoluteString != second.absoluteString { return first.absoluteString < second.absoluteString }
    return first.relativeString < second.relativeString
  }
}

extension Data: PlainOrder {
  package static func isBefore(_ first: Data, _ second: Data) -> Bool {
    Array(first).lexicographicallyPrecedes(Array(second))
  }
}

extension Array: PlainOrder where Element: PlainOrder {
  package static func isBefore(_ first: [Element], _ second: [Element]) -> Bool {
    first.lexicographicallyPrecedes(second, by: Element.isBefore)
  }
}

extension Dictionary: PlainOrder where Key == String, Value: PlainOrder {
  package static func isBefore(_ first: [String: Value], _ second: [String: Value]) -> Bool {
    first.sorted { $0.key < $1.key }.lexicographicallyPrecedes(second.sorted { $0.key < $1.key }) {
      $0.key == $1.key ? Value.isBefore($0.value, $1.value) : $0.key < $1.key
    }
  }
}

extension Word: PlainOrder {
  package static func isBefore(_ first: Word, _ second: Word) -> Bool { first.rawValue < second.rawValue }
}

extension Level: PlainOrder {
  package static func isBefore(_ first: Level, _ second: Level) -> Bool { first.rawValue < second.rawValue }
}

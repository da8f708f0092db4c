import Foundation

/// A standard type of columns, whose values are packed without being made untyped.
protocol PackableValue: ColumnValue {
  static func packed(_ values: [Self]) -> any PackedValues
  /// Returns nil for values of another kind, or of which one does not fit.
  static func unpacked(_ values: any PackedValues) -> [Self]?
}

extension PackableValue where Self: FixedElement {
  static func packed(_ values: [Self]) -> any PackedValues { values }
  static func unpacked(_ values: any PackedValues) -> [Self]? { values as? [Self] }
}

extension PackableValue where Self: FixedWidthInteger {
  static func packed(_ values: [Self]) -> any PackedValues {
    isSigned ? values.map { Int64(truncatingIfNeeded: $0) } : values.map { UInt64(truncatingIfNeeded: $0) }
  }

  static func unpacked(_ values: any PackedValues) -> [Self]? {
    isSigned ? fitting(values as? [Int64]) : fitting(values as? [UInt64])
  }

  private static func fitting<Wide: FixedWidthInteger>(_ values: [Wide]?) -> [Self]? {
    guard let values else { return nil }
    let fitting = values.map { Self(truncatingIfNeeded: $0) }
    return zip(fitting, values).allSatisfy { $0 == $1 } ? fitting : nil
  }
}

extension Int: PackableValue {}
extension Int8: PackableValue {}
extension Int16: PackableValue {}
extension Int32: PackableValue {}
extension Int64: PackableValue {}
extension UInt: PackableValue {}
extension UInt8: PackableValue {}
extension UInt16: PackableValue {}
extension UInt32: PackableValue {}
extension UInt64: PackableValue {}
extension Bool: PackableValue {}
extension Double: PackableValue {}
extension Float: PackableValue {}
extension Date: PackableValue {}
extension UUID: PackableValue {}

extension String: PackableValue {
  static func packed(_ values: [String]) -> any PackedValues { values }
  static func unpacked(_ values: any PackedValues) -> [String]? { values as? [String] }
}

extension Decimal: PackableValue {
  static func packed(_ values: [Decimal]) -> any PackedValues { values.map { AttributeValue.decimal($0) } }
  static func unpacked(_ values: any PackedValues) -> [Decimal]? { nil }
}

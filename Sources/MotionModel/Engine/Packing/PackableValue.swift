import Foundation

/// A standard type of columns, whose values are packed without being made untyped.
protocol PackableValue: ColumnValue {
  static func packed(_ values: [Self]) -> PackedValues
  /// Returns nil for values of another kind, or of which one does not fit.
  static func unpacked(_ values: PackedValues) -> [Self]?
}

extension PackableValue where Self: SignedInteger & FixedWidthInteger {
  static func packed(_ values: [Self]) -> PackedValues { .integers(values.map { Int64($0) }) }

  static func unpacked(_ values: PackedValues) -> [Self]? {
    guard case .integers(let values) = values else { return nil }
    let fitting = values.map { Self(truncatingIfNeeded: $0) }
    return zip(fitting, values).allSatisfy { $0 == $1 } ? fitting : nil
  }
}

extension PackableValue where Self: UnsignedInteger & FixedWidthInteger {
  static func packed(_ values: [Self]) -> PackedValues { .unsigned(values.map { UInt64($0) }) }

  static func unpacked(_ values: PackedValues) -> [Self]? {
    guard case .unsigned(let values) = values else { return nil }
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

extension Bool: PackableValue {
  static func packed(_ values: [Bool]) -> PackedValues { .bools(values) }
  static func unpacked(_ values: PackedValues) -> [Bool]? {
    if case .bools(let values) = values { values } else { nil }
  }
}

extension Double: PackableValue {
  static func packed(_ values: [Double]) -> PackedValues { .doubles(values) }

  static func unpacked(_ values: PackedValues) -> [Double]? {
    if case .doubles(let values) = values { values } else { nil }
  }
}

extension Float: PackableValue {
  static func packed(_ values: [Float]) -> PackedValues { .floats(values) }

  static func unpacked(_ values: PackedValues) -> [Float]? {
    if case .floats(let values) = values { values } else { nil }
  }
}

extension Date: PackableValue {
  static func packed(_ values: [Date]) -> PackedValues { .dates(values) }
  static func unpacked(_ values: PackedValues) -> [Date]? {
    if case .dates(let values) = values { values } else { nil }
  }
}

extension UUID: PackableValue {
  static func packed(_ values: [UUID]) -> PackedValues { .uuids(values) }
  static func unpacked(_ values: PackedValues) -> [UUID]? {
    if case .uuids(let values) = values { values } else { nil }
  }
}

extension String: PackableValue {
  static func packed(_ values: [String]) -> PackedValues { .strings(values) }

  static func unpacked(_ values: PackedValues) -> [String]? {
    if case .strings(let values) = values { values } else { nil }
  }
}

extension Decimal: PackableValue {
  static func packed(_ values: [Decimal]) -> PackedValues { .untyped(values.map { .decimal($0) }) }
  static func unpacked(_ values: PackedValues) -> [Decimal]? { nil }
}

import Foundation

/// The first 64 bits of a value's position in the order of its type.
///
/// Of two values, the one that comes first never has the greater key, so an ordered index reads rows only where
/// keys are equal. Missing values have the greatest key of all, as they come last.
enum SortKey {
  static let missing = UInt64.max
  /// The key of a floating-point NaN, which comes behind all numbers.
  static let notANumber = UInt64.max - 1

  /// Whether rows with a key, and all with lesser ones, have a value that is not NaN. The two greatest integers of 64
  /// bits have no such key.
  static func isNumber(_ key: UInt64) -> Bool { key < notANumber }

  /// Returns whether values of a type with equal keys are equal in the order, unless the key is ``missing``.
  static func isExact<Value>(for type: Value.Type) -> Bool {
    switch type {
    case is Int.Type, is Int8.Type, is Int16.Type, is Int32.Type, is Int64.Type, is UInt.Type, is UInt8.Type,
      is UInt16.Type, is UInt32.Type, is UInt64.Type, is Bool.Type, is Double.Type, is Float.Type, is Date.Type:
      true
    default: false
    }
  }

  /// Returns the key of a value; 0 for all values of a type that is not listed here.
  @inline(__always) static func of<Value>(_ value: Value) -> UInt64 {
    if let value = same(value, as: Int.self) { return of(signed: Int64(value)) }
    if let value = same(value, as: String.self) { return of(text: value) }
    if let value = same(value, as: Double.self) { return of(number: value) }
    if let value = same(value, as: Date.self) { return of(number: value.timeIntervalSinceReferenceDate) }
    return ofOther(value)
  }

  private static func ofOther<Value>(_ value: Value) -> UInt64 {
    if let value = same(value, as: Bool.self) { return value ? 1 : 0 }
    if let value = same(value, as: Float.self) { return of(number: Double(value)) }
    if let value = same(value, as: Int64.self) { return of(signed: value) }
    if let value = same(value, as: Int32.self) { return of(signed: Int64(value)) }
    if let value = same(value, as: Int16.self) { return of(signed: Int64(value)) }
    if let value = same(value, as: Int8.self) { return of(signed: Int64(value)) }
    if let value = same(value, as: UInt.self) { return UInt64(value) }
    if let value = same(value, as: UInt64.self) { return value }
    if let value = same(value, as: UInt32.self) { return UInt64(value) }
    if let value = same(value, as: UInt16.self) { return UInt64(value) }
    if let value = same(value, as: UInt8.self) { return UInt64(value) }
    return 0
  }

  /// Returns a value as one of its own type; nil if that is another one.
  ///
  /// NB: Not a cast, which would call the runtime for each other type, and here for each row.
  @inline(__always) private static func same<Value, Other>(_ value: Value, as type: Other.Type) -> Other? {
    Value.self == type ? unsafeBitCast(value, to: type) : nil
  }

  @inline(__always)
  private static func of(signed value: Int64) -> UInt64 { UInt64(bitPattern: value) ^ (UInt64(1) &<< 63) }

  /// Returns the bits of a floating-point number, changed so that they sort like the numbers.
  @inline(__always) private static func of(number value: Double) -> UInt64 {
    if value.isNaN { return notANumber }
    let bits = (value == 0 ? 0 : value).bitPattern
    return bits & (UInt64(1) &<< 63) == 0 ? bits | (UInt64(1) &<< 63) : ~bits
  }

  /// Returns the first eight bytes of a string's composed form, by which Swift orders strings.
  private static func of(text: String) -> UInt64 {
    var text = text
    if let key = text.withUTF8(ofComposed) { return key }
    // A mark composes with the letter before it and with nothing further on, so the first characters are enough.
    var composed = String(text.prefix(9)).precomposedStringWithCanonicalMapping
    return composed.withUTF8 { word($0) }
  }

  /// Returns the key of a string whose first ten bytes prove that its beginning is composed; nil for others.
  /// Characters below U+0300, where combining marks begin, are composed already.
  private static func ofComposed(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64? {
    bytes.prefix(10).allSatisfy { $0 < 0xCC } ? word(bytes) : nil
  }

  /// Returns the eight bytes of a string behind an offset, a multiple of eight, and how many bytes follow the offset;
  /// nil if the bytes around do not prove that they are composed.
  static func word(of text: String, behind offset: Int) -> (key: UInt64, rest: Int)? {
    var text = text
    return text.withUTF8 { bytes in
      let start = min(offset, bytes.count)
      let window = UnsafeBufferPointer(rebasing: bytes[max(0, min(offset - 8, start))..<min(offset + 10, bytes.count)])
      guard window.allSatisfy({ $0 < 0xCC }) else { return nil }
      return (word(UnsafeBufferPointer(rebasing: bytes[start...])), bytes.count - offset)
    }
  }

  /// Returns the keys that strings can have which begin with some text.
  static func keys(ofBeginning text: String) -> ClosedRange<UInt64> {
    let key = of(text: text)
    let count = text.precomposedStringWithCanonicalMapping.utf8.count
    return key...(count < 8 ? key | UInt64.max >> UInt64(8 * count) : key)
  }

  private static func word(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var key: UInt64 = 0
    for index in 0..<8 { key = key &<< 8 | UInt64(index < bytes.count ? bytes[index] : 0) }
    return key
  }
}

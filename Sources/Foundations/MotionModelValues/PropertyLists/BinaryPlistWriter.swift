package import Foundation

/// Writes a binary property list, with exact numbers, dates and strings.
///
/// Foundation's writer is not used, because it merges strings that are canonically equivalent, and on Linux takes
/// ten times as long.
package struct BinaryPlistWriter: PlistWriter {
  package static let isXML = false

  private struct Container {
    var keys: [Int] = []
    var values: [Int] = []
  }

  private var bytes = Array("bplist00".utf8)
  /// The offset of each object.
  private var offsets: [Int] = []
  private var keys: [String: Int] = [:]
  private var open: [Container] = []

  package init() {}

  package mutating func begin(isDictionary: Bool) { open.append(Container()) }

  package mutating func end(isDictionary: Bool) {
    let container = open.removeLast()
    let number = beginObject(isDictionary ? 0xD0 : 0xA0, count: container.values.count)
    for reference in container.keys { appendReference(reference) }
    for reference in container.values { appendReference(reference) }
    add(number)
  }

  package mutating func writeKey(_ key: String) {
    open[open.count - 1].keys.append(number(ofKey: key))
  }

  private mutating func number(ofKey key: String) -> Int {
    guard let index = keys.index(forKey: key) else {
      let number = append(key)
      keys[key] = number
      return number
    }
    // NB: Keys that are canonically equivalent are equal here, and must be written separately.
    return keys.keys[index].utf8.elementsEqual(key.utf8) ? keys.values[index] : append(key)
  }

  package mutating func writeScalar(_ value: AttributeValue) {
    switch value {
    case .bool(let value): add(beginObject(value ? 0x09 : 0x08))
    case .int(let value): add(append(value))
    case .uint(let value):
      let number = beginObject(0x14)
      append(0, byteCount: 8)
      append(value, byteCount: 8)
      add(number)
    case .double(let value): add(append(value.bitPattern, marker: 0x23))
    case .date(let value): add(append(value.timeIntervalSinceReferenceDate.bitPattern, marker: 0x33))
    case .data(let value):
      let number = beginObject(0x40, count: value.count)
      bytes.append(contentsOf: value)
      add(number)
    case .null, .string, .decimal, .uuid, .url, .array, .dictionary: add(append(value.plainString))
    }
  }

  package mutating func finish() -> Data {
    let table = bytes.count
    let offsetSize = Self.byteCount(of: UInt64(table))
    for offset in offsets { append(UInt64(offset), byteCount: offsetSize) }
    bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(Self.referenceSize)])
    append(UInt64(offsets.count), byteCount: 8)
    append(UInt64(offsets.count - 1), byteCount: 8)
    append(UInt64(table), byteCount: 8)
    return Data(bytes)
  }

  // MARK: - Objects

  /// The size of all references, which are written before the number of objects is known.
  private static let referenceSize = 4

  /// Starts an object, and returns its number.
  private mutating func beginObject(_ marker: UInt8) -> Int {
    offsets.append(bytes.count)
    bytes.append(marker)
    return offsets.count - 1
  }

  private mutating func beginObject(_ marker: UInt8, count: Int) -> Int {
    let number = beginObject(marker | UInt8(min(count, 15)))
    if count >= 15 { appendInteger(Int64(count)) }
    return number
  }

  private mutating func append(_ value: Int64) -> Int {
    offsets.append(bytes.count)
    appendInteger(value)
    return offsets.count - 1
  }

  private mutating func append(_ bits: UInt64, marker: UInt8) -> Int {
    let number = beginObject(marker)
    append(bits, byteCount: 8)
    return number
  }

  private mutating func append(_ text: String) -> Int {
    var text = text
    return text.withUTF8 { utf8 in
      if utf8.allSatisfy({ $0 < 0x80 }) {
        let number = beginObject(0x50, count: utf8.count)
        bytes.append(contentsOf: utf8)
        return number
      }
      let units = Array(String(decoding: utf8, as: UTF8.self).utf16)
      let number = beginObject(0x60, count: units.count)
      for unit in units { append(UInt64(unit), byteCount: 2) }
      return number
    }
  }

  /// Adds an object to the innermost open container.
  private mutating func add(_ number: Int) {
    if !open.isEmpty { open[open.count - 1].values.append(number) }
  }

  // MARK: - Bytes

  private mutating func appendInteger(_ value: Int64) {
    let byteCount = value < 0 ? 8 : Self.byteCount(of: UInt64(value))
    bytes.append(0x10 | UInt8(byteCount.trailingZeroBitCount))
    append(UInt64(bitPattern: value), byteCount: byteCount)
  }

  private mutating func appendReference(_ number: Int) { append(UInt64(number), byteCount: Self.referenceSize) }

  private mutating func append(_ value: UInt64, byteCount: Int) {
    for shift in (0..<byteCount).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift * 8))) }
  }

  /// Returns the number of bytes that a number takes in a list: 1, 2, 4 or 8.
  private static func byteCount(of value: UInt64) -> Int {
    value <= 0xFF ? 1 : value <= 0xFFFF ? 2 : value <= 0xFFFF_FFFF ? 4 : 8
  }
}

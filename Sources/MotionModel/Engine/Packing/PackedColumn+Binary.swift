import Foundation

/// The form of a packed column in bytes: the kind of its values, which rows have one, and the values.
///
/// | bytes | |
/// |---|---|
/// | 1 | the kind of the values, and 128 if some rows have none |
/// | a bit for each row | if some have none: whether the row has a value, the lowest bit first, in whole bytes |
/// | the rest | the values |
extension PackedColumn {
  private static let hasMissing: UInt8 = 0x80
  /// The types of values, at the number of their kind.
  private static let kinds: [any PackedElement.Type] = [
    AttributeValue.self, Bool.self, Int64.self, UInt64.self, Double.self, Float.self, Date.self, UUID.self, String.self,
  ]

  func write(to writer: inout BinaryWriter) {
    let kind = Self.kinds.firstIndex { $0 == values.elementType } ?? 0
    writer.write(byte: UInt8(kind) | (present == nil ? 0 : Self.hasMissing))
    if let present {
      writer.write(fixed: (present.count + 7) / 8) { byte in
        (byte * 8..<min(byte * 8 + 8, present.count)).reduce(UInt8(0)) { bits, row in
          present[row] ? bits | 1 << (row % 8) : bits
        }
      }
    }
    values.write(to: &writer)
  }

  /// - Parameter count: The number of rows.
  init(_ count: Int, from reader: inout BinaryReader) throws(BinaryReader.Malformed) {
    let first = try reader.readByte()
    let kind = Int(first & ~Self.hasMissing)
    guard Self.kinds.indices.contains(kind) else { throw BinaryReader.Malformed() }
    var valueCount = count
    if first & Self.hasMissing != 0 {
      let bits = try reader.readBytes((count + 7) / 8)
      let present = (0..<count).map { bits[$0 / 8] & 1 << ($0 % 8) != 0 }
      valueCount = present.count(where: \.self)
      self.present = present
    }
    values = try Self.values(of: Self.kinds[kind], valueCount, from: &reader)
  }

  private static func values<Element: PackedElement>(
    of type: Element.Type, _ count: Int, from reader: inout BinaryReader
  ) throws(BinaryReader.Malformed) -> any PackedValues {
    try type.read(count, from: &reader)
  }
}

extension AttributeValue: PackedElement {
  var attribute: AttributeValue { self }

  static func write(_ values: [AttributeValue], to writer: inout BinaryWriter) {
    for value in values { writer.write(value) }
  }

  static func read(
    _ count: Int, from reader: inout BinaryReader
  ) throws(BinaryReader.Malformed) -> [AttributeValue] {
    var values: [AttributeValue] = []
    for _ in 0..<count { values.append(try reader.readValue()) }
    return values
  }
}

// MARK: - Values of a fixed size

/// A kind of values of which each takes the same number of bytes.
protocol FixedElement: PackedElement {
  associatedtype Bits: FixedWidthInteger
  var bits: Bits { get }
  init(bits: Bits)
}

extension FixedElement {
  static func write(_ values: [Self], to writer: inout BinaryWriter) {
    writer.write(fixed: values.count) { values[$0].bits }
  }

  static func read(_ count: Int, from reader: inout BinaryReader) throws(BinaryReader.Malformed) -> [Self] {
    try reader.readFixed(count, Bits.self) { Self(bits: $0) }
  }
}

extension Bool: FixedElement {
  var bits: UInt8 { self ? 1 : 0 }
  init(bits: UInt8) { self = bits != 0 }
}

extension Double: FixedElement {
  var bits: UInt64 { bitPattern }
  init(bits: UInt64) { self.init(bitPattern: bits) }
}

extension Float: FixedElement {
  var bits: UInt32 { bitPattern }
  init(bits: UInt32) { self.init(bitPattern: bits) }
}

extension Date: FixedElement {
  var bits: UInt64 { timeIntervalSinceReferenceDate.bitPattern }
  init(bits: UInt64) { self.init(timeIntervalSinceReferenceDate: Double(bitPattern: bits)) }
}

extension UUID: FixedElement {
  var bits: UInt128 {
    withUnsafeBytes(of: uuid) { UInt128(littleEndian: $0.loadUnaligned(as: UInt128.self)) }
  }

  init(bits: UInt128) {
    self = withUnsafeBytes(of: bits.littleEndian) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}

// MARK: - Integers and strings

extension PackedElement where Self: FixedWidthInteger {
  static func write(_ values: [Self], to writer: inout BinaryWriter) { writer.write(narrow: values) }

  static func read(_ count: Int, from reader: inout BinaryReader) throws(BinaryReader.Malformed) -> [Self] {
    try reader.readNarrow(count)
  }
}

extension Int64: PackedElement {}
extension UInt64: PackedElement {}

/// Strings are written as their lengths in UTF-8, and then their bytes.
extension String: PackedElement {
  static func write(_ values: [String], to writer: inout BinaryWriter) {
    writer.write(narrow: values.map { Int64($0.utf8.count) })
    for value in values { writer.write(utf8: value) }
  }

  static func read(_ count: Int, from reader: inout BinaryReader) throws(BinaryReader.Malformed) -> [String] {
    try reader.readStrings(count)
  }
}

/// Integers are written as their differences from the smallest, with one, two, four or eight bytes each: the smallest
/// one with eight bytes, the number of bytes, and the differences. (*Frame of reference* coding.)
extension BinaryWriter {
  fileprivate mutating func write<Number: FixedWidthInteger>(narrow values: [Number]) {
    let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
    let range = UInt64(truncatingIfNeeded: greatest &- least)
    write(fixed: UInt64(truncatingIfNeeded: least))
    switch range {
    case ...0xFF: write(values, above: least, as: UInt8.self)
    case ...0xFFFF: write(values, above: least, as: UInt16.self)
    case ...0xFFFF_FFFF: write(values, above: least, as: UInt32.self)
    default: write(values, above: least, as: UInt64.self)
    }
  }

  private mutating func write<Number: FixedWidthInteger, Narrow: FixedWidthInteger>(
    _ values: [Number], above least: Number, as type: Narrow.Type
  ) {
    write(byte: UInt8(MemoryLayout<Narrow>.size))
    values.withUnsafeBufferPointer { values in
      write(fixed: values.count) { Narrow(truncatingIfNeeded: values[$0] &- least) }
    }
  }
}

extension BinaryReader {
  fileprivate mutating func readNarrow<Number: FixedWidthInteger>(_ count: Int) throws(Malformed) -> [Number] {
    let least = Number(truncatingIfNeeded: try readFixed(UInt64.self))
    return switch try readByte() {
    case 1: try readFixed(count, UInt8.self) { least &+ Number(truncatingIfNeeded: $0) }
    case 2: try readFixed(count, UInt16.self) { least &+ Number(truncatingIfNeeded: $0) }
    case 4: try readFixed(count, UInt32.self) { least &+ Number(truncatingIfNeeded: $0) }
    case 8: try readFixed(count, UInt64.self) { least &+ Number(truncatingIfNeeded: $0) }
    default: throw Malformed()
    }
  }

  fileprivate mutating func readStrings(_ count: Int) throws(Malformed) -> [String] {
    let lengths: [Int64] = try readNarrow(count)
    var total: Int64 = 0
    for length in lengths {
      guard (0...Int64(Int32.max)).contains(length) else { throw Malformed() }
      total += length
    }
    return try Self.strings(in: readBytes(Int(clamping: total)).bindMemory(to: UInt8.self), lengths)
  }

  /// Returns the strings of which the bytes are one after the other.
  ///
  /// All bytes are validated together: if they are UTF-8, each part is that does not begin inside a character.
  private static func strings(
    in bytes: UnsafeBufferPointer<UInt8>, _ lengths: [Int64]
  ) throws(Malformed) -> [String] {
    if String(validating: bytes, as: UTF8.self) == nil { throw Malformed() }
    var values: [String] = []
    values.reserveCapacity(lengths.count)
    var start = 0
    for length in lengths {
      let end = start + Int(truncatingIfNeeded: length)
      if start < end, UTF8.isContinuation(bytes[start]) { throw Malformed() }
      values.append(String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self))
      start = end
    }
    return values
  }
}

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

  func write(to writer: inout BinaryWriter) {
    writer.write(byte: values.kind.rawValue | (present == nil ? 0 : Self.hasMissing))
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
    guard let kind = PackedValues.Kind(rawValue: first & ~Self.hasMissing) else { throw BinaryReader.Malformed() }
    var valueCount = count
    if first & Self.hasMissing != 0 {
      let bits = try reader.readBytes((count + 7) / 8)
      let present = (0..<count).map { bits[$0 / 8] & 1 << ($0 % 8) != 0 }
      valueCount = present.count(where: \.self)
      self.present = present
    }
    values = try PackedValues(kind, valueCount, from: &reader)
  }
}

extension PackedValues {
  enum Kind: UInt8 {
    case untyped, bools, integers, unsigned, doubles, floats, dates, uuids, strings
  }

  fileprivate var kind: Kind {
    switch self {
    case .untyped: .untyped
    case .bools: .bools
    case .integers: .integers
    case .unsigned: .unsigned
    case .doubles: .doubles
    case .floats: .floats
    case .dates: .dates
    case .uuids: .uuids
    case .strings: .strings
    }
  }

  fileprivate func write(to writer: inout BinaryWriter) {
    switch self {
    case .untyped(let values): for value in values { writer.write(value) }
    case .bools(let values): writer.write(fixed: values.count) { UInt8(values[$0] ? 1 : 0) }
    case .integers(let values): writer.write(narrow: values)
    case .unsigned(let values): writer.write(narrow: values)
    case .doubles(let values): writer.write(fixed: values.count) { values[$0].bitPattern }
    case .floats(let values): writer.write(fixed: values.count) { values[$0].bitPattern }
    case .dates(let values):
      writer.write(fixed: values.count) { values[$0].timeIntervalSinceReferenceDate.bitPattern }
    case .uuids(let values): for value in values { withUnsafeBytes(of: value.uuid) { writer.write($0) } }
    case .strings(let values): writer.write(values)
    }
  }

  fileprivate init(
    _ kind: Kind, _ count: Int, from reader: inout BinaryReader
  ) throws(BinaryReader.Malformed) {
    switch kind {
    case .untyped:
      var values: [AttributeValue] = []
      for _ in 0..<count { values.append(try reader.readValue()) }
      self = .untyped(values)
    case .bools: self = .bools(try reader.readFixed(count, UInt8.self) { $0 != 0 })
    case .integers: self = .integers(try reader.readNarrow(count))
    case .unsigned: self = .unsigned(try reader.readNarrow(count))
    case .doubles: self = .doubles(try reader.readFixed(count, UInt64.self) { Double(bitPattern: $0) })
    case .floats: self = .floats(try reader.readFixed(count, UInt32.self) { Float(bitPattern: $0) })
    case .dates:
      self = .dates(
        try reader.readFixed(count, UInt64.self) { Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)) })
    case .uuids: self = .uuids(try reader.readUUIDs(count))
    case .strings: self = .strings(try reader.readStrings(count))
    }
  }
}

// MARK: - Integers

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

  /// Writes the lengths of strings in UTF-8, and then their bytes.
  fileprivate mutating func write(_ values: [String]) {
    write(narrow: values.map { Int64($0.utf8.count) })
    for value in values { write(utf8: value) }
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

  fileprivate mutating func readUUIDs(_ count: Int) throws(Malformed) -> [UUID] {
    let bytes = try readBytes(count * MemoryLayout<uuid_t>.size)
    return (0..<count).map {
      UUID(uuid: bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<uuid_t>.size, as: uuid_t.self))
    }
  }
}

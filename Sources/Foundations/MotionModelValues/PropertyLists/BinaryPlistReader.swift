package import Foundation

/// Reads a binary property list, without recursion.
///
/// Foundation's reader is not used, because no damaged file may end the process. On Linux that reader crashes on
/// sets and on containers in a cycle, and it expands shared containers without limit.
package struct BinaryPlistReader {
  /// The bytes are not a property list, or one that no file of records can be.
  package struct Failure: Error {
    /// Whether a dictionary has two values for one key.
    package var hasSameKeyTwice = false
  }

  private struct Container {
    /// The offset of the references to the values.
    let values: Int
    let keys: [String]?
    let count: Int
    var index = 0
  }

  private let bytes: UnsafeRawBufferPointer
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let table: Int
  private let top: Int
  private let depthLimit: Int

  private var builder: AttributeBuilder
  private var open: [Container] = []
  /// The number of values that may still be read, or be in containers that are begun: in a file without shared
  /// containers, each value has its own reference.
  private var valueBudget: Int
  /// The size of strings and data that may still be read. Other programs write a string once for all values that
  /// share it.
  private var contentBudget: Int
  private var keys: [Int: String] = [:]
  /// The keys of the previous dictionary and the offset of their references: dictionaries in one array are often
  /// alike.
  private var lastKeys: (start: Int, keys: [String]) = (0, [])

  /// Whether a list that cannot be read is an archive of Foundation's `NSKeyedArchiver`, which refers to objects by
  /// marks that no other list has.
  package static func isKeyedArchive(_ data: Data) -> Bool { data.range(of: Data("NSKeyedArchiver".utf8)) != nil }

  /// Reads a whole list.
  package static func value(in data: Data, depthLimit: Int) throws(Failure) -> AttributeValue {
    do {
      return try data.withUnsafeBytes { bytes in
        var reader = try BinaryPlistReader(bytes, depthLimit: depthLimit)
        return try reader.readWhole()
      }
    } catch {
      throw Failure(hasSameKeyTwice: error as? AttributeBuilder.Failure == .sameKeyTwice)
    }
  }

  private init(_ bytes: UnsafeRawBufferPointer, depthLimit: Int) throws {
    self.bytes = bytes
    let end = bytes.count - 32
    guard end > 8, bytes.starts(with: "bplist0".utf8) else { throw Failure() }
    func number(at offset: Int) throws -> Int {
      let value = (0..<8).reduce(0 as UInt64) { $0 << 8 | UInt64(bytes[end + offset + $1]) }
      guard let number = Int(exactly: value) else { throw Failure() }
      return number
    }
    (offsetSize, referenceSize) = (Int(bytes[end + 6]), Int(bytes[end + 7]))
    (objectCount, table) = (try number(at: 8), try number(at: 24))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), (8..<end).contains(table),
      objectCount <= (end - table) / offsetSize
    else { throw Failure() }
    self.depthLimit = depthLimit
    builder = AttributeBuilder(depthLimit: depthLimit)
    valueBudget = bytes.count
    contentBudget = bytes.count * 64 + 1 << 24
    top = try number(at: 16)
    try Self.take(1, from: &valueBudget)
  }

  private mutating func readWhole() throws -> AttributeValue {
    try read(top)
    while let last = open.indices.last {
      let (container, index) = (open[last], open[last].index)
      if index == container.count {
        open.removeLast()
        let value = builder.end()
        try builder.add(PlistEscape.value(value, depthLimit: depthLimit - builder.depth))
      } else {
        open[last].index += 1
        if let keys = container.keys { builder.name(keys[index]) }
        try read(number(at: container.values + index * referenceSize, referenceSize))
      }
    }
    return builder.result
  }

  // MARK: - Objects

  /// Adds a scalar, or begins an array or a dictionary.
  private mutating func read(_ object: Int) throws {
    let offset = try self.offset(of: object)
    let marker = bytes[offset]
    switch marker >> 4 {
    case 0x4, 0x5, 0x6: try builder.add(content(at: offset))
    case 0xA: try beginArray(at: offset)
    case 0xD: try beginDictionary(at: offset)
    default: try builder.add(scalar(marker, at: offset))
    }
  }

  private func scalar(_ marker: UInt8, at offset: Int) throws -> AttributeValue {
    switch marker {
    case 0x00: return .null
    case 0x08: return .bool(false)
    case 0x09: return .bool(true)
    case 0x10...0x14: return try integer(at: offset)
    case 0x22: return .double(Double(Float(bitPattern: UInt32(try bits(at: offset + 1, 4)))))
    case 0x23: return .double(Double(bitPattern: try bits(at: offset + 1, 8)))
    case 0x33:
      return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: try bits(at: offset + 1, 8))))
    default: throw Failure()
    }
  }

  /// Integers of up to four bytes are unsigned, those of eight are signed, and those of sixteen must fit in eight
  /// bytes.
  private func integer(at offset: Int) throws -> AttributeValue {
    let size = 1 << Int(bytes[offset] & 0xF)
    guard size == 16 else { return .int(Int64(bitPattern: try bits(at: offset + 1, size))) }
    let (high, low) = (try bits(at: offset + 1, 8), try bits(at: offset + 9, 8))
    if high == 0 { return AttributeValue(low) }
    guard high == .max, low >> 63 == 1 else { throw Failure() }
    return .int(Int64(bitPattern: low))
  }

  private mutating func beginArray(at offset: Int) throws {
    let (start, count) = try extent(at: offset)
    _ = try part(start, try Self.product(count, referenceSize))
    try Self.take(count, from: &valueBudget)
    try builder.beginArray(capacity: count)
    open.append(Container(values: start, keys: nil, count: count))
  }

  private mutating func beginDictionary(at offset: Int) throws {
    let (start, count) = try extent(at: offset)
    let size = try Self.product(count, referenceSize)
    _ = try part(start, try Self.product(size, 2))
    try Self.take(count, from: &valueBudget)
    try builder.beginDictionary()
    open.append(Container(values: start + size, keys: try keys(at: start, count), count: count))
  }

  // MARK: - Texts

  private mutating func keys(at start: Int, _ count: Int) throws -> [String] {
    let size = count * referenceSize
    if lastKeys.keys.count == count, count > 0,
      bytes[start..<start + size].elementsEqual(bytes[lastKeys.start..<lastKeys.start + size])
    {
      return lastKeys.keys
    }
    try Self.take(count, from: &valueBudget)
    var keys: [String] = []
    keys.reserveCapacity(count)
    for index in 0..<count {
      keys.append(try key(try number(at: start + index * referenceSize, referenceSize)))
    }
    lastKeys = (start, keys)
    return keys
  }

  private mutating func key(_ object: Int) throws -> String {
    if let key = keys[object] { return key }
    let key = try text(at: offset(of: object))
    keys[object] = key
    return key
  }

  private mutating func content(at offset: Int) throws -> AttributeValue {
    let (start, count) = try extent(at: offset)
    try Self.take(count, from: &contentBudget)
    return bytes[offset] >> 4 == 0x4 ? .data(Data(try part(start, count))) : .string(try text(at: offset))
  }

  private func text(at offset: Int) throws -> String {
    let (start, count) = try extent(at: offset)
    switch bytes[offset] >> 4 {
    case 0x5:
      let ascii = try part(start, count)
      guard ascii.allSatisfy({ $0 < 0x80 }) else { throw Failure() }
      return String(decoding: ascii, as: UTF8.self)
    case 0x6:
      let size = try Self.product(count, 2)
      _ = try part(start, size)
      let units = stride(from: start, to: start + size, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
      guard let text = String(validating: units, as: UTF16.self) else { throw Failure() }
      return text
    default: throw Failure()
    }
  }

  // MARK: - Bytes

  private func offset(of object: Int) throws -> Int {
    guard (0..<objectCount).contains(object) else { throw Failure() }
    let offset = try number(at: table + object * offsetSize, offsetSize)
    guard (8..<table).contains(offset) else { throw Failure() }
    return offset
  }

  /// Returns the offset of an object's contents, and their count.
  private func extent(at offset: Int) throws -> (start: Int, count: Int) {
    let count = Int(bytes[offset] & 0xF)
    if count < 15 { return (offset + 1, count) }
    _ = try part(offset + 1, 1)
    let marker = bytes[offset + 1]
    guard (0x10...0x13).contains(marker) else { throw Failure() }
    let size = 1 << Int(marker & 0xF)
    return (offset + 2 + size, try number(at: offset + 2, size))
  }

  private func number(at start: Int, _ size: Int) throws -> Int {
    guard let number = Int(exactly: try bits(at: start, size)) else { throw Failure() }
    return number
  }

  private func bits(at start: Int, _ size: Int) throws -> UInt64 {
    guard start <= end(behind: start) - size else { throw Failure() }
    var bits: UInt64 = 0
    for index in start..<start + size { bits = bits << 8 | UInt64(bytes[index]) }
    return bits
  }

  /// Returns the end of the objects, or of the offset table for a position behind its start.
  private func end(behind start: Int) -> Int { start < table ? table : bytes.count - 32 }

  /// Returns `count` bytes of the objects; throws when they are not all there.
  private func part(_ start: Int, _ count: Int) throws -> Slice<UnsafeRawBufferPointer> {
    guard count >= 0, start >= 0, start <= table, count <= table - start else { throw Failure() }
    return bytes[start..<start + count]
  }

  private static func take(_ count: Int, from budget: inout Int) throws {
    budget -= count
    guard budget >= 0 else { throw Failure() }
  }

  private static func product(_ count: Int, _ size: Int) throws -> Int {
    let (product, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow else { throw Failure() }
    return product
  }
}

import Foundation

/// Reads what ``BinaryWriter`` wrote. Nothing that the bytes say makes it read behind them, or need more memory than a
/// multiple of their number.
///
/// It is valid only as long as the bytes are.
///
/// What is generic is inlined, so that loops over numbers are compiled in the caller's module, for their types.
@usableFromInline
package struct BinaryReader {
  @usableFromInline let bytes: UnsafeRawBufferPointer
  /// The position of the next byte.
  @usableFromInline package internal(set) var position = 0

  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  package var isAtEnd: Bool { bytesLeft == 0 }
  package var bytesLeft: Int { bytes.count - position }

  /// The bytes are not what a writer writes.
  @usableFromInline
  package struct Malformed: Error { @inlinable package init() {} }

  // MARK: - Numbers and strings

  package mutating func readByte() throws(Malformed) -> UInt8 { try readFixed() }

  /// Reads as many bytes as come next.
  @inlinable
  package mutating func readBytes(_ count: Int) throws(Malformed) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= bytes.count - position else { throw Malformed() }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  /// Reads a number with as many bytes as its type has.
  @inlinable @inline(__always)
  package mutating func readFixed<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(Malformed)
    -> Number
  {
    Number(littleEndian: try readBytes(MemoryLayout<Number>.size).loadUnaligned(as: Number.self))
  }

  /// Reads numbers with as many bytes as their type has, one after the other.
  @inlinable @inline(__always)
  package mutating func readFixed<Number: FixedWidthInteger, Value>(
    _ count: Int, _ type: Number.Type, _ value: (Number) -> Value
  ) throws(Malformed) -> [Value] {
    let width = MemoryLayout<Number>.size
    guard count <= (bytes.count - position) / width else { throw Malformed() }
    let part = try readBytes(count * width)
    // NB: For no elements, this initializer writes to the empty array that all arrays share, which the thread
    // sanitizer reports.
    if count == 0 { return [] }
    return [Value](unsafeUninitializedCapacity: count) { values, initialized in
      for index in 0..<count {
        let number = Number(littleEndian: part.loadUnaligned(fromByteOffset: index * width, as: Number.self))
        values.initializeElement(at: index, to: value(number))
      }
      initialized = count
    }
  }

  /// Reads a count that cannot be greater than the number of bytes that are left, each element taking at least one.
  package mutating func readCount() throws(Malformed) -> Int {
    guard let count = Int(exactly: try readMagnitude()), count <= bytes.count - position else { throw Malformed() }
    return count
  }

  /// Reads a count of what need not be in these bytes.
  package mutating func readNumber() throws(Malformed) -> Int {
    guard let number = Int(exactly: try readMagnitude()) else { throw Malformed() }
    return number
  }

  private mutating func readMagnitude() throws(Malformed) -> UInt64 {
    var (number, shift) = (UInt64(0), UInt64(0))
    while true {
      let byte = try readByte()
      let part = UInt64(byte & 0x7F)
      // The tenth byte has one bit to give.
      guard shift < 63 || (shift == 63 && part <= 1) else { throw Malformed() }
      number |= part << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  /// Reads the number of bytes of a string in UTF-8, and the string.
  package mutating func readText() throws(Malformed) -> String { try readText(readCount()) }

  /// Reads a string of as many bytes in UTF-8.
  package mutating func readText(_ count: Int) throws(Malformed) -> String {
    guard let text = String(validating: try readBytes(count), as: UTF8.self) else { throw Malformed() }
    return text
  }
}

// MARK: - Untyped values

extension BinaryReader {
  /// Reads an untyped value, whose nesting takes no stack.
  package mutating func readValue(depthLimit: Int = AttributeValue.depthLimit + 1) throws(Malformed) -> AttributeValue {
    var builder = AttributeBuilder(depthLimit: depthLimit)
    // How many values each open container still gets.
    var missing: [Int] = []
    repeat {
      if builder.isInDictionary == true { builder.name(try readText()) }
      switch try readTag() {
      // Nothing is reserved, because each of many containers could claim all bytes that are left.
      case .array:
        missing.append(try readCount())
        try build { () throws(AttributeBuilder.Failure) in try builder.beginArray() }
      case .dictionary:
        missing.append(try readCount())
        try build { () throws(AttributeBuilder.Failure) in try builder.beginDictionary() }
      case let tag:
        let value = try readScalar(tag)
        if missing.isEmpty { return value }
        try build { () throws(AttributeBuilder.Failure) in try builder.add(value) }
        missing.countDown()
      }
      while missing.last == 0 {
        missing.removeLast()
        try build { () throws(AttributeBuilder.Failure) in try builder.add(builder.end()) }
        missing.countDown()
      }
    } while !missing.isEmpty
    return builder.result
  }

  private func build(_ body: () throws(AttributeBuilder.Failure) -> Void) throws(Malformed) {
    do throws(AttributeBuilder.Failure) { try body() } catch { throw Malformed() }
  }

  private mutating func readTag() throws(Malformed) -> BinaryTag {
    guard let tag = BinaryTag(rawValue: try readByte()) else { throw Malformed() }
    return tag
  }

  private mutating func readScalar(_ tag: BinaryTag) throws(Malformed) -> AttributeValue {
    switch tag {
    case .null, .array, .dictionary: return .null
    case .no: return .bool(false)
    case .yes: return .bool(true)
    case .int: return .int(try readSmallMagnitude())
    case .negative: return .int(~(try readSmallMagnitude()))
    case .uint: return AttributeValue(try readMagnitude())
    case .double: return .double(Double(bitPattern: try readFixed()))
    case .decimal: return .decimal(try readDecimal())
    case .string: return .string(try readText())
    case .date: return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: try readFixed())))
    case .uuid: return .uuid(UUID(uuid: try readBytes(16).loadUnaligned(as: uuid_t.self)))
    case .url: return .url(try readURL())
    case .data: return .data(Data(try readBytes(readCount())))
    }
  }

  private mutating func readSmallMagnitude() throws(Malformed) -> Int64 {
    guard let number = Int64(exactly: try readMagnitude()) else { throw Malformed() }
    return number
  }

  private mutating func readDecimal() throws(Malformed) -> Decimal {
    let bytes = try readBytes(readCount())
    var cursor = ByteCursor(bytes.bindMemory(to: UInt8.self))
    if case .success(let form)? = DecimalForm.take(from: &cursor), cursor.isAtEnd, let number = form.decimal {
      return number
    }
    guard bytes.elementsEqual("NaN".utf8) else { throw Malformed() }
    return .nan
  }

  private mutating func readURL() throws(Malformed) -> URL {
    let (relative, base) = (try readText(), try readText())
    let parts: AttributeValue = [URL.baseName: .string(base), URL.relativeName: .string(relative)]
    guard let url = try? URL(attribute: base.isEmpty ? .string(relative) : parts) else { throw Malformed() }
    return url
  }
}

extension [Int] {
  fileprivate mutating func countDown() {
    if let last = indices.last { self[last] -= 1 }
  }
}

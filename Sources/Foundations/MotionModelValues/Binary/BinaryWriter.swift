import Foundation

/// Appends numbers, strings and untyped values to bytes, in the form that ``BinaryReader`` reads.
///
/// Numbers of a fixed width are little-endian. A count takes seven bits a byte, the lowest ones first, and the highest
/// bit of a byte says that another one follows (LEB128).
///
/// What is generic is inlined, so that loops over numbers are compiled in the caller's module, for their types.
@usableFromInline
package struct BinaryWriter: Sendable {
  @usableFromInline package internal(set) var bytes: [UInt8] = []

  /// - Parameter capacity: How many bytes to reserve memory for.
  package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Returns the bytes and empties the writer.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  package mutating func write(byte: UInt8) { bytes.append(byte) }

  package mutating func write(_ bytes: UnsafeRawBufferPointer) { self.bytes.append(contentsOf: bytes) }

  /// Writes a number with as many bytes as its type has.
  @inlinable @inline(__always)
  package mutating func write(fixed number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Writes numbers with as many bytes as their type has, one after the other.
  @inlinable @inline(__always)
  package mutating func write<Number: FixedWidthInteger>(fixed count: Int, _ number: (Int) -> Number) {
    let (start, width) = (bytes.count, MemoryLayout<Number>.size)
    bytes.append(contentsOf: Array(repeating: 0, count: count * width))
    bytes.withUnsafeMutableBytes { bytes in
      for index in 0..<count {
        bytes.storeBytes(of: number(index).littleEndian, toByteOffset: start + index * width, as: Number.self)
      }
    }
  }

  package mutating func write(count: Int) { write(magnitude: UInt64(count)) }

  private mutating func write(magnitude: UInt64) {
    var rest = magnitude
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes the number of bytes of a string in UTF-8, and the bytes.
  package mutating func write(_ text: String) {
    write(count: text.utf8.count)
    write(utf8: text)
  }

  /// Writes the bytes of a string in UTF-8.
  package mutating func write(utf8 text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Overwrites bytes that were written.
  package mutating func replace(at position: Int, with number: some FixedWidthInteger) {
    bytes.withUnsafeMutableBytes { bytes in
      withUnsafeBytes(of: number.littleEndian) { number in
        UnsafeMutableRawBufferPointer(rebasing: bytes[position..<position + number.count]).copyMemory(from: number)
      }
    }
  }
}

// MARK: - Untyped values

/// The byte with which a value begins.
enum BinaryTag: UInt8 {
  case null, no, yes, int, negative, uint, double, decimal, string, date, uuid, url, data, array, dictionary
}

extension BinaryWriter {
  /// Writes an untyped value, whose nesting takes no stack.
  package mutating func write(_ value: AttributeValue) {
    if !value.hasParts { return writeScalar(value) }
    var walk = AttributeWalk(value)
    while let step = walk.next() {
      switch step {
      case .value(.array(let elements)):
        begin(.array, count: elements.count)
        walk.enter(.array(elements))
      case .value(.dictionary(let members)):
        begin(.dictionary, count: members.count)
        walk.enter(.dictionary(members))
      case .value(let value): writeScalar(value)
      case .member(let name, _): write(name)
      case .element, .end: break
      }
    }
  }

  private mutating func begin(_ tag: BinaryTag, count: Int) {
    write(tag: tag)
    write(count: count)
  }

  private mutating func write(tag: BinaryTag) { bytes.append(tag.rawValue) }

  private mutating func writeScalar(_ value: AttributeValue) {
    switch value {
    case .null, .array, .dictionary: write(tag: .null)
    case .bool(let flag): write(tag: flag ? .yes : .no)
    case .int(let number):
      write(tag: number < 0 ? .negative : .int)
      write(magnitude: number < 0 ? UInt64(bitPattern: ~number) : UInt64(number))
    case .uint(let number):
      write(tag: .uint)
      write(magnitude: number)
    case .double(let number):
      write(tag: .double)
      write(fixed: number.bitPattern)
    case .decimal(let number):
      write(tag: .decimal)
      write(number.description)
    case .string(let text):
      write(tag: .string)
      write(text)
    case .date(let date):
      write(tag: .date)
      write(fixed: date.timeIntervalSinceReferenceDate.bitPattern)
    case .uuid(let uuid):
      write(tag: .uuid)
      withUnsafeBytes(of: uuid.uuid) { bytes.append(contentsOf: $0) }
    case .url(let url):
      write(tag: .url)
      write(url.relativeString)
      write(url.baseURL?.absoluteString ?? "")
    case .data(let data):
      begin(.data, count: data.count)
      bytes.append(contentsOf: data)
    }
  }
}

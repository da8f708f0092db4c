import Foundation

/// How the values of a column lie in rows, and side by side in pages.
///
/// Pages are made of values whose bytes are all there is of them, such as numbers, dates and enums, and of strings, and of
/// their optionals: copying these needs to know nothing of their type.
///
/// The bytes of a long string lead to its characters. A page has them without a reference of its own, because it is read only
/// in place of rows that have the same strings; see ``PageView/stamp``.
@usableFromInline
struct PageForm: Hashable, Sendable {
  /// The offset of a value in a row.
  let offset: Int
  /// How many bytes a value has.
  let size: Int
  /// How far apart values are that lie side by side.
  let stride: Int

  /// The greatest distance of values of which pages are made.
  private static let greatestStride = 32

  /// - Returns: Nil for values of which no pages are made.
  @usableFromInline
  init?<Value>(_ stored: StoredProperty<Value>) {
    guard _isPOD(Value.self) || Value.self == String.self || Value.self == String?.self,
      MemoryLayout<Value>.size > 0, MemoryLayout<Value>.stride <= Self.greatestStride,
      MemoryLayout<Value>.alignment <= MemoryLayout<UInt64>.alignment
    else { return nil }
    (offset, size, stride) = (stored.offset, MemoryLayout<Value>.size, MemoryLayout<Value>.stride)
  }

  /// How many bytes the page of some rows takes, so that the next one is aligned.
  func bytes(of count: Int) -> Int { (stride * count + 7) & ~7 }

  /// Copies the values of rows that lie side by side to a page.
  func copy(from base: UnsafeRawPointer, _ rowStride: Int, _ count: Int, to page: UnsafeMutableRawPointer) {
    let source = base + offset
    switch size {
    case 1: copy(UInt8.self, from: source, rowStride, count, to: page)
    case 2: copy(UInt16.self, from: source, rowStride, count, to: page)
    case 4: copy(UInt32.self, from: source, rowStride, count, to: page)
    case 8: copy(UInt64.self, from: source, rowStride, count, to: page)
    case 16: copy(UInt128.self, from: source, rowStride, count, to: page)
    default: for row in 0..<count { memcpy(page + row &* stride, source + row &* rowStride, size) }
    }
  }

  @inline(__always)
  private func copy<Bytes: FixedWidthInteger>(
    _ type: Bytes.Type, from source: UnsafeRawPointer, _ rowStride: Int, _ count: Int, to page: UnsafeMutableRawPointer
  ) {
    for row in 0..<count {
      let value = (source + row &* rowStride).loadUnaligned(as: Bytes.self)
      (page + row &* MemoryLayout<Bytes>.stride).storeBytes(of: value, as: Bytes.self)
    }
  }
}

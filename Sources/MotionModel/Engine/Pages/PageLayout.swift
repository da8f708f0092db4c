import Foundation

/// How the values of a column lie side by side in pages.
///
/// Of optionals with a byte that says whether there is a value, a page has a mask of the rows with a value, and then the values
/// without that byte, as a page of the wrapped type has them; see ``PresentColumn``. For a row without a value, it has the value
/// of another row, so that kernels and ranges of keys need not leave the row out.
@usableFromInline
struct PageLayout: Sendable {
  /// How the values lie in rows.
  let form: PageForm
  /// Whether pages have a mask of the rows with a value.
  let isMasked: Bool
  /// Whether the values are strings, of which a page may have codes; see ``TextCodes``.
  let isText: Bool

  /// - Returns: Nil for values of which no pages are made.
  init?<Value>(_ stored: StoredProperty<Value>) {
    guard let form = PageForm(stored) else { return nil }
    (self.form, isMasked) = (form, Self.isMasked(Value.self))
    isText = TextCodes.areUsed(for: Value.self) && form.size == MemoryLayout<StringBits>.size
  }

  /// How many bytes a value has in a page.
  var size: Int { isMasked ? form.size - 1 : form.size }

  /// How far apart values are in a page.
  var stride: Int { isMasked ? size : form.stride }

  /// Whether pages of a type have a mask.
  @usableFromInline
  static func isMasked<Value>(_ type: Value.Type) -> Bool {
    // The byte is behind a value that has no padding. So few others have such a size, and need to be asked.
    guard MemoryLayout<Value>.size > 1, (MemoryLayout<Value>.size - 1) % MemoryLayout<Value>.alignment == 0 else {
      return false
    }
    return (type as? any MaskedOptional.Type)?.hasMask ?? false
  }

  /// Where the first value of a page is.
  var start: Int { isMasked ? MemoryLayout<RowMask>.size : 0 }

  /// How many bytes the page of some rows takes, so that the next one is aligned.
  func bytes(of count: Int) -> Int { (start + stride * count + 7) & ~7 }

  /// Copies the values of rows that lie side by side to a page.
  func copy(from base: UnsafeRawPointer, _ rowStride: Int, _ count: Int, to page: UnsafeMutableRawPointer) {
    let source = base + form.offset
    guard isMasked else { return copy(count, to: page) { source + $0 &* rowStride } }
    func hasValue(_ row: Int) -> Bool { (source + size + row &* rowStride).load(as: UInt8.self) == 0 }
    let mask = RowMask(prefix: count).filter(hasValue)
    page.storeBytes(of: mask, as: RowMask.self)
    var last = mask.first ?? 0
    copy(count, to: page + start) { row in
      last = hasValue(row) ? row : last
      return source + last &* rowStride
    }
  }

  /// Copies values to where they lie side by side.
  @inline(__always)
  private func copy(_ count: Int, to target: UnsafeMutableRawPointer, from source: (_ row: Int) -> UnsafeRawPointer) {
    switch size {
    case 1: copy(UInt8.self, count, to: target, from: source)
    case 2: copy(UInt16.self, count, to: target, from: source)
    case 4: copy(UInt32.self, count, to: target, from: source)
    case 8: copy(UInt64.self, count, to: target, from: source)
    case 16: copy(UInt128.self, count, to: target, from: source)
    default: for row in 0..<count { memcpy(target + row &* stride, source(row), size) }
    }
  }

  @inline(__always)
  private func copy<Bytes: FixedWidthInteger>(
    _ type: Bytes.Type, _ count: Int, to target: UnsafeMutableRawPointer, from source: (Int) -> UnsafeRawPointer
  ) {
    for row in 0..<count {
      (target + row &* MemoryLayout<Bytes>.stride).storeBytes(
        of: source(row).loadUnaligned(as: Bytes.self), as: Bytes.self)
    }
  }
}

/// A page with a mask, as an array of optionals is made of it.
@usableFromInline
struct MaskedPage {
  private let values: UnsafeRawPointer

  /// - Parameter values: The address of the first row's value.
  @usableFromInline
  init(at values: UnsafeRawPointer) { self.values = values }

  /// Whether pages of a type's optionals have a mask. That the values have no padding tells such a page from rows, which are
  /// further apart.
  @inlinable @inline(__always)
  static func isUsed<Wrapped>(forOptional type: Wrapped.Type) -> Bool {
    _isPOD(Wrapped.self) && MemoryLayout<Wrapped>.size > 0 && MemoryLayout<Wrapped>.size == MemoryLayout<Wrapped>.stride
      && MemoryLayout<Wrapped?>.size == MemoryLayout<Wrapped>.size + 1
  }

  /// Copies the optionals of some rows to where they lie side by side as they do in arrays.
  ///
  /// - Parameters:
  ///   - size: How many bytes a value has.
  ///   - stride: The distance of the copies.
  @usableFromInline
  func unpack(_ rows: RowMask, _ size: Int, to target: UnsafeMutableRawPointer, _ stride: Int) {
    switch size {
    case 4: unpack(UInt32.self, rows, to: target, stride)
    case 8: unpack(UInt64.self, rows, to: target, stride)
    case 16: unpack(UInt128.self, rows, to: target, stride)
    default: unpack(rows, size, to: target, stride) { if $2 { memset($0, 0, size) } else { memcpy($0, $1, size) } }
    }
  }

  @inline(__always)
  private func unpack<Bytes: FixedWidthInteger>(
    _ type: Bytes.Type, _ rows: RowMask, to target: UnsafeMutableRawPointer, _ stride: Int
  ) {
    unpack(rows, MemoryLayout<Bytes>.size, to: target, stride) {
      $0.storeBytes(of: $2 ? 0 : $1.loadUnaligned(as: Bytes.self), as: Bytes.self)
    }
  }

  /// - Parameter copy: Copies a value, or writes the bytes of nil, which are zero but for the one that says so.
  @inline(__always)
  private func unpack(
    _ rows: RowMask, _ size: Int, to target: UnsafeMutableRawPointer, _ stride: Int,
    _ copy: (_ target: UnsafeMutableRawPointer, _ value: UnsafeRawPointer, _ isMissing: Bool) -> Void
  ) {
    let mask = RowMask(before: values)
    var target = target
    func unpack(_ rows: UInt64, from first: Int, missing: UInt64) {
      RowMask.forEach(rows, from: 0) { row in
        let tag = UInt8(truncatingIfNeeded: missing &>> UInt64(row) & 1)
        copy(target, values + (first &+ row) &* size, tag != 0)
        (target + size).storeBytes(of: tag, as: UInt8.self)
        target += stride
      }
    }
    unpack(rows.low, from: 0, missing: ~mask.low)
    unpack(rows.high, from: 64, missing: ~mask.high)
  }
}

extension RowMask {
  /// The rows of a page that have a value.
  ///
  /// - Parameter values: The address of the first value.
  @inlinable @inline(__always)
  init(before values: UnsafeRawPointer) { self = (values - MemoryLayout<RowMask>.size).load(as: RowMask.self) }

  /// The first row; nil when there is none.
  var first: Int? {
    if isEmpty { return nil }
    return low != 0 ? low.trailingZeroBitCount : 64 + high.trailingZeroBitCount
  }
}

/// Tells of an optional type whether its pages have masks.
private protocol MaskedOptional {
  static var hasMask: Bool { get }
}

extension Optional: MaskedOptional {
  fileprivate static var hasMask: Bool { MaskedPage.isUsed(forOptional: Wrapped.self) }
}

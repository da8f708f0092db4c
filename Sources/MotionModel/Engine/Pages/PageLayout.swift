import Foundation

/// How the values of a column lie side by side in pages.
///
/// An optional may have a byte that marks nil. Its pages have a mask of the rows with a value, and then the values
/// without this byte, like a page of the wrapped type; see ``PresentColumn``. In place of nil they have the value of
/// another row, so that kernels and ranges of keys need not leave the row out.
@usableFromInline struct PageLayout: Sendable {
  /// How the values lie in rows.
  let form: PageForm
  /// Whether pages have a mask of the rows with a value.
  let isMasked: Bool
  /// Whether the values are strings, of which a page may have codes; see ``TextCodes``.
  let isText: Bool
  /// Whether the values are `Int`s, whose sum is kept with a page.
  let isOfIntegers: Bool

  /// - Returns: Nil for values of which no pages are made.
  init?<Value>(_ stored: StoredProperty<Value>) {
    guard let form = PageForm(stored) else { return nil }
    (self.form, isMasked) = (form, Self.isMasked(Value.self))
    isText = TextCodes.areUsed(for: Value.self) && form.size == MemoryLayout<StringBits>.size
    isOfIntegers = Value.self == Int.self || Value.self == Int?.self
  }

  /// How many bytes a value has in a page.
  var size: Int { isMasked ? form.size - 1 : form.size }

  /// How far apart values are in a page.
  var stride: Int { isMasked ? size : form.stride }

  /// Where the first value of a page is.
  var start: Int { isMasked ? MemoryLayout<RowMask>.size : 0 }

  /// How many bytes the page of some rows takes, so that the next one is aligned.
  func bytes(of count: Int) -> Int { (start + stride * count + 7) & ~7 }

  /// Returns the sum of the `Int`s in a page; nil if one of them is beyond ±2⁵⁵.
  ///
  /// - Parameter base: Where the page is; see ``PageView/base``.
  func sum(at base: UnsafeRawPointer, _ count: Int) -> Int? {
    let values = (base + form.offset).bound(to: Int.self)
    let rows = isMasked ? RowMask(before: values) : RowMask(prefix: count)
    guard let first = sumOfSmall(values, rows.low), let last = sumOfSmall(values + 64, rows.high) else { return nil }
    return first + last
  }

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

  @inline(__always) private func copy<Bytes: FixedWidthInteger>(
    _ type: Bytes.Type, _ count: Int, to target: UnsafeMutableRawPointer, from source: (Int) -> UnsafeRawPointer
  ) {
    for row in 0..<count {
      (target + row &* MemoryLayout<Bytes>.stride).storeBytes(
        of: source(row).loadUnaligned(as: Bytes.self), as: Bytes.self)
    }
  }
}

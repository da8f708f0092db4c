import Foundation

/// A page with a mask, as an array of optionals is made of it.
@usableFromInline struct MaskedPage {
  private let values: UnsafeRawPointer

  /// - Parameter values: The address of the first row's value.
  @usableFromInline init(at values: UnsafeRawPointer) { self.values = values }

  /// Whether pages of a type's optionals have a mask. Such a page is recognized by values without padding: rows are
  /// further apart.
  @inlinable @inline(__always) static func isUsed<Wrapped>(forOptional type: Wrapped.Type) -> Bool {
    _isPOD(Wrapped.self) && MemoryLayout<Wrapped>.size > 0 && MemoryLayout<Wrapped>.size == MemoryLayout<Wrapped>.stride
      && MemoryLayout<Wrapped?>.size == MemoryLayout<Wrapped>.size + 1
  }

  /// Copies the optionals of some rows to where they lie side by side as they do in arrays.
  ///
  /// - Parameters:
  ///   - size: How many bytes a value has.
  ///   - stride: The distance of the copies.
  @usableFromInline func unpack(_ rows: RowMask, _ size: Int, to target: UnsafeMutableRawPointer, _ stride: Int) {
    switch size {
    case 4: unpack(UInt32.self, rows, to: target, stride)
    case 8: unpack(UInt64.self, rows, to: target, stride)
    case 16: unpack(UInt128.self, rows, to: target, stride)
    default: unpack(rows, size, to: target, stride) { if $2 { memset($0, 0, size) } else { memcpy($0, $1, size) } }
    }
  }

  @inline(__always) private func unpack<Bytes: FixedWidthInteger>(
    _ type: Bytes.Type, _ rows: RowMask, to target: UnsafeMutableRawPointer, _ stride: Int
  ) {
    unpack(rows, MemoryLayout<Bytes>.size, to: target, stride) {
      $0.storeBytes(of: $2 ? 0 : $1.loadUnaligned(as: Bytes.self), as: Bytes.self)
    }
  }

  /// - Parameter copy: Copies a value, or writes the bytes of nil: zeros, except for the byte that marks nil.
  @inline(__always) private func unpack(
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

extension PageLayout {
  /// Whether pages of a type have a mask.
  @usableFromInline static func isMasked<Value>(_ type: Value.Type) -> Bool {
    // The byte is behind a value that has no padding. Few other types have such a size, so few need the cast.
    guard MemoryLayout<Value>.size > 1, (MemoryLayout<Value>.size - 1) % MemoryLayout<Value>.alignment == 0 else {
      return false
    }
    return (type as? any MaskedOptional.Type)?.hasMask ?? false
  }
}

/// Whether the pages of an optional type have masks.
private protocol MaskedOptional {
  static var hasMask: Bool { get }
}

extension Optional: MaskedOptional {
  fileprivate static var hasMask: Bool { MaskedPage.isUsed(forOptional: Wrapped.self) }
}

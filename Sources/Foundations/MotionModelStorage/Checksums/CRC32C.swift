internal import MotionModelProcessor

/// The checksum CRC-32C (Castagnoli), which finds each error of up to 32 adjacent bits, and all but one in 2³² others.
///
/// Processors have instructions for it. Where they do not, tables do, about a quarter as fast.
package enum CRC32C {
  /// Returns the checksum of bytes.
  ///
  /// - Parameter start: The checksum of the bytes before these, to continue it.
  package static func checksum(of bytes: UnsafeRawBufferPointer, continuing start: UInt32 = 0) -> UInt32 {
    isInProcessor
      ? ~motionmodel_crc32c(~start, bytes.baseAddress, bytes.count) : softwareChecksum(of: bytes, continuing: start)
  }

  package static func checksum(of bytes: [UInt8], continuing start: UInt32 = 0) -> UInt32 {
    bytes.withUnsafeBytes { checksum(of: $0, continuing: start) }
  }

  package static let isInProcessor = motionmodel_crc32c_is_available()

  // MARK: - Tables

  /// Computes the checksum without the processor's instructions, for eight bytes at a time ("slicing by 8", by Kounavis
  /// and Berry).
  package static func softwareChecksum(of bytes: UnsafeRawBufferPointer, continuing start: UInt32 = 0) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var state = ~start
      var position = 0
      while position + 8 <= bytes.count {
        let next = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)) ^ UInt64(state)
        state = 0
        for byte in 0..<8 {
          state ^= tables[(7 - byte) << 8 + Int(UInt8(truncatingIfNeeded: next >> UInt64(byte * 8)))]
        }
        position += 8
      }
      while position < bytes.count {
        state = tables[Int(UInt8(truncatingIfNeeded: state) ^ bytes[position])] ^ (state >> 8)
        position += 1
      }
      return ~state
    }
  }

  /// Eight tables of 256 numbers: the effect of a byte on the checksum, and of a byte followed by one to seven zeros.
  private static let tables: [UInt32] = {
    var tables = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte)) { state, _ in (state >> 1) ^ (state & 1 == 0 ? 0 : 0x82F6_3B78) }
    }
    for index in 256..<2048 {
      let shorter = tables[index - 256]
      tables.append(tables[Int(UInt8(truncatingIfNeeded: shorter))] ^ (shorter >> 8))
    }
    return tables
  }()
}

#if PostgreSQL
  import MotionModelSQL

  extension SQLRows {
    /// Returns some rows as `COPY` reads them: a line for each row, with tabs between its values.
    func copyText(_ range: Range<Int>) -> [UInt8] {
      var text: [UInt8] = []
      withPointers { cells, bytes in
        for row in range {
          for column in 0..<columnCount {
            if column > 0 { text.append(UInt8(ascii: "\t")) }
            text.appendCopy(of: cells[row * columnCount + column], bytes)
          }
          text.append(UInt8(ascii: "\n"))
        }
      }
      return text
    }
  }

  extension [UInt8] {
    fileprivate mutating func appendCopy(of cell: SQLCell, _ bytes: UnsafeRawBufferPointer) {
      switch cell.kind {
      case .null: append(contentsOf: "\\N".utf8)
      case .integer: append(contentsOf: String(cell.integer).utf8)
      case .real: append(contentsOf: "\(cell.real)".utf8)
      case .text: appendEscaped(cell.buffer(in: bytes))
      case .blob:
        append(contentsOf: "\\\\x".utf8)
        for byte in cell.buffer(in: bytes) {
          append(Self.digit(byte >> 4))
          append(Self.digit(byte & 15))
        }
      }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }

    private mutating func appendEscaped(_ bytes: UnsafeRawBufferPointer) {
      if !bytes.contains(where: { $0 < 32 || $0 == 92 }) { return append(contentsOf: bytes) }
      for byte in bytes {
        switch byte {
        case 92: append(contentsOf: "\\\\".utf8)
        case 9: append(contentsOf: "\\t".utf8)
        case 10: append(contentsOf: "\\n".utf8)
        case 13: append(contentsOf: "\\r".utf8)
        default: append(byte)
        }
      }
    }
  }
#endif

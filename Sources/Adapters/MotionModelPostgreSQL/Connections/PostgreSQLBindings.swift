#if PostgreSQL
  import CMotionModelPostgreSQL
  import Foundation
  import MotionModelSQL

  /// The values of statements as `libpq` takes them: bytes as they are, all else as text, whose type follows from where
  /// it stands in the statement.
  struct PostgreSQLBindings {
    private static let bytesType: Oid = 17

    private let rows: SQLRows
    /// The numbers as text, each with NUL behind it.
    private var numbers: [UInt8] = []
    /// Where the text of each value begins that is a number.
    private var starts: [Int] = []
    private var hasData = false

    /// - Parameter rows: The values, a row for each time that a statement is run.
    init(_ rows: SQLRows) {
      self.rows = rows
      starts.reserveCapacity(rows.cells.count)
      for cell in rows.cells {
        starts.append(numbers.count)
        switch cell.kind {
        case .integer: numbers.append(contentsOf: String(cell.integer).utf8)
        case .real: numbers.append(contentsOf: "\(cell.real)".utf8)
        case .blob: hasData = true
        case .null, .text: continue
        }
        // Text ends with NUL.
        numbers.append(0)
      }
    }

    /// Calls `body` with the number of the values of a row, their types, pointers to them, their lengths and formats.
    /// Types, lengths and formats are nil if all values are text.
    func withPointers<Result>(
      row: Int,
      _ body: (
        Int32, UnsafePointer<Oid>?, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
      ) -> Result
    ) -> Result {
      let (count, first) = (rows.columnCount, row * rows.columnCount)
      return rows.withPointers { cells, bytes in
        numbers.withUnsafeBytes { numbers in
          withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: max(1, count)) { pointers in
            for column in 0..<count {
              pointers[column] = Self.pointer(to: cells[first + column], bytes, numbers, starts[first + column])
            }
            let base = pointers.baseAddress.map { UnsafePointer($0) }
            if !hasData { return body(Int32(count), nil, base, nil, nil) }
            let row = cells[first..<first + count]
            let types = row.map { $0.kind == .blob ? Self.bytesType : 0 }
            return body(
              Int32(count), types, base, row.map { Int32($0.count) }, row.map { $0.kind == .blob ? 1 : 0 })
          }
        }
      }
    }

    private static func pointer(
      to cell: SQLCell, _ bytes: UnsafeRawBufferPointer, _ numbers: UnsafeRawBufferPointer, _ start: Int
    ) -> UnsafePointer<CChar>? {
      switch cell.kind {
      case .null: nil
      case .integer, .real: numbers.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
      // Data without bytes is not NULL, which is what no pointer means.
      case .blob where bytes.isEmpty: UnsafePointer(bitPattern: 1)
      case .text, .blob: bytes.baseAddress.map { ($0 + Int(cell.bits)).assumingMemoryBound(to: CChar.self) }
      }
    }
  }
#endif

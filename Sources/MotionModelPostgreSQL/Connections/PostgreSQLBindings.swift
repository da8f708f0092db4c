#if PostgreSQL
  import CMotionModelPostgreSQL
  import Foundation
  import MotionModelSQL

  /// The values of a statement as `libpq` takes them: bytes as they are, all else as text, whose type follows from where
  /// it stands in the statement.
  struct PostgreSQLBindings {
    private static let bytesType: Oid = 17

    private var bytes: [UInt8] = []
    /// Where each value begins in the bytes; nil for NULL.
    private var starts: [Int?] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    init(_ values: [SQLValue]) {
      for value in values { append(value) }
    }

    private mutating func append(_ value: SQLValue) {
      switch value {
      case .null: appendNull()
      case .integer(let number): append("\(number)".utf8, isText: true)
      case .real(let number): append("\(number)".utf8, isText: true)
      case .text(let text): append(text.utf8, isText: true)
      case .blob(let data): append(data, isText: false)
      }
    }

    private mutating func append(_ value: some Sequence<UInt8>, isText: Bool) {
      formats.append(isText ? 0 : 1)
      let start = bytes.count
      starts.append(start)
      bytes.append(contentsOf: value)
      lengths.append(Int32(bytes.count - start))
      // Text ends with NUL.
      bytes.append(0)
    }

    private mutating func appendNull() {
      formats.append(0)
      starts.append(nil)
      lengths.append(0)
    }

    /// Calls `body` with the number of the values, their types, pointers to them, their lengths and formats.
    func withPointers<Result>(
      _ body: (
        Int32, UnsafePointer<Oid>?, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
      ) -> Result
    ) -> Result {
      let types = formats.map { $0 == 1 ? Self.bytesType : 0 }
      return bytes.withUnsafeBytes { bytes in
        let base = bytes.bindMemory(to: CChar.self).baseAddress
        let pointers = starts.map { start in start.flatMap { start in base.map { $0 + start } } }
        return types.withUnsafeBufferPointer { types in
          pointers.withUnsafeBufferPointer { pointers in
            lengths.withUnsafeBufferPointer { lengths in
              formats.withUnsafeBufferPointer { formats in
                body(
                  Int32(pointers.count), types.baseAddress, pointers.baseAddress, lengths.baseAddress,
                  formats.baseAddress)
              }
            }
          }
        }
      }
    }
  }
#endif

#if PostgreSQL
  import CMotionModelPostgreSQL
  import Foundation
  import MotionModelSQL
  import MotionModelValues

  extension SQLRows {
    /// Copies the rows of an answer, whose values are text or in binary form.
    init(_ result: OpaquePointer) {
      let columns = PQnfields(result)
      self.init(columnCount: Int(columns))
      let types = (0..<columns).map { PQftype(result, $0) }
      let isBinary = columns > 0 && PQfformat(result, 0) == 1
      reserve(rowCount: Int(PQntuples(result)))
      for row in 0..<PQntuples(result) {
        for column in 0..<columns {
          let count = Int(PQgetlength(result, row, column))
          // A value without bytes is an empty string, unless it is NULL.
          if count == 0 && PQgetisnull(result, row, column) == 1 {
            appendNull()
            continue
          }
          let bytes = UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: count)
          if isBinary { appendBinary(bytes, types[Int(column)]) } else { appendText(bytes, types[Int(column)]) }
        }
      }
      changeCount = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }

    private mutating func appendText(_ bytes: UnsafeRawBufferPointer, _ type: Oid) {
      if Self.isInteger(type), let number = Self.integer(bytes) { return append(number) }
      if Self.isText(type) { return append(bytes, .text) }
      guard let text = String(validating: bytes, as: UTF8.self) else { return append(bytes, .blob) }
      append(Self.value(text, of: type))
    }

    // MARK: - Binary form

    /// Whether all columns of an answer have types whose binary form is read.
    static func hasBinaryForms(_ result: OpaquePointer) -> Bool {
      let columns = PQnfields(result)
      return columns > 0 && (0..<columns).allSatisfy { hasBinaryForm(PQftype(result, $0)) }
    }

    private static func hasBinaryForm(_ type: Oid) -> Bool {
      switch type {
      // Numbers, Booleans, strings, data and JSON. The text of a `real` has other digits than the number.
      case 16, 17, 20, 21, 23, 25, 26, 114, 701, 1042, 1043: true
      default: false
      }
    }

    private mutating func appendBinary(_ bytes: UnsafeRawBufferPointer, _ type: Oid) {
      switch (type, bytes.count) {
      case (16, 1): append(Int64(bytes[0]))
      case (20, 8): append(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
      case (21, 2): append(Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self))))
      case (23, 4): append(Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self))))
      case (26, 4): append(Int64(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))))
      case (701, 8):
        let number = Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
        if number.isNaN { append("NaN") } else { append(number) }
      case (25, _), (114, _), (1042, _), (1043, _): append(bytes, .text)
      default: append(bytes, .blob)
      }
    }

    // MARK: - Text

    /// Whether values of a type stay text.
    private static func isText(_ type: Oid) -> Bool {
      switch type {
      case 16, 17, 700, 701: false
      default: !isInteger(type)
      }
    }

    private static func isInteger(_ type: Oid) -> Bool { type == 20 || type == 21 || type == 23 || type == 26 }

    /// Returns a number of up to 18 digits, which needs no string; nil for any other text.
    private static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64? {
      let isNegative = bytes.first == UInt8(ascii: "-")
      let digits = isNegative ? bytes[1...] : bytes[...]
      if digits.isEmpty || digits.count > 18 { return nil }
      var number: Int64 = 0
      for byte in digits {
        let digit = byte &- UInt8(ascii: "0")
        if digit > 9 { return nil }
        number = number * 10 + Int64(digit)
      }
      return isNegative ? -number : number
    }

    /// Returns a value that is written as text; types that have no case of their own stay text.
    static func value(_ text: String, of type: Oid) -> SQLValue {
      switch type {
      case 16: .integer(text == "t" ? 1 : 0)
      case 20, 21, 23, 26: Int64(text).map { .integer($0) } ?? .text(text)
      case 700, 701: number(text)
      case 17: data(text).map { .blob($0) } ?? .text(text)
      default: .text(text)
      }
    }

    private static func number(_ text: String) -> SQLValue {
      guard let number = Double(text), !number.isNaN else { return .text(text) }
      return .real(number)
    }

    /// Reads bytes that are written as `\x` and digits.
    private static func data(_ text: String) -> Data? {
      let digits = text.utf8.dropFirst(2).compactMap(\.hexadecimalDigit)
      guard text.hasPrefix("\\x"), digits.count == text.utf8.count - 2, digits.count.isMultiple(of: 2) else {
        return nil
      }
      return Data(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }
  }
#endif

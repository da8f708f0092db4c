#if PostgreSQL
  import CMotionModelPostgreSQL
  import Foundation
  import MotionModelSQL

  extension SQLRows {
    /// Copies the rows of an answer, whose values are text.
    init(_ result: OpaquePointer) {
      let columns = PQnfields(result)
      self.init(columnCount: Int(columns))
      let types = (0..<columns).map { PQftype(result, $0) }
      reserve(rowCount: Int(PQntuples(result)))
      for row in 0..<PQntuples(result) {
        for column in 0..<columns { append(Self.value(result, row, column, types[Int(column)])) }
      }
      changeCount = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }

    private static func value(_ result: OpaquePointer, _ row: Int32, _ column: Int32, _ type: Oid) -> SQLValue {
      if PQgetisnull(result, row, column) == 1 { return .null }
      guard let start = PQgetvalue(result, row, column) else { return .null }
      let count = Int(PQgetlength(result, row, column))
      let bytes = UnsafeRawBufferPointer(start: start, count: count)
      if isInteger(type), let number = integer(bytes) { return .integer(number) }
      guard let text = String(validating: bytes, as: UTF8.self) else { return .blob(Data(bytes)) }
      return value(text, of: type)
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
      let digits = Array(text.utf8.dropFirst(2))
      guard text.hasPrefix("\\x"), digits.count.isMultiple(of: 2) else { return nil }
      var data = Data(capacity: digits.count / 2)
      for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = nibble(digits[index]), let low = nibble(digits[index + 1]) else { return nil }
        data.append(high << 4 | low)
      }
      return data
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
      switch digit {
      case 48...57: digit - 48
      case 97...102: digit - 87
      default: nil
      }
    }
  }
#endif

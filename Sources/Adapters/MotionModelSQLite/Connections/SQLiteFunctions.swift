#if SQLite
  import CMotionModelSQLite
  import Foundation
  import MotionModel
  import MotionModelSQL
  import MotionModelValues

  /// Our collations and functions. They run no code of the program's.
  enum SQLiteFunctions {
    /// Adds them to a connection.
    static func register(in handle: OpaquePointer) {
      sqlite3_create_collation_v2(
        handle, SQLCollation.strings.name, SQLITE_UTF8, nil,
        { _, count, first, otherCount, second in
          StringOrder.compare(.init(start: first, count: Int(count)), .init(start: second, count: Int(otherCount)))
        }, nil)
      sqlite3_create_collation_v2(
        handle, SQLCollation.decimals.name, SQLITE_UTF8, nil,
        { _, count, first, otherCount, second in
          DecimalOrder.compare(.init(start: first, count: Int(count)), .init(start: second, count: Int(otherCount)))
        }, nil)
      sqlite3_create_function_v2(
        handle, "motionmodel_test", 4, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nil,
        { context, _, arguments in SQLiteFunctions.test(context, arguments) }, nil, nil, nil)
    }

    // MARK: - Tests of strings

    private final class Test {
      let function: @Sendable (String) -> Bool

      init?(_ arguments: UnsafeMutablePointer<OpaquePointer?>) {
        guard let kind = text(arguments[1]).flatMap(StringTest.Kind.init), let operand = text(arguments[2]) else {
          return nil
        }
        function = StringTest(kind, operand, caseSensitive: sqlite3_value_int(arguments[3]) != 0).function
      }
    }

    /// `motionmodel_test(value, kind, text, caseSensitive)`: whether a string passes a test of a finder; 0 for NULL.
    private static func test(_ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?) {
      guard let arguments, let value = text(arguments[0]) else { return sqlite3_result_int(context, 0) }
      // The test is made for the first row, and kept with the statement until it ends.
      let kept = sqlite3_get_auxdata(context, 1).map { Unmanaged<Test>.fromOpaque($0).takeUnretainedValue() }
      guard let test = kept ?? Test(arguments) else { return sqlite3_result_int(context, 0) }
      if kept == nil {
        sqlite3_set_auxdata(context, 1, Unmanaged.passRetained(test).toOpaque()) { pointer in
          if let pointer { Unmanaged<Test>.fromOpaque(pointer).release() }
        }
      }
      sqlite3_result_int(context, test.function(value) ? 1 : 0)
    }

    private static func text(_ value: OpaquePointer?) -> String? {
      guard sqlite3_value_type(value) == SQLITE_TEXT, let start = sqlite3_value_text(value) else { return nil }
      return String(
        decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))), as: UTF8.self)
    }
  }

  /// The order of strings: by the code units of their composed forms, as Swift's, and without its contradictions for
  /// strings that are not composed.
  private enum StringOrder {
    static func compare(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int32 {
      // Below U+0300, whose first byte is 0xCC, every character is composed.
      if first.allSatisfy({ $0 < 0xCC }) && second.allSatisfy({ $0 < 0xCC }) { return bytes(first, second) }
      return composed(first) { first in composed(second) { second in bytes(first, second) } }
    }

    static func bytes(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int32 {
      let count = min(first.count, second.count)
      if count > 0, let start = first.baseAddress, let other = second.baseAddress {
        let order = memcmp(start, other, count)
        if order != 0 { return order }
      }
      return first.count < second.count ? -1 : first.count > second.count ? 1 : 0
    }

    private static func composed(
      _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Int32
    ) -> Int32 {
      var text = String(decoding: bytes, as: UTF8.self).precomposedStringWithCanonicalMapping
      return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
  }

  /// The order of decimal numbers that are written as text; NaN, and values that are not numbers, come behind them.
  private enum DecimalOrder {
    static func compare(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int32 {
      switch (number(first), number(second)) {
      case (let first?, let second?): Decimal.precedes(first, second) ? -1 : Decimal.precedes(second, first) ? 1 : 0
      case (nil, nil): StringOrder.bytes(first, second)
      case (nil, _): 1
      case (_, nil): -1
      }
    }

    private static func number(_ bytes: UnsafeRawBufferPointer) -> Decimal? {
      try? Decimal(attribute: .string(String(decoding: bytes, as: UTF8.self)))
    }
  }
#endif

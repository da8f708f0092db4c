import Foundation

extension Bool: ColumnValue {
  /// `Bool`.
  public static let columnType = ColumnType.bool

  /// Casts a Boolean, 0 or 1, or a string that means true or false.
  ///
  /// The strings are `true`, `yes`, `on`, `t`, `y`, `1` and `false`, `no`, `off`, `f`, `n`, `0`, in any case.
  public init(attribute: AttributeValue) throws(CastError) {
    let value: Bool? =
      switch attribute {
      case .bool(let value): value
      case .string(let text): Bool(word: text)
      default: attribute.decimalForm.flatMap { Bool($0) }
      }
    guard let value else { throw CastError(expected: Bool.expected, found: Bool.found(attribute)) }
    self = value
  }

  /// This Boolean, untyped.
  public var attribute: AttributeValue { .bool(self) }

  /// Orders false before true.
  public static func precedes(_ first: Bool, _ second: Bool) -> Bool {
    !first && second
  }

  private static let expected = "true or false"

  private init?(_ number: DecimalForm) {
    switch number.integer(Int.self) {
    case 0: self = false
    case 1: self = true
    default: return nil
    }
  }

  private init?(word text: String) {
    let word = text.withBytes { cursor in
      if cursor.byte?.digit != nil { return cursor.rest }
      let word = cursor.takeWord(limit: 5)
      return cursor.isAtEnd ? word ?? "" : ""
    }
    switch word {
    case "true", "yes", "on", "t", "y", "1": self = true
    case "false", "no", "off", "f", "n", "0": self = false
    default: return nil
    }
  }

  private static func found(_ attribute: AttributeValue) -> String {
    switch attribute {
    case .string(let text) where !text.isBlank: "a string that means neither"
    case .int, .uint, .double, .decimal: "a number that is neither 0 nor 1"
    default: attribute.found
    }
  }
}

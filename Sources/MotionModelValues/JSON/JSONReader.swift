/// Reads one JSON value from the bytes of a string, without recursion, so that no string can use up the stack.
struct JSONReader {
  typealias Failure = JSONFormat.Failure

  var cursor: ByteCursor
  private var builder: AttributeBuilder

  init(cursor: ByteCursor, depthLimit: Int) {
    self.cursor = cursor
    builder = AttributeBuilder(depthLimit: depthLimit)
  }

  mutating func readWhole() throws(Failure) -> AttributeValue {
    repeat {
      if try beginContainer() { continue }
      try add(try readScalar())
      try readUntilNextValue()
    } while builder.isInDictionary != nil
    cursor.takeSpaces()
    guard cursor.isAtEnd else { throw .malformed }
    return builder.result
  }

  private mutating func readScalar() throws(Failure) -> AttributeValue {
    switch cursor.byte {
    case UInt8(ascii: "\""): .string(try readString())
    case UInt8(ascii: "t"): try readWord("true", as: .bool(true))
    case UInt8(ascii: "f"): try readWord("false", as: .bool(false))
    case UInt8(ascii: "n"): try readWord("null", as: .null)
    default: try readNumber()
    }
  }

  private mutating func readWord(_ word: StaticString, as value: AttributeValue) throws(Failure) -> AttributeValue {
    guard cursor.take(word) else { throw .malformed }
    return value
  }
}

// MARK: - Arrays and dictionaries

extension JSONReader {
  /// Takes the start of an array or dictionary up to its first value, or all of an empty one.
  ///
  /// - Returns: Whether a container was taken; if not, a scalar comes next.
  private mutating func beginContainer() throws(Failure) -> Bool {
    cursor.takeSpaces()
    if cursor.take(UInt8(ascii: "[")) {
      try building { builder throws(AttributeBuilder.Failure) in try builder.beginArray() }
      cursor.takeSpaces()
      guard cursor.take(UInt8(ascii: "]")) else { return true }
    } else if cursor.take(UInt8(ascii: "{")) {
      try building { builder throws(AttributeBuilder.Failure) in try builder.beginDictionary() }
      cursor.takeSpaces()
      guard cursor.take(UInt8(ascii: "}")) else {
        try readKey()
        return true
      }
    } else {
      return false
    }
    try add(builder.end())
    try readUntilNextValue()
    return true
  }

  /// Ends all containers that end here, and takes the comma and the key before the next value.
  private mutating func readUntilNextValue() throws(Failure) {
    while let isInDictionary = builder.isInDictionary {
      cursor.takeSpaces()
      if cursor.take(UInt8(ascii: ",")) {
        if isInDictionary { try readKey() }
        return
      }
      guard cursor.take(UInt8(ascii: isInDictionary ? "}" : "]")) else { throw .malformed }
      try add(builder.end())
    }
  }

  private mutating func readKey() throws(Failure) {
    cursor.takeSpaces()
    builder.name(try readString())
    cursor.takeSpaces()
    guard cursor.take(UInt8(ascii: ":")) else { throw .malformed }
  }

  private mutating func add(_ value: AttributeValue) throws(Failure) {
    try building { builder throws(AttributeBuilder.Failure) in try builder.add(value) }
  }

  private mutating func building(
    _ change: (inout AttributeBuilder) throws(AttributeBuilder.Failure) -> Void
  ) throws(Failure) {
    do throws(AttributeBuilder.Failure) {
      try change(&builder)
    } catch {
      throw error == .tooDeep ? .tooDeep : .sameKeyTwice
    }
  }
}

// MARK: - Numbers

extension JSONReader {
  private mutating func readNumber() throws(Failure) -> AttributeValue {
    let isFraction = try checkNumber()
    guard let form = DecimalForm.take(from: &cursor) else { throw .malformed }
    guard case .success(let number) = form else { throw .tooManyDigits }
    return try value(of: number, isFraction: isFraction)
  }

  /// Throws for numbers that other formats allow and JSON does not: `+1`, `.5`, `5.`, `007`. Returns whether there
  /// is a decimal point or an exponent.
  private func checkNumber() throws(Failure) -> Bool {
    var ahead = cursor
    _ = ahead.take(UInt8(ascii: "-"))
    guard let first = ahead.takeDigit(), first != 0 || ahead.byte?.digit == nil else { throw .malformed }
    while ahead.takeDigit() != nil {}
    guard ahead.take(UInt8(ascii: ".")) else { return ahead.byte?.lowercasedLetter == UInt8(ascii: "e") }
    guard ahead.byte?.digit != nil else { throw .malformed }
    return true
  }

  private func value(of number: DecimalForm, isFraction: Bool) throws(Failure) -> AttributeValue {
    if number.isZero { return isFraction || number.isNegative ? .double(number.isNegative ? -0.0 : 0) : .int(0) }
    if !isFraction {
      if let integer = number.integer(Int64.self) { return .int(integer) }
      if let integer = number.integer(UInt64.self) { return .uint(integer) }
    }
    let double = number.nearest(Double.self)
    if DecimalForm(double) == number { return .double(double) }
    guard let decimal = number.decimal else { throw .tooManyDigits }
    return .decimal(decimal)
  }
}

// MARK: - Texts

extension JSONReader {
  private mutating func readString() throws(Failure) -> String {
    guard cursor.take(UInt8(ascii: "\"")) else { throw .malformed }
    var text = ""
    var start = cursor.index
    while let byte = cursor.byte {
      switch byte {
      case UInt8(ascii: "\""):
        text += cursor.text(from: start, to: cursor.index)
        cursor.advance()
        return text
      case UInt8(ascii: "\\"):
        text += cursor.text(from: start, to: cursor.index)
        cursor.advance()
        text.unicodeScalars.append(try readEscape())
        start = cursor.index
      case 0..<0x20: throw .malformed
      default: cursor.advance()
      }
    }
    throw .malformed
  }

  private mutating func readEscape() throws(Failure) -> Unicode.Scalar {
    guard let byte = cursor.byte else { throw .malformed }
    cursor.advance()
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readUnicodeScalar()
    default: throw .malformed
    }
  }

  /// Reads the four digits after `\u`, and a second escape after a leading surrogate.
  private mutating func readUnicodeScalar() throws(Failure) -> Unicode.Scalar {
    let unit = try readUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), cursor.take("\\u") else { throw .malformed }
    let trail = try readUnit()
    guard UTF16.isTrailSurrogate(trail) else { throw .malformed }
    let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
    guard let scalar = Unicode.Scalar(value) else { throw .malformed }
    return scalar
  }

  private mutating func readUnit() throws(Failure) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = cursor.byte?.hexadecimalDigit else { throw .malformed }
      cursor.advance()
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}

extension UInt8 {
  /// The value of a hexadecimal ASCII digit; nil for other bytes.
  fileprivate var hexadecimalDigit: UInt8? {
    if let digit { return digit }
    guard let letter = lowercasedLetter, letter <= UInt8(ascii: "f") else { return nil }
    return letter - UInt8(ascii: "a") + 10
  }
}

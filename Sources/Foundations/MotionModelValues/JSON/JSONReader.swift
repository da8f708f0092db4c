/// Reads JSON from UTF-8 bytes, without recursion, so that no text can use up the stack.
///
/// It is valid only as long as the bytes are.
package struct JSONReader {
  package typealias Failure = JSONFormat.Failure

  private var cursor: ByteCursor
  private var builder: AttributeBuilder

  init(cursor: ByteCursor, depthLimit: Int) {
    self.cursor = cursor
    builder = AttributeBuilder(depthLimit: depthLimit)
  }

  /// Reads bytes that need not be UTF-8: what is not is malformed. A byte order mark is ignored.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int) {
    self.init(cursor: ByteCursor(bytes), depthLimit: depthLimit)
    cursor.takeByteOrderMark()
  }

  /// How many bytes were read.
  package var index: Int { cursor.index }

  /// Begins again at one of these bytes, whatever was read of a value.
  package mutating func restart(in bytes: UnsafeBufferPointer<UInt8>, at index: Int = 0) {
    cursor = ByteCursor(bytes, at: index)
    builder.removeAll()
  }

  /// Reads one value, and nothing but white space behind it.
  mutating func readWhole() throws(Failure) -> AttributeValue {
    let value = try readValue()
    guard isAtEnd else { throw .malformed }
    return value
  }

  // MARK: - Steps

  /// Reads one value.
  package mutating func readValue() throws(Failure) -> AttributeValue {
    cursor.takeSpaces()
    if let byte = cursor.byte, byte != UInt8(ascii: "["), byte != UInt8(ascii: "{") { return try readScalar() }
    repeat {
      if try beginContainer() { continue }
      try add(try readScalar())
      try readUntilNextValue()
    } while builder.isInDictionary != nil
    return builder.result
  }

  /// Takes white space, and then an ASCII character other than a letter, if it comes next.
  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    cursor.takeSpaces()
    return cursor.take(UInt8(ascii: character))
  }

  /// Takes bytes, such as those of a quoted name, and the white space before them, if they come next.
  package mutating func take(_ bytes: [UInt8]) -> Bool {
    cursor.takeSpaces()
    return cursor.take(bytes)
  }

  /// Reads a string, which is the key of a member.
  package mutating func readKey() throws(Failure) -> String {
    cursor.takeSpaces()
    return try readString()
  }

  /// Whether nothing but white space is left.
  package var isAtEnd: Bool {
    mutating get {
      cursor.takeSpaces()
      return cursor.isAtEnd
    }
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
        try readName()
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
        if isInDictionary { try readName() }
        return
      }
      guard cursor.take(UInt8(ascii: isInDictionary ? "}" : "]")) else { throw .malformed }
      try add(builder.end())
    }
  }

  private mutating func readName() throws(Failure) {
    builder.name(try readKey())
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
    if let number = cursor.takeShortNumber() { return number }
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
    var text = try readPlainText()
    while !cursor.take(UInt8(ascii: "\"")) {
      guard cursor.take(UInt8(ascii: "\\")) else { throw .malformed }
      text.unicodeScalars.append(try readEscape())
      text += try readPlainText()
    }
    return text
  }

  /// Reads text up to a quotation mark, a backslash or a control character.
  private mutating func readPlainText() throws(Failure) -> String {
    let start = cursor.index
    cursor.advance { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    guard let text = cursor.validText(from: start) else { throw .malformed }
    return text
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

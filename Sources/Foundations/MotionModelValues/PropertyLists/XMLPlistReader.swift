package import Foundation

/// Reads an XML property list, without recursion. It supports only the XML that property lists use.
package struct XMLPlistReader {
  /// The string is not a property list, or one that no file of records can be.
  package struct Failure: Error {
    /// The words that follow "cannot be read": the place of the last tag, and a known reason; nil if the end is
    /// missing.
    package fileprivate(set) var place: String?
  }

  /// The elements of property lists.
  private enum Element: CaseIterable {
    case key, string, integer, real, date, data, array, dict, `true`, `false`, plist

    var name: StaticString {
      switch self {
      case .key: "key"
      case .string: "string"
      case .integer: "integer"
      case .real: "real"
      case .date: "date"
      case .data: "data"
      case .array: "array"
      case .dict: "dict"
      case .true: "true"
      case .false: "false"
      case .plist: "plist"
      }
    }
  }

  /// A tag without its attributes, which have no meaning here.
  private struct Tag {
    let element: Element
    let isEnd: Bool
    var isEmpty = false
  }

  private var cursor: ByteCursor
  private let depthLimit: Int
  private var builder: AttributeBuilder
  /// Whether the innermost dictionary has a key whose value has not been read.
  private var hasKey = false
  /// Where the last tag begins.
  private var tagStart = 0

  /// Reads a whole list.
  package static func value(in data: Data, depthLimit: Int) throws(Failure) -> AttributeValue {
    guard let text = String(validating: data, as: UTF8.self) else {
      throw Failure(place: "where its text is not UTF-8")
    }
    let result = text.withBytes { cursor in
      cursor.takeByteOrderMark()
      var reader = XMLPlistReader(cursor, depthLimit: depthLimit)
      return Result { try reader.readWhole() }.mapError { reader.failure($0) }
    }
    return try result.get()
  }

  private func failure(_ error: any Error) -> Failure {
    let reason =
      switch error as? AttributeBuilder.Failure {
      case .sameKeyTwice: ", where a key comes a second time"
      case .tooDeep: ", where it is \(AttributeValue.tooDeep)"
      case nil: (error as? Failure)?.place ?? ""
      }
    return Failure(place: cursor.isAtEnd && reason.isEmpty ? nil : "\(cursor.place(of: tagStart))\(reason)")
  }

  private init(_ cursor: ByteCursor, depthLimit: Int) {
    (self.cursor, self.depthLimit) = (cursor, depthLimit)
    builder = AttributeBuilder(depthLimit: depthLimit)
  }

  private mutating func readWhole() throws -> AttributeValue {
    try readProlog()
    guard case let tag = try readTag(), tag.element == .plist, !tag.isEnd, !tag.isEmpty else { throw Failure() }
    repeat { try readNext() } while builder.isInDictionary != nil
    guard case let tag = try readTag(), tag.element == .plist, tag.isEnd else { throw Failure() }
    skipBetween()
    guard cursor.isAtEnd else { throw Failure() }
    return builder.result
  }

  // MARK: - Values

  /// Reads a key, a scalar, or the start or end of a container.
  private mutating func readNext() throws {
    let tag = try readTag()
    if tag.isEnd { return try endContainer(tag) }
    if tag.element == .key { return try readKey(tag) }
    guard builder.isInDictionary != true || hasKey else { throw Failure() }
    hasKey = false
    switch tag.element {
    case .array:
      try builder.beginArray()
      if tag.isEmpty { try addContainer() }
    case .dict:
      try builder.beginDictionary()
      if tag.isEmpty { try addContainer() }
    case .true, .false:
      if !tag.isEmpty { guard try readContent(of: tag).isBlank else { throw Failure() } }
      try builder.add(.bool(tag.element == .true))
    default: try builder.add(scalar(tag.element, readContent(of: tag)))
    }
  }

  private mutating func endContainer(_ tag: Tag) throws {
    guard let isInDictionary = builder.isInDictionary, tag.element == (isInDictionary ? .dict : .array), !hasKey else {
      throw Failure()
    }
    try addContainer()
  }

  private mutating func addContainer() throws {
    let value = builder.end()
    try builder.add(PlistEscape.value(value, depthLimit: depthLimit - builder.depth))
  }

  private mutating func readKey(_ tag: Tag) throws {
    guard builder.isInDictionary == true, !hasKey else { throw Failure() }
    builder.name(try readContent(of: tag))
    hasKey = true
  }

  private func scalar(_ element: Element, _ content: String) throws -> AttributeValue {
    switch element {
    case .string: return .string(content)
    case .integer: return try integer(content.trimmed)
    case .real: return .double(try real(content.trimmed))
    case .date: return .date(try DateFormat.date(from: content))
    case .data:
      let digits = content.utf8.filter { !$0.isWhiteSpace }
      guard let data = Data(base64Encoded: Data(digits)) else { throw Failure() }
      return .data(data)
    case .key, .array, .dict, .true, .false, .plist: throw Failure()
    }
  }

  private func integer(_ text: String) throws -> AttributeValue {
    let digits = text.drop { $0 == "-" || $0 == "+" }
    let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    let magnitude = digits.dropFirst(isHexadecimal ? 2 : 0)
    guard text.utf8.count - digits.utf8.count <= 1, magnitude.first?.isHexDigit == true else { throw Failure() }
    let number = text.hasPrefix("-") ? "-" + magnitude : magnitude
    if let value = Int64(number, radix: isHexadecimal ? 16 : 10) { return .int(value) }
    if let value = UInt64(number, radix: isHexadecimal ? 16 : 10) { return .uint(value) }
    throw Failure()
  }

  private func real(_ text: String) throws -> Double {
    switch text.lowercased() {
    case "nan": return .nan
    case "infinity", "+infinity", "inf", "+inf": return .infinity
    case "-infinity", "-inf": return -.infinity
    default:
      let isNumber = text.utf8.allSatisfy { $0.digit != nil || "+-.eE".utf8.contains($0) }
      guard isNumber, let value = Double(text), value.isFinite else { throw Failure() }
      return value
    }
  }

  // MARK: - Text

  /// Reads the text of an element, and its end tag.
  private mutating func readContent(of tag: Tag) throws -> String {
    if tag.isEmpty { return "" }
    var text = ""
    while let byte = cursor.byte {
      switch byte {
      case UInt8(ascii: "<"):
        if cursor.startsMarkup && cursor.take("<![CDATA[") {
          text += try takeText(upTo: "]]>")
        } else if !takeComment() {
          guard case let end = try readTag(), end.isEnd, end.element == tag.element else { throw Failure() }
          return text
        }
      case UInt8(ascii: "&"): text.unicodeScalars.append(try readReference())
      case UInt8(ascii: "\r"):
        // XML reads all line endings as one line feed.
        cursor.advance()
        if cursor.byte != UInt8(ascii: "\n") { text += "\n" }
      default: text += takeRun()
      }
    }
    throw Failure()
  }

  /// Takes all bytes up to the next one with a special meaning.
  private mutating func takeRun() -> String {
    let start = cursor.index
    while let byte = cursor.byte, byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&"), byte != UInt8(ascii: "\r") {
      cursor.advance()
    }
    return cursor.text(from: start, to: cursor.index)
  }

  private mutating func readReference() throws -> Unicode.Scalar {
    cursor.advance()
    let name = try takeText(upTo: ";", limit: 10)
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let isHexadecimal = name.hasPrefix("#x")
      let digits = name.dropFirst(isHexadecimal ? 2 : 1)
      guard name.hasPrefix("#"), digits.first?.isHexDigit == true,
        let value = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(value)
      else { throw Failure() }
      return scalar
    }
  }

  // MARK: - Markup

  /// Skips the XML declaration, whose encoding must be UTF-8 or ASCII, and the document type.
  private mutating func readProlog() throws {
    skipBetween()
    if cursor.take("<?xml") {
      let declaration = try takeText(upTo: "?>", limit: 200).lowercased()
      let isOther = declaration.contains("encoding") && !declaration.contains("utf-8") && !declaration.contains("ascii")
      if isOther { throw Failure(place: ", where it names another encoding than UTF-8") }
      skipBetween()
    }
    if cursor.take("<!DOCTYPE") {
      guard try !takeText(upTo: ">", limit: 1000).contains("[") else { throw Failure() }
    }
  }

  /// Takes the next tag, after skipping white space and comments.
  private mutating func readTag() throws -> Tag {
    skipBetween()
    tagStart = cursor.index
    guard cursor.take(UInt8(ascii: "<")) else { throw Failure() }
    let isEnd = cursor.take(UInt8(ascii: "/"))
    guard let element = Element.allCases.first(where: { cursor.take($0.name) }) else { throw Failure() }
    var tag = Tag(element: element, isEnd: isEnd)
    if cursor.take(UInt8(ascii: ">")) { return tag }
    guard cursor.byte == UInt8(ascii: "/") || cursor.takeSpaces(), cursor.advance(behind: ">") else { throw Failure() }
    tag.isEmpty = cursor[passed: cursor.index - 2] == UInt8(ascii: "/")
    guard !(tag.isEnd && tag.isEmpty) else { throw Failure() }
    return tag
  }

  /// Skips white space and comments.
  private mutating func skipBetween() {
    repeat { cursor.takeSpaces() } while takeComment()
  }

  private mutating func takeComment() -> Bool {
    guard cursor.startsMarkup else { return false }
    var ahead = cursor
    guard ahead.take("<!--"), ahead.advance(behind: "-->") else { return false }
    cursor = ahead
    return true
  }

  /// Takes all bytes up to a mark, and the mark.
  private mutating func takeText(upTo mark: StaticString, limit: Int = .max) throws -> String {
    let start = cursor.index
    guard cursor.advance(behind: mark) else { throw Failure() }
    let end = cursor.index - mark.utf8CodeUnitCount
    guard end - start <= limit else { throw Failure() }
    return cursor.text(from: start, to: end)
  }
}

extension ByteCursor {
  /// Whether a comment or a CDATA section may come next.
  fileprivate var startsMarkup: Bool {
    var ahead = self
    return ahead.take(UInt8(ascii: "<")) && ahead.byte == UInt8(ascii: "!")
  }

  /// Advances past the next occurrence of a string; returns whether there is one.
  fileprivate mutating func advance(behind mark: StaticString) -> Bool {
    while !isAtEnd {
      if take(mark) { return true }
      advance()
    }
    return false
  }
}

/// A value of a header with parameters: `multipart/form-data; boundary=x`, `form-data; name="a"`.
struct HeaderValue {
  /// What stands before the parameters, in lower case.
  let value: String
  /// The parameters in order, with names in lower case.
  private(set) var parameters: [(name: String, value: [UInt8])] = []

  /// Reads a value; nil if it is not one.
  ///
  /// In a quoted text, a backslash stands before a quotation mark or a backslash, and is itself before anything else:
  /// old browsers send paths.
  ///
  /// - Complexity: O(*n*) in the length.
  init?(_ bytes: [UInt8]) {
    var index = Self.afterSpaces(bytes, 0)
    let start = index
    while index < bytes.count, bytes[index].isToken || bytes[index] == UInt8(ascii: "/") { index += 1 }
    if start == index { return nil }
    value = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
    index = Self.afterSpaces(bytes, index)
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: ";") else { return nil }
      index = Self.afterSpaces(bytes, index + 1)
      // Some senders end with a semicolon.
      if index == bytes.count { return }
      guard let parameter = Self.parameter(bytes, &index) else { return nil }
      parameters.append(parameter)
      index = Self.afterSpaces(bytes, index)
    }
  }

  private static func afterSpaces(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index].isBlank { index += 1 }
    return index
  }

  private static func parameter(_ bytes: [UInt8], _ index: inout Int) -> (name: String, value: [UInt8])? {
    let start = index
    while index < bytes.count, bytes[index].isToken { index += 1 }
    guard start < index, index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return nil }
    let name = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
    index += 1
    if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
      return quoted(bytes, &index).map { (name, $0) }
    }
    let first = index
    // Bytes beyond ASCII are in no token, and some senders have them in names of files all the same.
    while index < bytes.count,
      bytes[index].isToken || bytes[index] >= 0x80 || "/:?=,@[](){}".utf8.contains(bytes[index])
    {
      index += 1
    }
    return first < index ? (name, Array(bytes[first..<index])) : nil
  }

  private static func quoted(_ bytes: [UInt8], _ index: inout Int) -> [UInt8]? {
    var text: [UInt8] = []
    index += 1
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\"") { return text }
      let isEscape = byte == UInt8(ascii: "\\") && index < bytes.count
      if isEscape, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "\\") {
        text.append(bytes[index])
        index += 1
      } else {
        text.append(byte)
      }
    }
    return nil
  }

  // MARK: - Parameters

  /// Returns all values of a parameter.
  func values(_ name: String) -> [[UInt8]] { parameters.filter { $0.name == name }.map(\.value) }

  /// Whether the text is UTF-8, or nothing else is said.
  var isUTF8: Bool {
    values("charset").allSatisfy { charset in
      ["utf-8", "utf8", "us-ascii"].contains(String(decoding: charset, as: UTF8.self).lowercased())
    }
  }

  /// Returns the boundary of a multipart body, which RFC 2046 allows 70 bytes.
  func boundary() throws(BodyError) -> [UInt8] {
    let boundaries = values("boundary")
    // NB: Two boundaries, of which another reader between takes the other one, would hide parts from one of the two.
    guard boundaries.count == 1, let boundary = boundaries.first, let last = boundary.last, last != UInt8(ascii: " "),
      boundary.count <= 70, boundary.allSatisfy({ $0.isBoundary })
    else { throw BodyError(.boundary, offset: 0) }
    return boundary
  }
}

extension UInt8 {
  /// Whether this is a space or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// Whether this is a letter or a digit of ASCII.
  var isAlphanumeric: Bool { (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF) && self < 0x80 }

  /// Whether this can be in a token of HTTP.
  var isToken: Bool { isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(self) }

  /// Whether RFC 2046 allows this in a boundary.
  fileprivate var isBoundary: Bool { isAlphanumeric || "'()+_,-./:=? ".utf8.contains(self) }
}

import MotionModelValues

/// The headers of a part of a multipart body, as far as they matter.
struct PartHeaders {
  private var disposition: HeaderValue?
  private var type: [UInt8]?

  /// Reads a line. Headers that do not matter are dropped.
  ///
  /// - Throws: What is wrong with the line.
  mutating func read(_ line: [UInt8]) throws(BodyError.Problem) {
    // A line that begins with a space would continue the one before, which RFC 9112 has given up: readers differ about
    // it.
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0, line[..<colon].allSatisfy(\.isToken),
      !line.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F })
    else { throw .header }
    let value = Array(line[(colon + 1)...])
    switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
    case "content-disposition":
      guard disposition == nil, let read = HeaderValue(value) else { throw .disposition }
      disposition = read
    case "content-type":
      if type != nil { throw .header }
      type = value
    case "content-transfer-encoding":
      let encoding = HeaderValue(value)?.value ?? ""
      guard ["7bit", "8bit", "binary"].contains(encoding) else { throw .transferEncoding }
    default: break
    }
  }

  /// The name of the field.
  func name() throws(BodyError.Problem) -> [UInt8] {
    guard let disposition, disposition.value == "form-data", disposition.values("name*").isEmpty else {
      throw .disposition
    }
    let names = disposition.values("name")
    guard names.count == 1, let name = names.first else { throw .disposition }
    return Self.withoutBrowserEscapes(name)
  }

  /// The name of the file, without folders and invisible characters; nil if the part is not a file.
  func fileName() throws(BodyError.Problem) -> String? {
    guard let disposition else { return nil }
    let (plain, extended) = (disposition.values("filename"), disposition.values("filename*"))
    guard plain.count <= 1, extended.count <= 1 else { throw .disposition }
    if let extended = extended.first {
      guard let decoded = Self.extendedText(extended) else { throw .disposition }
      return Self.lastName(decoded)
    }
    return plain.first.map { Self.lastName(Self.withoutBrowserEscapes($0)) }
  }

  /// The type that the sender claims, as text; nil if it claims none that can be read.
  var claimedType: String? { type.flatMap { HeaderValue($0)?.value } }

  /// Whether the text is in another encoding than UTF-8.
  var hasOtherCharset: Bool { type.flatMap { HeaderValue($0) }.map { !$0.isUTF8 } ?? false }

  /// Browsers send `%22`, `%0D` and `%0A` for what would end a quoted text or a line, and nothing else so.
  private static func withoutBrowserEscapes(_ bytes: [UInt8]) -> [UInt8] {
    unescaped(bytes) { [0x22, 0x0D, 0x0A].contains($0) }
  }

  /// Decodes the escapes of the bytes that are wanted, and leaves all others as they are.
  private static func unescaped(_ bytes: [UInt8], where isWanted: (UInt8) -> Bool) -> [UInt8] {
    var (text, index) = ([UInt8](), 0)
    while index < bytes.count {
      if let byte = escaped(bytes, index), isWanted(byte) {
        text.append(byte)
        index += 3
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return text
  }

  private static func escaped(_ bytes: [UInt8], _ index: Int) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = bytes[index + 1].hexadecimalDigit,
      let low = bytes[index + 2].hexadecimalDigit
    else { return nil }
    return high << 4 | low
  }

  /// Decodes `UTF-8''%e2%82%ac`, a text by RFC 8187; nil if it is not one.
  private static func extendedText(_ bytes: [UInt8]) -> [UInt8]? {
    let parts = bytes.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, String(decoding: parts[0], as: UTF8.self).lowercased() == "utf-8" else { return nil }
    let encoded = Array(parts[2])
    let isWhole = encoded.indices.allSatisfy { encoded[$0] != UInt8(ascii: "%") || escaped(encoded, $0) != nil }
    return isWhole ? unescaped(encoded) { _ in true } : nil
  }

  /// Returns what stands behind the last slash, of either kind.
  private static func lastName(_ bytes: [UInt8]) -> String {
    let start = bytes.lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.map { $0 + 1 } ?? 0
    let name = bytes[start...].filter { $0 >= 0x20 && $0 != 0x7F }
    let text = String(decoding: name, as: UTF8.self)
    return text == "." || text == ".." ? "" : text
  }
}

extension BodyError.Problem: Error {}

/// Links in the header `Link`, as RFC 8288 has them: `<https://example.org/trains?page=2>; rel="next"`.
///
/// What is not in that form is passed over up to the next comma, and never traps.
struct LinkHeader {
  private let bytes: [UInt8]
  private var index = 0

  /// One link of the header.
  struct Link: Equatable {
    /// The address, which may be relative to that of the response.
    let target: String
    /// The relations in lower case: `next`, `prev`.
    var relations: [String] = []
    /// Whether it is a link of something else than the response.
    var isAnchored = false
  }

  /// Returns the address of the first link with a relation; nil if there is none.
  static func target(_ relation: String, in headers: RESTHeaders) -> String? {
    for value in headers.values(of: "Link") {
      let link = links(in: value).first { !$0.isAnchored && $0.relations.contains(relation.lowercased()) }
      if let link { return link.target }
    }
    return nil
  }

  /// Returns the links of a header's value, in their order.
  ///
  /// - Complexity: O(*n*) in the length of the value.
  static func links(in value: String) -> [Link] {
    var reader = LinkHeader(bytes: Array(value.utf8))
    return reader.readLinks()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func readLinks() -> [Link] {
    var links: [Link] = []
    while next != nil {
      if let link = readLink() { links.append(link) }
      skipToComma()
    }
    return links
  }

  /// Reads a link; nil if what follows is none.
  private mutating func readLink() -> Link? {
    skipSpace()
    guard take("<"), let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
    var link = Link(target: String(decoding: bytes[index..<end], as: UTF8.self))
    index = end + 1
    var hasRelation = false
    while let (name, value) = readParameter() {
      switch name {
      case "rel" where !hasRelation:
        // Only the first one counts.
        hasRelation = true
        link.relations = value.lowercased().split(separator: " ").map(String.init)
      case "anchor": link.isAnchored = true
      default: break
      }
    }
    return link
  }

  private mutating func readParameter() -> (name: String, value: String)? {
    skipSpace()
    guard take(";") else { return nil }
    skipSpace()
    let name = readToken()
    skipSpace()
    guard take("=") else { return (name.lowercased(), "") }
    skipSpace()
    return (name.lowercased(), next == UInt8(ascii: "\"") ? readQuoted() : readToken())
  }

  /// Reads what stands before a separator.
  private mutating func readToken() -> String {
    let start = index
    while let byte = next, !Self.separators.contains(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static let separators = Set(" \t,;=".utf8)

  /// Reads a string in quotes. One that does not end ends with the value.
  private mutating func readQuoted() -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
      text.append(bytes[index])
      index += 1
    }
    if next != nil { index += 1 }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func skipSpace() {
    while let byte = next, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { index += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// Skips what belongs to no link, to behind the next comma that is not in quotes.
  private mutating func skipToComma() {
    while let byte = next {
      if byte == UInt8(ascii: "\"") { _ = readQuoted() } else { index += 1 }
      if byte == UInt8(ascii: ",") { return }
    }
  }
}

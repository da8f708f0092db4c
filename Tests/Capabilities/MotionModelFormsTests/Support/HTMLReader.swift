import Testing

/// What a reader of HTML meets, one after the other.
enum HTMLEvent: Hashable, Codable {
  case start(String, [Attribute])
  case end(String)
  case text(String)
  case doctype

  struct Attribute: Hashable, Codable {
    var name: String
    var value: String?
  }
}

/// Why a text is not HTML as the renderers write it.
struct HTMLReadingError: Error, CustomStringConvertible {
  var description: String
}

/// Reads HTML strictly: attributes in double quotes, no comments, no bare signs, elements that end in order.
///
/// It shares nothing with the writer. It is not a browser: it refuses what a browser would repair.
struct HTMLReader {
  private var rest: ArraySlice<UInt8>
  private var open: [String] = []
  private(set) var events: [HTMLEvent] = []

  static func events(of html: String) throws(HTMLReadingError) -> [HTMLEvent] {
    var reader = HTMLReader(rest: Array(html.utf8)[...])
    while let next = reader.rest.first {
      if next == UInt8(ascii: "<") { try reader.takeTag() } else { try reader.takeText() }
    }
    if let name = reader.open.last { throw HTMLReadingError(description: "<\(name)> does not end") }
    return reader.events
  }

  private static let void: Set<String> = ["input", "meta", "link", "br", "hr", "img"]

  private mutating func takeText() throws(HTMLReadingError) {
    let end = rest.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
    var text = try Self.decoded(rest[..<end])
    rest = rest[end...]
    // What a textarea begins with is dropped.
    if open.last == "textarea", case .start? = events.last, text.unicodeScalars.first == "\n" {
      text.unicodeScalars.removeFirst()
    }
    if !text.isEmpty { events.append(.text(text)) }
  }

  private mutating func takeTag() throws(HTMLReadingError) {
    rest.removeFirst()
    if rest.starts(with: "!DOCTYPE html>".utf8) {
      rest = rest.dropFirst("!DOCTYPE html>".utf8.count)
      return events.append(.doctype)
    }
    if rest.first == UInt8(ascii: "/") {
      rest.removeFirst()
      let name = try takeName()
      try take(">")
      guard open.popLast() == name else { throw HTMLReadingError(description: "</\(name)> ends another element") }
      return events.append(.end(name))
    }
    let name = try takeName()
    var attributes: [HTMLEvent.Attribute] = []
    while rest.first == UInt8(ascii: " ") {
      rest.removeFirst()
      attributes.append(try takeAttribute())
    }
    try take(">")
    if Set(attributes.map(\.name)).count != attributes.count {
      throw HTMLReadingError(description: "<\(name)> has an attribute twice")
    }
    if !Self.void.contains(name) { open.append(name) }
    events.append(.start(name, attributes))
  }

  private mutating func takeAttribute() throws(HTMLReadingError) -> HTMLEvent.Attribute {
    let name = try takeName()
    guard rest.first == UInt8(ascii: "=") else { return HTMLEvent.Attribute(name: name, value: nil) }
    rest.removeFirst()
    try take("\"")
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else {
      throw HTMLReadingError(description: "the value of \(name) does not end")
    }
    let value = try Self.decoded(rest[..<end])
    rest = rest[(end + 1)...]
    return HTMLEvent.Attribute(name: name, value: value)
  }

  private mutating func takeName() throws(HTMLReadingError) -> String {
    let name = rest.prefix { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    if name.isEmpty { throw HTMLReadingError(description: "there is no name at \(around)") }
    rest = rest[name.endIndex...]
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func take(_ sign: Unicode.Scalar) throws(HTMLReadingError) {
    guard rest.first == UInt8(ascii: sign) else {
      throw HTMLReadingError(description: "there is no \(sign) at \(around)")
    }
    rest.removeFirst()
  }

  private var around: String { String(decoding: rest.prefix(40), as: UTF8.self).debugDescription }

  /// Decodes references; anything that would have to be one is an error.
  private static func decoded(_ bytes: ArraySlice<UInt8>) throws(HTMLReadingError) -> String {
    var (text, rest) = ([UInt8](), bytes)
    let names: [String: String] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]
    let numbers: [String: String] = ["#13": "\r", "#10": "\n", "#9": "\t"]
    while let next = rest.popFirst() {
      switch next {
      case UInt8(ascii: "&"):
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else {
          throw HTMLReadingError(description: "a reference does not end")
        }
        let name = String(decoding: rest[..<end], as: UTF8.self)
        guard let meant = names[name] ?? numbers[name] else {
          throw HTMLReadingError(description: "there is a reference \(name.prefix(20).debugDescription)")
        }
        text += meant.utf8
        rest = rest[(end + 1)...]
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"), 0, 0x0D:
        throw HTMLReadingError(description: "there is a bare \(next)")
      default: text.append(next)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Checks that each id is there once, and that whatever refers to an id finds it.
func checkReferences(in events: [HTMLEvent]) {
  let attributes = events.flatMap { event -> [HTMLEvent.Attribute] in
    if case .start(_, let attributes) = event { attributes } else { [] }
  }
  func values(_ name: String) -> [String] { attributes.filter { $0.name == name }.compactMap(\.value) }
  let ids = Set(values("id"))
  #expect(ids.count == values("id").count)
  let described = values("aria-describedby").flatMap { $0.split(separator: " ").map(String.init) }
  let linked = values("href").filter { $0.hasPrefix("#") }.map { String($0.dropFirst()) }
  for reference in values("for") + values("aria-labelledby") + described + linked {
    #expect(ids.contains(reference), "\(reference)")
  }
}

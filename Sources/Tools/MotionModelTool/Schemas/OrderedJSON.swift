import MotionModelValues

/// JSON whose objects keep the order of their keys, for people to read.
enum OrderedJSON: ExpressibleByStringLiteral {
  case string(String)
  /// A number as it is written.
  case number(String)
  case array([OrderedJSON])
  case object([(String, OrderedJSON)])

  init(stringLiteral value: String) { self = .string(value) }

  /// The value on several lines, each two spaces further in than what it is part of. What is short is on one line.
  var text: String { text(indented: "") }

  /// The greatest length of what has parts and is on one line.
  private static let shortLength = 100

  private func text(indented margin: String) -> String {
    switch self {
    case .string(let value): JSONFormat.written(.string(value)).printableJSON
    case .number(let value): value
    case .array(let elements): block("[", elements.map { ("", $0) }, "]", margin)
    case .object(let members):
      block("{", members.map { ("\(JSONFormat.written(.string($0)).printableJSON): ", $1) }, "}", margin)
    }
  }

  private func block(_ start: String, _ parts: [(name: String, value: OrderedJSON)], _ end: String, _ margin: String)
    -> String
  {
    let inner = margin + "  "
    let texts = parts.map { $0.name + $0.value.text(indented: inner) }
    let line = start + texts.joined(separator: ", ") + end
    let isShort = line.utf8.count <= Self.shortLength || parts.allSatisfy(\.value.isString)
    if isShort && !line.contains("\n") { return line }
    return "\(start)\n\(texts.map { inner + $0 }.joined(separator: ",\n"))\n\(margin)\(end)"
  }

  private var isString: Bool { if case .string = self { true } else { false } }
}

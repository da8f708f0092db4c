public import MotionModelValidation

/// The place of a field, a group or an item in a form.
///
/// ```swift
/// let path: FormPath = "tracks[2].name"     // the name of the item with the number 2
/// path.steps                                // => [.field("tracks"), .index(2), .field("name")]
/// path.description                          // => "tracks[2].name"
/// let item: FormPath = "tracks[\(number)]"
/// let field: FormPath = "\(item).name"
/// FormPath(parsing: "tracks[")              // => nil: a text from outside
/// ```
///
/// In a text, a bracket or a percent sign that belongs to a name is `%5B`, `%5D` or `%25`.
///
/// The number of an item is given when the item appears and stays with it, whatever is removed or moved before it. It
/// is not the item's place.
public struct FormPath: Sendable, Hashable {
  /// The most steps that a path can have.
  package static let maximumDepth = 32

  /// The steps from the form to the field; empty for the form as a whole.
  public var steps: [ValidationError.Step]

  /// The form as a whole.
  public static let form = FormPath()

  /// Creates a path of steps; without any, the form as a whole.
  public init(_ steps: [ValidationError.Step] = []) { self.steps = steps }

  /// Reads a path as ``description`` writes it; nil if the text is not one.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public init?(parsing text: some StringProtocol) {
    self.init()
    let text = String(text)
    var rest = text.utf8[...]
    while let first = rest.first {
      guard steps.count < Self.maximumDepth else { return nil }
      let isNumber = first == UInt8(ascii: "[")
      guard let step = isNumber ? Self.takeNumber(&rest) : Self.takeName(&rest, isFirst: steps.isEmpty) else {
        return nil
      }
      if isNumber && steps.isEmpty { return nil }
      steps.append(step)
    }
    if steps.isEmpty { return nil }
  }

  /// Takes a name, which ends before a number: the name of a column may have points.
  private static func takeName(_ rest: inout Substring.UTF8View, isFirst: Bool) -> ValidationError.Step? {
    if !isFirst {
      guard rest.first == UInt8(ascii: ".") else { return nil }
      rest.removeFirst()
    }
    let end = rest.firstIndex(of: UInt8(ascii: "[")) ?? rest.endIndex
    let name = rest[..<end]
    guard !name.isEmpty, !name.contains(UInt8(ascii: "]")) else { return nil }
    rest = rest[end...]
    return .field(name.contains(UInt8(ascii: "%")) ? unescaped(Substring(name)) : String(Substring(name)))
  }

  /// Returns a name as it stands in a text.
  private static func escaped(_ name: String) -> String {
    if !name.utf8.contains(where: { escapes[$0] != nil }) { return name }
    return String(decoding: name.utf8.flatMap { escapes[$0].map { Array($0.utf8) } ?? [$0] }, as: UTF8.self)
  }

  private static func unescaped(_ text: Substring) -> String {
    var (bytes, rest) = ([UInt8](), text.utf8[...])
    while let byte = rest.first {
      let escape = escapes.first { rest.starts(with: $0.value.utf8) }
      bytes.append(escape?.key ?? byte)
      rest = rest.dropFirst(escape?.value.utf8.count ?? 1)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// How the bytes stand in a text that would end a name there, and the one that begins an escape.
  private static let escapes: [UInt8: String] = [
    UInt8(ascii: "%"): "%25", UInt8(ascii: "["): "%5B", UInt8(ascii: "]"): "%5D",
  ]

  private static func takeNumber(_ rest: inout Substring.UTF8View) -> ValidationError.Step? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "]")), let number = number(rest[..<end].dropFirst()) else {
      return nil
    }
    rest = rest[rest.index(after: end)...]
    return .index(number)
  }

  /// Reads a number of an item: ASCII digits, without a sign or leading zeros, below 2^53.
  package static func number(_ text: some Collection<UInt8>) -> Int? {
    guard (1...16).contains(text.count), text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    if text.count > 1, text.first == 0x30 { return nil }
    let number = text.reduce(0 as UInt64) { $0 * 10 + UInt64($1 - 0x30) }
    return number < UInt64(1) << 53 ? Int(exactly: number) : nil
  }

  /// Returns the path of a field in this item or form.
  public func appending(_ name: String) -> FormPath { FormPath(steps + [.field(name)]) }

  /// Returns the path of an item in this group.
  public func appending(_ number: Int) -> FormPath { FormPath(steps + [.index(number)]) }
}

extension FormPath: ExpressibleByStringInterpolation {
  /// Creates a path from its text; traps if the text is not one.
  public init(stringLiteral value: String) {
    guard let path = FormPath(parsing: value) else {
      fatalError("\"\(value)\" is not the path of a field: write it as in \"tracks[2].name\".")
    }
    self = path
  }

  /// Creates a path from its text with numbers and paths in it, `"tracks[\(number)].name"` or `"\(item).name"`; traps
  /// if it is not one.
  public init(stringInterpolation: StringInterpolation) { self.init(stringLiteral: stringInterpolation.text) }

  /// Collects the text of a path. Numbers and paths can be interpolated, and strings cannot: strings from outside are
  /// read by ``init(parsing:)``, which does not trap.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    /// Begins with nothing.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds what stands in the source.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds the number of an item.
    public mutating func appendInterpolation(_ number: Int) { text += String(number) }

    /// Adds a path.
    public mutating func appendInterpolation(_ path: FormPath) { text += path.description }
  }
}

extension FormPath: CustomStringConvertible {
  /// The path as text, `tracks[2].name`; empty for the form as a whole.
  public var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .field(let name): text += (text.isEmpty ? "" : ".") + Self.escaped(name)
      case .index(let number): text += "[\(number)]"
      }
    }
    return text
  }
}

extension FormPath: Codable {
  /// Decodes a path from its text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let path = text.isEmpty ? FormPath.form : FormPath(parsing: text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not the path of a field.")
    }
    self = path
  }

  /// Encodes the path as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension FormPath: CodingKeyRepresentable {
  /// The path as a key of a dictionary.
  public var codingKey: any CodingKey { FormKey(stringValue: description) }

  /// Reads a path from a key of a dictionary.
  public init?(codingKey: some CodingKey) {
    if codingKey.stringValue.isEmpty { self = .form } else { self.init(parsing: codingKey.stringValue) }
  }
}

/// A part of a form's description that a path identifies.
protocol PlacedInForm: Identifiable {
  var path: FormPath { get }
}

extension PlacedInForm {
  /// The place in the form.
  public var id: FormPath { path }
}

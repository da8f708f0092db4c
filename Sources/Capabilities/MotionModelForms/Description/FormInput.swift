public import Foundation

/// What a field has, as a person sees or enters it: a text, a truth value, choices or a file.
///
/// In JSON, it is a string, a Boolean, an array of strings, or an object with the file's `name`, `type` and `size`.
public enum FormInput: Sendable, Hashable {
  /// A text, of any control that has one. It is kept as it was typed.
  case text(String)
  /// On or off.
  case flag(Bool)
  /// The values of the chosen options.
  case choices([String])
  /// A file; nil for none.
  case file(File?)
}

extension FormInput: ExpressibleByStringLiteral {
  /// Creates a text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension FormInput: ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral {
  /// Creates on or off.
  public init(booleanLiteral value: Bool) { self = .flag(value) }

  /// Creates choices.
  public init(arrayLiteral elements: String...) { self = .choices(elements) }
}

extension FormInput {
  /// The input as one text: a truth value is `true` or `false`, choices are separated by commas, and a file is its
  /// name.
  public var text: String {
    switch self {
    case .text(let text): text
    case .flag(let isOn): isOn ? "true" : "false"
    case .choices(let values): values.joined(separator: ", ")
    case .file(let file): file?.name ?? ""
    }
  }

  /// Whether nothing was entered: an empty text, no choice, no file. Off is an answer.
  public var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .flag: false
    case .choices(let values): values.isEmpty
    case .file(let file): file == nil
    }
  }

  /// Whether this is on.
  public var isOn: Bool { self == .flag(true) }
}

extension FormInput: Codable {
  /// Decodes an input.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .file(nil)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let isOn = try? container.decode(Bool.self) {
      self = .flag(isOn)
    } else if let values = try? container.decode([String].self) {
      self = .choices(values)
    } else {
      self = .file(try container.decode(File.self))
    }
  }

  /// Encodes the input.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .flag(let isOn): try container.encode(isOn)
    case .choices(let values): try container.encode(values)
    case .file(nil): try container.encodeNil()
    case .file(let file?): try container.encode(file)
    }
  }

  /// A file that a person has chosen.
  ///
  /// Its JSON has no content: a description says that there is a file, and a draft remembers its name.
  public struct File: Sendable, Hashable, Codable {
    /// The name that the person's system gives it. It is a text from outside, and not a path to write to.
    public var name: String
    /// The type that the person's system gives it, such as `image/png`. It is a claim.
    public var type: String?
    /// How many bytes it has.
    public var size: Int
    /// Where its bytes are; nil if they are not here.
    public var content: Content?

    /// Where the bytes of a file are.
    public enum Content: Sendable, Hashable {
      /// In memory.
      case data(Data)
      /// In a file, to which they were streamed.
      case file(URL)
    }

    private enum CodingKeys: CodingKey {
      case name, type, size
    }

    /// Creates a file.
    public init(name: String, type: String? = nil, size: Int, content: Content? = nil) {
      (self.name, self.type, self.size, self.content) = (name, type, size, content)
    }

    /// Creates a file whose bytes are in memory.
    public init(name: String, type: String? = nil, _ data: Data) {
      self.init(name: name, type: type, size: data.count, content: .data(data))
    }
  }
}

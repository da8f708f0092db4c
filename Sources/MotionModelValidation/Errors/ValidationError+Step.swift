extension ValidationError {
  /// A step of the path from a record to the field that an error is about.
  ///
  /// ```swift
  /// [.field("name")]                                      // the record's name
  /// [.field("todos"), .index(2), .field("name")]          // the name of the third of its todos
  /// ```
  public enum Step: Sendable, Hashable {
    /// A column or relation, by its name.
    case field(String)
    /// One of several children, counted from 0.
    case index(Int)
  }
}

extension ValidationError.Step: Codable {
  /// Decodes a string as a field, and a number as an index.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = .field(try container.decode(String.self))
    } catch {
      self = .index(try container.decode(Int.self))
    }
  }

  /// Encodes a field as a string, and an index as a number: a path is `["todos", 2, "name"]`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .field(let name): try container.encode(name)
    case .index(let index): try container.encode(index)
    }
  }
}

extension [ValidationError.Step] {
  /// The path as a string such as `todos[2].name`.
  var text: String {
    var text = ""
    for step in self {
      switch step {
      case .field(let name): text += text.isEmpty ? name : ".\(name)"
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }
}

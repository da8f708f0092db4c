/// A step on the way from a record to the value that an error is about.
///
/// ```swift
/// [.field("name")]                                      // the record's name
/// [.field("todos"), .index(2), .field("name")]          // the name of the third of its todos
/// ```
public enum ValidationStep: Sendable, Hashable, Codable {
  /// A column or relation, by its name.
  case field(String)
  /// One of several children, counted from 0.
  case index(Int)
}

extension [ValidationStep] {
  /// The path as one would write it: `todos[2].name`.
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

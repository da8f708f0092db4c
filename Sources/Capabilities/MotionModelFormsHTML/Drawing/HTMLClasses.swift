/// The class names of what is drawn as HTML.
///
/// ```swift
/// var classes = HTMLClasses()          // "form-field", "form-label", …
/// classes[.input] = "govuk-input"
/// classes[.error] = nil                // no class
/// ```
public struct HTMLClasses: Sendable, Hashable {
  /// What has a class name.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    // Whole views.
    case form, table, details
    // Parts of a form.
    case summary, section, group, item, actions, button
    // A field, an invalid field, a read-only field, and the parts of a field.
    case field, invalid, fixed, label, optional, hint, error, warning, theirs, input, choices, choice, search
    // A number in a table, and a table without rows.
    case number, empty
    /// Text for screen readers only.
    case unseen
  }

  private var names: [Part: String]

  /// Creates class names that are a prefix and the name of the part.
  public init(prefix: String = "form-") {
    names = Dictionary(uniqueKeysWithValues: Part.allCases.map { ($0, prefix + $0.rawValue) })
    names[.form] = prefix.last == "-" ? String(prefix.dropLast()) : prefix + Part.form.rawValue
  }

  /// Without any class.
  public static let none: HTMLClasses = {
    var classes = HTMLClasses()
    classes.names = [:]
    return classes
  }()

  /// The class name of a part, or several, separated by spaces; nil for none.
  public subscript(part: Part) -> String? {
    get { names[part] }
    set { names[part] = newValue }
  }

  /// Returns the attribute with the class names of parts; nil if they have none.
  func attribute(_ parts: Part...) -> HTMLAttribute? {
    let names = parts.compactMap { self.names[$0] }
    return names.isEmpty ? nil : HTMLAttribute("class", names.joined(separator: " "))
  }
}

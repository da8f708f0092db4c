import MotionModelValidation

/// The words that a renderer has of its own, beside those of the form: what buttons and marks are called.
///
/// ```swift
/// var words = FormWords.english
/// words.save = "Send"
/// FormWords.filled("Move {label} up", ["label": "Steps 2"])        // => "Move Steps 2 up"
/// ```
///
/// The words of errors are those of validation, in its ``FormDescription/Message``.
public struct FormWords: Sendable, Hashable, Codable {
  /// The button that saves.
  public var save = "Save"
  /// What stands before an error, and before the title of a page that has errors.
  public var error = "Error:"
  /// What stands before a warning.
  public var warning = "Warning:"
  /// The heading of the summary of errors.
  public var problem = "There is a problem"
  /// The mark of a field that need not be filled in.
  public var optional = "(optional)"
  /// How a value is written, `{example}`.
  public var example = "For example, {example}"
  /// In a list of options, that nothing is chosen yet.
  public var choose = "Choose"
  /// In a list of options, that nothing is chosen.
  public var none = "None"
  /// In place of a value that is not there.
  public var nothing = "–"
  /// What is on.
  public var yes = "Yes"
  /// What is off.
  public var no = "No"
  /// What is searched among the options of a field, `{label}`.
  public var searchFor = "Search in {label}"
  /// The button that searches.
  public var search = "Search"
  /// That a search has found nothing.
  public var nothingFound = "Nothing was found."
  /// That there are more options or rows.
  public var more = "There are more."
  /// Says that others have stored `{value}` meanwhile.
  public var theirs = "Somebody else has changed it to: {value}"
  /// The button that takes the value that others have stored.
  public var takeTheirs = "Take theirs"
  /// The file that is there, `{name}`.
  public var file = "There is a file: {name}"
  /// The box that drops the file.
  public var clear = "Remove the file"
  /// What an item of a group is called, `{group}` and `{number}`.
  public var item = "{group} {number}"
  /// The button that adds an item.
  public var add = "Add"
  /// The button that removes an item.
  public var remove = "Remove"
  /// The button that takes a removal back.
  public var restore = "Keep"
  /// That an item is removed.
  public var removed = "It is removed when the form is saved."
  /// The button that moves an item up.
  public var moveUp = "Move up"
  /// The button that moves an item down.
  public var moveDown = "Move down"
  /// A table without rows.
  public var empty = "There is nothing yet."

  /// English.
  public static let english = FormWords()

  /// Creates the English words.
  public init() {}

  /// Returns a text with values in its places: `{label}` is replaced by the value with the key `label`.
  ///
  /// Braces in values stay as they are.
  public static func filled(_ text: String, _ values: [String: String]) -> String {
    MessageTemplate.fill(text) { values[String($0)] }
  }
}

extension FormField {
  /// Returns an input as a person reads it: the labels of options, the words for on and off, the name of a file.
  package func text(of input: FormInput, in words: FormWords) -> String {
    if control == .password { return "" }
    var copy = self
    copy.value = input
    if case .flag(let isOn) = input { return isOn ? words.yes : words.no }
    return copy.shownValue
  }
}

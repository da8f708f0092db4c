import MotionModelValidation

/// The words that a renderer has of its own, beside those of the form: what buttons, marks and questions are called.
///
/// ```swift
/// var words = FormWords()
/// words[.save] = "Send"
/// FormWords.filled("Move {label} up", ["label": "Steps 2"])        // => "Move Steps 2 up"
/// ```
///
/// The words of errors are those of validation, in its ``FormDescription/Message``. In JSON, the words are an object
/// with a member for each ``Word``; those that are missing are English.
public struct FormWords: Sendable, Hashable {
  /// One of the words, whose raw value is the English one.
  public enum Word: String, Sendable, Hashable, CaseIterable {
    /// The button that saves.
    case save = "Save"
    /// What stands before an error, and before the title of a page that has errors.
    case error = "Error:"
    /// What stands before a warning.
    case warning = "Warning:"
    /// The heading of the summary of errors.
    case problem = "There is a problem"
    /// The mark of a field that need not be filled in.
    case optional = "(optional)"
    /// How a value is written, `{example}`.
    case example = "For example, {example}"
    /// In a list of options, that nothing is chosen yet.
    case choose = "Choose"
    /// In a list of options, that nothing is chosen.
    case none = "None"
    /// In place of a value that is not there.
    case nothing = "–"
    /// What is on.
    case yes = "Yes"
    /// What is off.
    case no = "No"
    /// What is searched among the options of a field, `{label}`.
    case searchFor = "Search in {label}"
    /// The button that searches.
    case search = "Search"
    /// That a search has found nothing.
    case nothingFound = "Nothing was found."
    /// That there are more options or rows.
    case more = "There are more."
    /// Says that others have stored `{value}` meanwhile.
    case theirs = "Somebody else has changed it to: {value}"
    /// The button that takes the value that others have stored.
    case takeTheirs = "Take theirs"
    /// The file that is there, `{name}`.
    case file = "There is a file: {name}"
    /// The box that drops the file.
    case clear = "Remove the file"
    /// What an item of a group is called, `{group}` and `{number}`.
    case item = "{group} {number}"
    /// The button that adds an item.
    case add = "Add"
    /// The button that removes an item.
    case remove = "Remove"
    /// The button that takes a removal back.
    case restore = "Keep"
    /// That an item is removed.
    case removed = "It is removed when the form is saved."
    /// The button that moves an item up.
    case moveUp = "Move up"
    /// The button that moves an item down.
    case moveDown = "Move down"
    /// A table without rows.
    case empty = "There is nothing yet."

    // In a terminal.

    /// The answer that something is so. Its first letter is enough.
    case typedYes = "yes"
    /// The answer that something is not so. Its first letter is enough.
    case typedNo = "no"
    /// Before an example of what may be entered.
    case exampleLine = "Example:"
    /// How several lines are ended.
    case manyLines = "Several lines; a line with a point ends them."
    /// How several options are chosen.
    case manyChoices = "Numbers with commas between them."
    /// How an option is found among many.
    case searching = "Type a part of it to search."
    /// What a search ends with that finds nothing.
    case noMatch = "Nothing is found."
    /// What a search ends with that finds more than are shown.
    case moreFound = "There are more: type more of it."
    /// What is expected where the answer is yes or no.
    case yesOrNo = "Answer yes or no."
    /// What is expected where a file is named.
    case noFile = "There is no such file."
    /// That a child was added.
    case added = "new"
    /// That a child is removed when the form is saved.
    case removedMark = "removed"
    /// Where there is nothing.
    case noAnswer = "none"
    /// The answer to the question about children that edits the first one.
    case editChild = "1 edits"
    /// The answer that adds a child.
    case addChild = "+ adds"
    /// The answer that removes the first child, or restores it.
    case removeChild = "-1 removes"
    /// The answer that moves the first child to the second place.
    case moveChild = "1>2 moves"
    /// The answer that continues with the next question.
    case goOn = "Enter goes on"
    /// The head of everything that was answered, before it is saved.
    case review = "Review"
    /// What can be answered about a form that is to be saved.
    case reviewCommands = "Enter saves, a number changes an answer, q leaves"
    /// That others have changed a value meanwhile, before theirs.
    case storedByOthers = "Others have stored:"
    /// Before one's own value, where others have changed it meanwhile.
    case mine = "You have entered:"
    /// Whose value is to be kept, where others have changed it meanwhile.
    case mineOrTheirs = "m keeps yours, t takes theirs"
    /// That nothing was saved because of errors.
    case refused = "Nothing was saved. Please mend:"
  }

  /// The words that are not English.
  private var texts: [Word: String] = [:]

  /// Creates the English words.
  public init() {}

  /// The text of a word.
  public subscript(word: Word) -> String {
    get { texts[word] ?? word.rawValue }
    set { texts[word] = newValue == word.rawValue ? nil : newValue }
  }

  /// Returns a text with values in its places: `{label}` is replaced by the value with the key `label`.
  ///
  /// Braces in values stay as they are.
  public static func filled(_ text: String, _ values: [String: String]) -> String {
    MessageTemplate.fill(text) { values[String($0)] }
  }
}

extension FormWords: Codable {
  /// Decodes the words that are there.
  public init(from decoder: any Decoder) throws {
    let texts = try [String: String](from: decoder)
    for word in Word.allCases { self[word] = texts["\(word)"] ?? word.rawValue }
  }

  /// Encodes all words.
  public func encode(to encoder: any Encoder) throws {
    try Dictionary(uniqueKeysWithValues: Word.allCases.map { ("\($0)", self[$0]) }).encode(to: encoder)
  }
}

extension FormField {
  /// Returns an input as a person reads it: the labels of options, the words for on and off, the name of a file.
  package func text(of input: FormInput, in words: FormWords) -> String {
    if control == .password { return "" }
    var copy = self
    copy.value = input
    if case .flag(let isOn) = input { return isOn ? words[.yes] : words[.no] }
    return copy.shownValue
  }
}

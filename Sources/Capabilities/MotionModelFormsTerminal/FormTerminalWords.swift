/// What a form in a terminal says besides the words of the form itself.
///
/// ```swift
/// var words = FormTerminalWords()
/// words.yes = "ja"
/// words.no = "nein"
/// ```
public struct FormTerminalWords: Sendable, Hashable {
  /// The answer that something is so. Its first letter is enough.
  public var yes = "yes"
  /// The answer that something is not so. Its first letter is enough.
  public var no = "no"
  /// Before an example of what may be entered.
  public var example = "Example:"
  /// How several lines are ended.
  public var manyLines = "Several lines; a line with a point ends them."
  /// How several options are chosen.
  public var manyChoices = "Numbers with commas between them."
  /// How an option is found among many.
  public var searching = "Type a part of it to search."
  /// What a search ends with that finds nothing.
  public var nothingFound = "Nothing is found."
  /// What a search ends with that finds more than are shown.
  public var moreFound = "There are more: type more of it."
  /// What is expected where the answer is yes or no.
  public var yesOrNo = "Answer yes or no."
  /// What is expected where a file is named.
  public var noFile = "There is no such file."
  /// That a child was added.
  public var added = "new"
  /// That a child is removed when the form is saved.
  public var removed = "removed"
  /// Where there is nothing.
  public var none = "none"
  /// The answer to the question about children that edits the first one.
  public var editChild = "1 edits"
  /// The answer that adds a child.
  public var addChild = "+ adds"
  /// The answer that removes the first child, or restores it.
  public var removeChild = "-1 removes"
  /// The answer that moves the first child to the second place.
  public var moveChild = "1>2 moves"
  /// The answer that continues with the next question.
  public var goOn = "Enter goes on"
  /// The head of everything that was answered, before it is saved.
  public var review = "Review"
  /// What can be answered about a form that is to be saved.
  public var reviewCommands = "Enter saves, a number changes an answer, q leaves"
  /// That others have changed a value meanwhile, before theirs.
  public var theirs = "Others have stored:"
  /// Before one's own value, where others have changed it meanwhile.
  public var mine = "You have entered:"
  /// Whose value is to be kept, where others have changed it meanwhile.
  public var mineOrTheirs = "m keeps yours, t takes theirs"
  /// That nothing was saved because of errors.
  public var refused = "Nothing was saved. Please mend:"

  /// Creates the words in English.
  public init() {}
}

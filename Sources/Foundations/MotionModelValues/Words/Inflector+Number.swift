extension Inflector {
  /// Returns the plural of a word.
  ///
  /// ```swift
  /// pluralize("todo")           // => "todos"
  /// pluralize("Person")         // => "People"
  /// pluralize("PERSON")         // => "PEOPLE"
  /// pluralize("emailAddress")   // => "emailAddresses"
  /// pluralize("grand_child")    // => "grand_children"
  /// pluralize("projectID")      // => "projectIDs"
  /// ```
  ///
  /// A plural is returned unchanged, if it can be distinguished from a singular. English has plurals such as
  /// `menus`, which must be known, because most words in `us` are singular. A string that does not end in a word is
  /// returned unchanged.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func pluralize(_ text: String) -> String {
    guard let word = LastWord(of: text, acronyms) else { return text }
    if let acronym = word.acronym { return acronym.ending.isEmpty ? text + acronym.pluralEnding : text }
    return word.changed(by: plurals)
  }

  /// Returns the plural of a word, or the word itself if the count is one.
  ///
  /// ```swift
  /// pluralize("todo", count: 1)   // => "todo"
  /// pluralize("todo", count: 0)   // => "todos"
  /// ```
  public func pluralize(_ word: String, count: Int) -> String { count == 1 ? word : pluralize(word) }

  /// Returns a number and the word in the matching form, for sentences: "1 todo" and "3 todos".
  ///
  /// ```swift
  /// counted(3, "todo")   // => "3 todos"
  /// ```
  public func counted(_ count: Int, _ word: String) -> String { "\(count) \(pluralize(word, count: count))" }

  /// Returns the singular of a word.
  ///
  /// ```swift
  /// singularize("people")       // => "person"
  /// singularize("line_items")   // => "line_item"
  /// singularize("status")       // => "status"
  /// ```
  ///
  /// A singular is returned unchanged, if it can be distinguished from a plural. Where two words share a plural,
  /// the more common one is returned: `base` for `bases`, not `basis`.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func singularize(_ text: String) -> String {
    guard let word = LastWord(of: text, acronyms) else { return text }
    if let acronym = word.acronym { return String(text.dropLast(acronym.ending.count)) }
    return word.changed(by: singulars)
  }
}

extension Inflector {
  /// The plural of a word.
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
  /// A plural is its own plural, as far as it can be told from a singular: English has words such as `menus`, which must
  /// be known, because most words in `us` are singular. A text that does not end in a word is returned as it is.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func pluralize(_ text: String) -> String {
    guard let word = LastWord(of: text, acronyms) else { return text }
    if let acronym = word.acronym { return acronym.ending.isEmpty ? text + acronym.pluralEnding : text }
    return word.changed(by: plurals)
  }

  /// The plural of a word, or for exactly one the word itself.
  ///
  /// ```swift
  /// pluralize("todo", count: 1)   // => "todo"
  /// pluralize("todo", count: 0)   // => "todos"
  /// ```
  public func pluralize(_ word: String, count: Int) -> String { count == 1 ? word : pluralize(word) }

  /// A number and the word for so many: a sentence's "1 todo" and "3 todos".
  ///
  /// ```swift
  /// counted(3, "todo")   // => "3 todos"
  /// ```
  public func counted(_ count: Int, _ word: String) -> String { "\(count) \(pluralize(word, count: count))" }

  /// The singular of a word.
  ///
  /// ```swift
  /// singularize("people")       // => "person"
  /// singularize("line_items")   // => "line_item"
  /// singularize("status")       // => "status"
  /// ```
  ///
  /// A singular stays what it is, as far as it can be told from a plural. Where two words share a plural, the more usual
  /// one is given: `bases` is of `base`, not of `basis`.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func singularize(_ text: String) -> String {
    guard let word = LastWord(of: text, acronyms) else { return text }
    if let acronym = word.acronym { return String(text.dropLast(acronym.ending.count)) }
    return word.changed(by: singulars)
  }

  /// Whether a word is its own plural, as `sheep` is.
  public func isUncountable(_ word: String) -> Bool {
    word.contains(where: \.isLetter) && pluralize(word) == word && singularize(word) == word
  }
}

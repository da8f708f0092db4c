extension Inflector {
  /// Returns a name as the beginning of a sentence or the label of a field.
  ///
  /// ```swift
  /// humanize("dueDate")        // => "Due date"
  /// humanize("due_date")       // => "Due date"
  /// humanize("apiURL")         // => "API URL"
  /// humanize("projectID")      // => "Project"
  /// humanize("project_id")     // => "Project"
  /// ```
  ///
  /// An `ID` or `_id` at the end is dropped, as in Rails, because a reader thinks of the project and not of its id.
  /// A name that is only an id stays "ID". Acronyms stay in capitals.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the name.
  public func humanize(_ name: String) -> String { heading(Words(name, acronyms)) { $0 == 0 } }

  /// Returns a name as a title: like ``humanize(_:)``, with a capital for each word.
  ///
  /// ```swift
  /// titleize("dueDate")        // => "Due Date"
  /// titleize("don't stop")     // => "Don't Stop"
  /// titleize("new name(s)")    // => "New Name(s)"
  /// titleize("new (names)")    // => "New (Names)"
  /// ```
  ///
  /// As in Rails, letters after an apostrophe or a round bracket that follows a letter continue the word, and
  /// have no capital.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the name.
  public func titleize(_ name: String) -> String {
    let words = Words(name, acronyms)
    return heading(words) { !words.isContinuation($0) }
  }

  private func heading(_ words: Words, hasCapital: (Int) -> Bool) -> String {
    let last = words.ranges.count - 1
    let dropsLast = last > 0 && words.ranges[last].upperBound == words.letters.count && words.lowercased(last) == "id"
    let text = words.joined(boundary: " ", separator: " ", path: " ") { number in
      if number == last && dropsLast { return "" }
      let word = words.spelled(number)
      return hasCapital(number) ? capitalized(word) : word
    }
    return text.split { $0.isExactly(" ") }.joined(separator: " ")
  }
}

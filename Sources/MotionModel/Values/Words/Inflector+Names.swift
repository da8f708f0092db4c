extension Inflector {
  /// A name in small letters with underscores, as JSON and databases have it.
  ///
  /// ```swift
  /// underscore("dueDate")      // => "due_date"
  /// underscore("HTMLParser")   // => "html_parser"
  /// underscore("apiURL")       // => "api_url"
  /// underscore("projectIDs")   // => "project_ids"
  /// underscore("Foo.Bar")      // => "foo/bar"
  /// ```
  ///
  /// A capital begins a word, and several of them are one word. A hyphen and a space become an underscore, the separators
  /// of a path (`.`, `::`, `/`) a slash; what else is no letter stays. What has underscores already stays as it is.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the name.
  public func underscore(_ name: String) -> String {
    let words = Words(name, acronyms)
    return words.joined(boundary: "_", separator: "_", path: "/") { words.lowercased($0) }
  }

  /// A name in one piece with a capital for each word, as Swift has it.
  ///
  /// ```swift
  /// camelize("line_item")                          // => "LineItem"
  /// camelize("due_date", firstUppercase: false)    // => "dueDate"
  /// camelize("project_id", firstUppercase: false)  // => "projectID"
  /// camelize("foo/bar_baz")                        // => "Foo.BarBaz"
  /// ```
  ///
  /// Acronyms are written as they are known to be. ``underscore(_:)`` leads back to where this came from, for words that
  /// begin with a letter and have more than one.
  ///
  /// - Parameters:
  ///   - name: The name, written in any way.
  ///   - firstUppercase: Whether it begins with a capital, as the name of a type does.
  /// - Complexity: O(*n*), where *n* is the length of the name.
  public func camelize(_ name: String, firstUppercase: Bool = true) -> String {
    let words = Words(name, acronyms)
    let isOneWord = words.ranges.count == 1
    return words.joined(boundary: "", separator: "", path: ".") { number in
      if number == 0 && !firstUppercase { return words.lowercased(number) }
      if isOneWord && words.areCapitals { return String(words.letters[words.ranges[number]]) }
      return capitalized(words.spelled(number))
    }
  }

  /// The name of the table of a model: `line_items` for `LineItem`.
  ///
  /// ```swift
  /// tableize("LineItem")   // => "line_items"
  /// ```
  public func tableize(_ name: String) -> String { pluralize(underscore(name)) }

  /// The name of the model of a table: `LineItem` for `line_items`.
  ///
  /// ```swift
  /// classify("line_items")   // => "LineItem"
  /// ```
  public func classify(_ name: String) -> String { camelize(singularize(name)) }

  /// The name of the column that refers to a model.
  ///
  /// ```swift
  /// foreignKey("Project")                    // => "project_id"
  /// foreignKey("Project", camelized: true)   // => "projectID"
  /// foreignKey("Shop.LineItem")              // => "line_item_id"
  /// ```
  ///
  /// - Parameters:
  ///   - name: The model's name; of a path, the last part counts.
  ///   - camelized: Whether the name is one of a property in Swift.
  public func foreignKey(_ name: String, camelized: Bool = false) -> String {
    let path = underscore(name)
    let model = String(path[(path.lastIndex { $0.isExactly("/") }.map(path.index(after:)) ?? path.startIndex)...])
    return camelized ? camelize(model, firstUppercase: false) + "ID" : model + "_id"
  }

  /// A word with a capital, but an acronym as it is written: `iOS` stays.
  func capitalized(_ word: String) -> String {
    guard let first = word.first, first.isLowercase, !acronyms.contains(word) else { return word }
    return first.uppercased() + word.dropFirst()
  }
}

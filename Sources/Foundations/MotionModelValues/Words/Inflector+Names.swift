extension Inflector {
  /// Returns a name in small letters with underscores, as in JSON and databases.
  ///
  /// ```swift
  /// underscore("dueDate")      // => "due_date"
  /// underscore("HTMLParser")   // => "html_parser"
  /// underscore("apiURL")       // => "api_url"
  /// underscore("projectIDs")   // => "project_ids"
  /// underscore("Foo.Bar")      // => "foo/bar"
  /// ```
  ///
  /// A capital begins a word, and a run of capitals is one word. Hyphens and spaces become underscores, and the
  /// separators of a path (`.`, `::`, `/`) become slashes. Other characters are kept. A name already in this form
  /// is unchanged.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the name.
  public func underscore(_ name: String) -> String {
    let words = Words(name, acronyms)
    return words.joined(boundary: "_", separator: "_", path: "/") { words.lowercased($0) }
  }

  /// Returns a name as one word with a capital for each part, as in Swift.
  ///
  /// ```swift
  /// camelize("line_item")                          // => "LineItem"
  /// camelize("due_date", firstUppercase: false)    // => "dueDate"
  /// camelize("project_id", firstUppercase: false)  // => "projectID"
  /// camelize("foo/bar_baz")                        // => "Foo.BarBaz"
  /// ```
  ///
  /// Acronyms have their known spelling. ``underscore(_:)`` returns the original name if each of its words begins
  /// with a letter and has at least two.
  ///
  /// - Parameters:
  ///   - name: The name, in any spelling.
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

  /// Returns the name of the table of a model: `line_items` for `LineItem`.
  ///
  /// ```swift
  /// tableize("LineItem")   // => "line_items"
  /// ```
  public func tableize(_ name: String) -> String { pluralize(underscore(name)) }

  /// Returns the name of the model of a table: `LineItem` for `line_items`.
  ///
  /// ```swift
  /// classify("line_items")   // => "LineItem"
  /// ```
  public func classify(_ name: String) -> String { camelize(singularize(name)) }

  /// Returns the name of the column that refers to a model.
  ///
  /// ```swift
  /// foreignKey("Project")                    // => "project_id"
  /// foreignKey("Project", camelized: true)   // => "projectID"
  /// foreignKey("Shop.LineItem")              // => "line_item_id"
  /// ```
  ///
  /// - Parameters:
  ///   - name: The model's name; of a path, only the last part is used.
  ///   - camelized: Whether to return the name of a Swift property.
  public func foreignKey(_ name: String, camelized: Bool = false) -> String {
    let path = underscore(name)
    let model = String(path[(path.lastIndex { $0.isExactly("/") }.map(path.index(after:)) ?? path.startIndex)...])
    return camelized ? camelize(model, firstUppercase: false) + "ID" : model + "_id"
  }

  /// Returns a word with a capital; an acronym keeps its spelling, as `iOS`.
  func capitalized(_ word: String) -> String {
    guard let first = word.first, first.isLowercase, !acronyms.contains(word) else { return word }
    return first.uppercased() + word.dropFirst()
  }
}

/// Reads names of columns from key paths, and rejects reserved names.
package enum ColumnName {
  /// Returns a stored property's name, read from the description of a key path, `\Todo.name`.
  ///
  /// Swift prints the name of the root type and then every component. A property with accessors has no name that can be
  /// relied on: Swift may find it by the symbol of its getter, which is there on some systems and stripped from apps.
  package static func read<Root>(from keyPath: PartialKeyPath<Root>) -> String {
    if let path = storedPath(of: keyPath) { return path }
    fatalError(
      """
      The name of a column of \(Root.self) cannot be read from its key path (\(keyPath)), because the property is not a \
      plain stored one: pass a name, as in Column(\\.property, name: "property").
      """)
  }

  /// Returns the path of a plain stored property, `home.zipCode`; nil if the property has accessors, observers or a
  /// wrapper.
  static func storedPath<Root>(of keyPath: PartialKeyPath<Root>) -> String? {
    // NB: Interpolation asks for conformances that key paths do not have, which takes two million instructions each
    // time.
    let text = keyPath.debugDescription
    let root = "\\\(String(describing: Root.self))."
    guard MemoryLayout<Root>.offset(of: keyPath) != nil, text.hasPrefix(root) else { return nil }
    let path = String(text.dropFirst(root.count))
    return isPath(path) ? path : nil
  }

  private static func isPath(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
  }

  /// Returns the reason why a column cannot have a name; nil when it can.
  ///
  /// - `id` is reserved for the record's id;
  /// - names with a leading underscore are reserved for files and messages.
  static func objection(to name: String, isID: Bool) -> String? {
    if name.isEmpty { return "its name is empty: give it one" }
    if name.hasPrefix("_") { return "names that begin with an underscore are reserved: pass another with name:" }
    if name == "id" && !isID { return "\"id\" is reserved for the record's id: pass another name with name:" }
    return nil
  }

  /// Converts a name to snake case, as many services write it in JSON: `dueDate` becomes `due_date`, `apiURL`
  /// becomes `api_url`.
  ///
  /// The components of a path stay separate: `home.zipCode` becomes `home.zip_code`. The rules are always the
  /// English ones: a schema is created once, by its first user, so it must not depend on the inflector in use there.
  package static func snakeCase(_ name: String) -> String {
    name.split(separator: ".", omittingEmptySubsequences: false)
      .map { Inflector.english.underscore(String($0)) }.joined(separator: ".")
  }
}

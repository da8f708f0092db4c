/// The names of columns: how one is read from a key path, and which are refused.
package enum ColumnName {
  /// Reads a stored property's name from the text of a key path, `\Todo.name`.
  ///
  /// Swift prints the path's root by the name of its type and then every component. A property with accessors prints as
  /// `<computed …>`, which is no name.
  package static func read<Root>(from keyPath: PartialKeyPath<Root>) -> String {
    let text = "\(keyPath)"
    let root = "\\\(String(describing: Root.self))."
    let path = text.hasPrefix(root) ? String(text.dropFirst(root.count)) : ""
    guard isPath(path) else {
      fatalError(
        """
        The name of a column of \(Root.self) cannot be read from its key path (\(text)), because the property is not a \
        plain stored one: pass a name, as in Column(\\.property, name: "property").
        """)
    }
    return path
  }

  private static func isPath(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
  }

  /// Why a name cannot be used for a column, or nil when it can.
  ///
  /// - `id` is the column of the record's own id;
  /// - names with a leading underscore belong to files and messages about records.
  static func objection(to name: String, isID: Bool) -> String? {
    if name.isEmpty { return "its name is empty: give it one" }
    if name.hasPrefix("_") { return "names that begin with an underscore are reserved: pass another with name:" }
    if name == "id" && !isID { return "\"id\" is reserved for the record's id: pass another name with name:" }
    return nil
  }

  /// A name as it is written in JSON by many services: `dueDate` becomes `due_date`, `apiURL` becomes `api_url`.
  ///
  /// The names of a path stay apart, `home.zipCode` and `home.zip_code`. The rules are always those of English: a schema
  /// is made once, by whoever needs it first, so it must not depend on the inflector in use there.
  static func snakeCase(_ name: String) -> String {
    name.split(separator: ".", omittingEmptySubsequences: false)
      .map { Inflector.english.underscore(String($0)) }.joined(separator: ".")
  }
}

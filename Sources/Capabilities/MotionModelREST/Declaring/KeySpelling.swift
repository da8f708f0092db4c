import MotionModel

extension RESTFormat {
  /// How a server spells the names of members.
  public struct KeySpelling: Sendable {
    let spell: @Sendable (String, Inflector) -> String

    /// `max_speed` for `maxSpeed`, and `project_id` for `projectID`.
    public static let snakeCase = KeySpelling { name, inflector in inflector.underscore(name) }

    /// `maxSpeed`, and `projectId` for `projectID`: only first letters are capital.
    public static let camelCase = KeySpelling { name, inflector in
      let words = inflector.underscore(name).split(separator: "_")
      return words.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
    }

    /// The names of the columns themselves.
    public static let asDeclared = KeySpelling { name, _ in name }

    /// A spelling of your own, made of the name of a column or a relation.
    public static func custom(_ spell: @escaping @Sendable (String) -> String) -> KeySpelling {
      KeySpelling { name, _ in spell(name) }
    }

    /// Spells a name. The steps of a path, `home.zipCode`, stay separate.
    func key(for name: String, _ inflector: Inflector) -> String {
      name.split(separator: ".", omittingEmptySubsequences: false).map { spell(String($0), inflector) }.joined(
        separator: ".")
    }
  }
}

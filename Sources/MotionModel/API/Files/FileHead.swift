/// What a file holds.
enum FileScope: String {
  /// The records of the models that it names.
  case models
  /// The records of a whole store; models that it does not name had no records.
  case store
}

/// What all formats say of themselves.
enum FileHeader {
  static let format = "MotionModel"
  /// The format's name in JSON Lines, to distinguish them from JSON.
  static let lines = "MotionModel Lines"
  /// The version of the format that this library writes.
  static let version = 1
  static let versionNumber = AttributeValue.int(Int64(version))
  /// How deep a value in a row may be nested: it may be escaped.
  static let valueDepthLimit = AttributeValue.depthLimit + 1
}

/// What a file says about itself, before it lists its models.
struct FileHead: Hashable {
  var scope: FileScope
  /// What a snapshot says of the journals that follow it. Only the compact format has it.
  var journal: AttributeValue?
  /// What this library does not know, by names.
  var other: [String: AttributeValue] = [:]

  init(_ scope: FileScope) { self.scope = scope }

  /// Reads the members of a file, except for its models.
  ///
  /// - Returns: Nil if a value is not what a writer writes.
  init?(_ members: [String: AttributeValue]) {
    // NB: Older files have no scope.
    scope = .models
    if let value = members["scope"] {
      guard let scope = (try? String(attribute: value)).flatMap(FileScope.init(rawValue:)) else { return nil }
      self.scope = scope
    }
    journal = members["journal"]
    other = members.filter { !Self.names.contains($0.key) }
  }

  private static let names: Set = ["format", "version", "scope", "models", "journal"]

  /// The members behind the format and its version, in the order in which they are written.
  var members: [(name: String, value: AttributeValue)] {
    [("scope", .string(scope.rawValue))] + other.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

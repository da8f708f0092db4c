extension Changeset {
  /// Who made a commit and why, and other values that the program wants to keep with it.
  ///
  /// ```swift
  /// var metadata = Changeset.Metadata(author: "ann", reason: "Spring cleaning")
  /// metadata["device"] = "desk"
  /// ```
  ///
  /// The store keeps the metadata with the ``Changeset`` and does not interpret it.
  public struct Metadata: Sendable, Hashable, Codable {
    /// Who made the commit.
    public var author: String?
    /// Why it was made.
    public var reason: String?
    /// Other values, by names that the program chooses.
    public var values: [String: AttributeValue]

    /// Creates metadata.
    public init(author: String? = nil, reason: String? = nil, values: [String: AttributeValue] = [:]) {
      (self.author, self.reason, self.values) = (author, reason, values)
    }

    /// Whether there is neither an author nor a reason nor any other value.
    public var isEmpty: Bool { self == Changeset.Metadata() }

    /// The value for a name that the program chose; nil when there is none.
    public subscript(name: String) -> AttributeValue? {
      get { values[name] }
      set { values[name] = newValue }
    }
  }
}

extension Changeset.Metadata: CustomStringConvertible {
  /// The author, the reason and the other values: `by ann: Spring cleaning [device: desk]`.
  public var description: String {
    let known = values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    let who = [author.map { "by \($0)" }, reason].compactMap { $0 }.joined(separator: ": ")
    return [who, known.isEmpty ? "" : "[\(known)]"].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

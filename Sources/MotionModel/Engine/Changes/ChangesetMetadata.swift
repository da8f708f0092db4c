/// Who made a commit and why, and whatever else a program wants to know of it later.
///
/// ```swift
/// var metadata = ChangesetMetadata(author: "ann", reason: "Spring cleaning")
/// metadata["device"] = "desk"
/// ```
///
/// The store keeps it with the ``Changeset`` and does not look at it.
public struct ChangesetMetadata: Sendable, Hashable, Codable {
  /// Who made the commit.
  public var author: String?
  /// Why it was made.
  public var reason: String?
  /// What else is to be known of it, by names of the program's own.
  public var values: [String: AttributeValue]

  /// Makes metadata.
  public init(author: String? = nil, reason: String? = nil, values: [String: AttributeValue] = [:]) {
    (self.author, self.reason, self.values) = (author, reason, values)
  }

  /// Whether nothing is known.
  public var isEmpty: Bool { self == ChangesetMetadata() }

  /// What is known under a name of the program's own; nil for nothing.
  public subscript(name: String) -> AttributeValue? {
    get { values[name] }
    set { values[name] = newValue }
  }
}

extension ChangesetMetadata: CustomStringConvertible {
  /// What is known: `by ann: Spring cleaning [device: desk]`.
  public var description: String {
    let known = values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    let who = [author.map { "by \($0)" }, reason].compactMap { $0 }.joined(separator: ": ")
    return [who, known.isEmpty ? "" : "[\(known)]"].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

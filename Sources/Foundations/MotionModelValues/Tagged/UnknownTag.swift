/// A value that was read with a tag which its type does not have. It is written back as it was read.
///
/// An enum keeps it in a case, see ``OpenTaggedValue``, and types behind a protocol in one of them, see
/// ``UnknownTagHolder``.
public struct UnknownTag: Hashable, Sendable, Codable {
  /// The tag.
  public let tag: String
  /// The whole value, with its tag, as it was read: a date is a string if the file's format has none.
  public let attribute: AttributeValue

  /// Creates a value from its tag and from all of it.
  package init(tag: String, attribute: AttributeValue) { (self.tag, self.attribute) = (tag, attribute) }
}

/// An unknown tag, as an internal error.
struct TagFault: Error {
  /// The name of the type that does not have it.
  let type: String
  let tag: String
  /// The tags that the type has; nil if it does not list them.
  let known: [String]?

  func decodingError(at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: "\(castError(at: ""))", underlyingError: self))
  }

  /// - Parameter place: Where the value is inside a document.
  func castError(at place: String) -> CastError {
    let list = known.map { ": " + $0.joined(separator: ", ") } ?? ""
    // A tag names a type, so the error quotes it, unless it is too long: a damaged file may have anything in its place.
    let isName = tag.utf8.count <= 40
    let found = (isName ? "the tag \(tag.debugDescription)" : "a longer tag") + (place.isEmpty ? "" : " at `\(place)`")
    guard let known else { return CastError(expected: "a tag of \(type)", found: found) }
    return CastError(
      expected: known.count == 1 ? "the tag of \(type)\(list)" : "one of the \(known.count) tags of \(type)\(list)",
      found: found)
  }
}

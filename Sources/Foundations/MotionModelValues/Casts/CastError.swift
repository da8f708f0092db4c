/// A cast that was refused: what was expected and which kind of value was found, never the value itself. Only a raw
/// value without a case and an unknown tag are named.
public struct CastError: DescribedError, Hashable {
  /// The values that the column's type accepts, in words: `a whole number from -128 to 127`.
  public let expected: String
  /// The kind of the value that was found: ``AttributeValue/kind``, with the problem where that helps:
  /// `a string that is not a number`.
  public let found: String

  /// Creates an error from what was expected and what was found instead.
  public init(expected: String, found: String) {
    self.expected = expected
    self.found = found
  }

  /// One sentence with what was expected and what was found.
  public var description: String { "expected \(expected), found \(found)" }
}

public import Foundation

/// A cast that was refused: what was expected and what kind of value came instead, never the value itself.
public struct CastError: Error, Hashable, CustomStringConvertible {
  /// What the column's type accepts, in words: `a whole number from -128 to 127`.
  public let expected: String
  /// The kind of value that came: ``AttributeValue/kind``, with what was wrong with it where that helps:
  /// `a text that is no number`.
  public let found: String

  /// Makes an error from what was expected and what was found instead.
  public init(expected: String, found: String) {
    self.expected = expected
    self.found = found
  }

  /// One sentence that names what was expected and what came.
  public var description: String { "expected \(expected), found \(found)" }
}

extension CastError: LocalizedError {
  /// The description, which `localizedDescription` gives too.
  public var errorDescription: String? { description }
}

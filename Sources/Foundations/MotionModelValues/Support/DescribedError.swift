public import Foundation

/// An error of this library. Its description is a sentence for people: what happened, where, what was expected, what to
/// do.
///
/// `localizedDescription` is that sentence, too. Errors of a program may conform, and need the description alone.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// The description.
  public var errorDescription: String? { description }
  /// Nil: the description says why.
  public var failureReason: String? { nil }
  /// Nil: the description says what to do.
  public var recoverySuggestion: String? { nil }
  /// Nil: there is no further help.
  public var helpAnchor: String? { nil }
}

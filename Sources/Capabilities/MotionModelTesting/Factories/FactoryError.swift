public import Foundation

/// The error of a factory that cannot create its records. Nothing was stored.
@nonexhaustive
public enum FactoryError: Error, Hashable {
  /// Factories call each other for parents or children, and so on without end.
  case endless(model: String)
}

extension FactoryError: CustomStringConvertible {
  /// One sentence that names the model, and says what to do.
  public var description: String {
    switch self {
    case .endless(let model):
      """
      The factory of \(model) creates related records, their factories others, and so on more than \
      \(FactoryRun.limit) times: give a record its parent, or use a factory without that relation.
      """
    }
  }
}

extension FactoryError: LocalizedError {
  /// The description, so that `localizedDescription` returns it too.
  public var errorDescription: String? { description }
}

public import MotionModel

/// The error of a factory that cannot create its records. Nothing was stored.
@nonexhaustive
public enum FactoryError: DescribedError, Hashable {
  /// Factories call each other for parents or children, and so on without end.
  case endless(model: String)
}

extension FactoryError {
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

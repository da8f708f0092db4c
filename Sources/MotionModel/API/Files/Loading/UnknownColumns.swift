/// What happens to columns in a file that the model does not have.
public enum UnknownColumns: String, Sendable, Hashable, CaseIterable {
  /// The file is refused, so that saving over it cannot lose data.
  case refuse
  /// The columns are ignored.
  case ignore
}

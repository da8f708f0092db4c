/// What happens to columns in a file that the model does not have.
public enum UnknownColumns: String, Sendable, Hashable, CaseIterable {
  /// The values are kept beside the records, and written back when these are saved again.
  case keep
  /// The file is refused.
  case refuse
  /// The columns are ignored. Saving over the file loses them.
  case ignore
}

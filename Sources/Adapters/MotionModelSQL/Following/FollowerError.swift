public import MotionModel

/// Why a store cannot follow a database, or a write to it was refused.
///
/// Messages name models, columns and servers, never values or passwords.
@nonexhaustive
public enum FollowerError: DescribedError, Hashable {
  /// Records of a followed model were written in the store. They are written by the follower's `write`.
  case directWrite(models: [String])
  /// Records of models that are not followed were written by the follower's `write`.
  case notFollowed(models: [String])
  /// The store is completed by another module, such as MotionModelREST, or two followers follow the same model.
  case storeInUse(reason: String)
  /// The store refuses what the database has committed, such as a value that is not unique.
  case refused(commit: FollowedCommit, reason: String)
  /// The database has sent a change of a row without a value that the store needs.
  case incompleteRow(model: String, column: String)
  /// The database has sent something that it should not.
  case unexpected(reason: String)
  /// The follower was stopped, or has failed.
  case stopped(reason: String)
  /// A commit was not taken in within the time-out. It may still be.
  case late(commit: FollowedCommit)
}

extension FollowerError {
  /// One sentence that says what failed, and why.
  public var description: String {
    switch self {
    case .directWrite(let models):
      "\(models.joined(separator: ", ")) follow a database, so write their records by the follower's write."
    case .notFollowed(let models):
      "\(models.joined(separator: ", ")) do not follow this database, so they cannot be written by the follower's write."
    case .storeInUse(let reason): "The store cannot follow a database: \(reason)."
    case .refused(let commit, let reason):
      "The store refuses the commit \(commit) of the database, so it does not follow any more: \(reason)"
    case .incompleteRow(let model, let column):
      "The database has sent a record of \(model) without its column \"\(column)\": set REPLICA IDENTITY FULL for its table."
    case .unexpected(let reason): "The database has sent something else than was expected: \(reason)."
    case .stopped(let reason): "The store does not follow the database any more: \(reason)"
    case .late(let commit): "The store has not yet taken in the commit \(commit) of the database."
    }
  }
}

/// A place in the sequence of a database's commits.
///
/// Commits of one database can be compared: a later commit is greater.
public struct FollowedCommit: Sendable, Hashable, Comparable, Codable {
  /// The number: in PostgreSQL the position in the server's log, in SQLite that of the latest change.
  public let position: UInt64

  /// Creates the place at a number.
  package init(position: UInt64) { self.position = position }

  /// Whether a commit is earlier.
  public static func < (commit: Self, other: Self) -> Bool { commit.position < other.position }
}

extension FollowedCommit: CustomStringConvertible {
  /// The number, as PostgreSQL writes it: `0/16B3748`.
  public var description: String {
    "\(String(position >> 32, radix: 16, uppercase: true))/\(String(position & 0xFFFF_FFFF, radix: 16, uppercase: true))"
  }
}

/// What a follower does, and how far behind the database the store is.
public struct FollowerStatus: Sendable, Hashable {
  /// What a follower does.
  @nonexhaustive
  public enum Phase: Sendable, Hashable {
    /// It takes in commits as they are made.
    case following
    /// It has lost the database, for the reason given, and tries to connect again. The store has what it had.
    case reconnecting(reason: String)
    /// It was stopped. The store has what it had.
    case stopped
    /// It has stopped, because of an error that trying again would not change.
    case failed(FollowerError)
  }

  /// What the follower does now.
  public package(set) var phase = Phase.following
  /// All commits up to this one are in the store.
  public package(set) var position = FollowedCommit(position: 0)
  /// The latest position in the sequence of commits that the database has reported.
  public package(set) var latest = FollowedCommit(position: 0)
  /// How many commits of the database were taken in, without those that are part of a filling.
  public package(set) var commitCount = 0
  /// How often the store was filled from the tables: once at the beginning, and whenever the database had not kept the
  /// commits that it lacked.
  public package(set) var fillCount = 0
  /// How long after its commit the latest commit was in the store, by the clocks of both machines; nil before the
  /// first.
  public package(set) var delay: Duration?

  package init() {}

  /// How far the store is behind the latest reported position: in PostgreSQL in bytes of its log, in SQLite in changes.
  /// Nil for a follower that was stopped or has failed, to which nothing is reported.
  public var lag: UInt64? {
    switch phase {
    case .stopped, .failed: nil
    default: latest > position ? latest.position - position.position : 0
    }
  }
}

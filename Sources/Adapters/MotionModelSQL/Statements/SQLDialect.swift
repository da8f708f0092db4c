/// The SQL of one engine.
public enum SQLDialect: String, Sendable, Hashable, CaseIterable {
  /// SQLite, with the functions and collations that the module MotionModelSQLite adds to its connections.
  case sqlite
  /// PostgreSQL, and engines that speak its protocol.
  case postgresql
}

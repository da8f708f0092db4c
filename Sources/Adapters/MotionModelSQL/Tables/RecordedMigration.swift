import MotionModel

/// A change of a database that its programs make once: rows to be rewritten, an index with a condition, a constraint, a
/// column with another name.
///
/// ```swift
/// let migrations = [
///   RecordedMigration(
///     "2026-11-29 cities", up: ["UPDATE \"Address\" SET city = trim(city)"], down: []),
///   RecordedMigration("2026-12-02 slugs") { run in
///     for row in try run("SELECT id, title FROM \"Page\" WHERE slug = ''", []) { … }
///   },
/// ]
/// try adapter.migrate([Address.self, Page.self])
/// try adapter.migrate(migrations)
/// ```
///
/// The database records their names in a table `motionmodel_migrations`. Of programs that start at once, one runs them
/// while the rest wait.
///
/// A migration works with tables and columns, and not with models: these change, and it is still there.
public struct RecordedMigration: Sendable {
  typealias Runner = (_ text: String, _ values: [SQLValue]) throws -> [[SQLValue]]

  /// The name by which the database remembers the migration.
  public let name: String
  let up: @Sendable (Runner) throws -> Void
  let down: (@Sendable (Runner) throws -> Void)?

  /// Creates a migration of code.
  ///
  /// - Parameters:
  ///   - name: The name by which the database remembers the migration.
  ///   - up: Changes the database by the closure that it is given. That runs a statement, in which values are `$1` with
  ///     PostgreSQL and `?1` with SQLite, and returns its rows. `up` may be called more than once when other
  ///     transactions are in the way, so it has no effects elsewhere.
  ///   - down: Changes it back; nil if nothing can.
  public init(
    _ name: String,
    up: @escaping @Sendable (_ run: (_ text: String, _ values: [SQLValue]) throws -> [[SQLValue]]) throws -> Void,
    down: (@Sendable (_ run: (_ text: String, _ values: [SQLValue]) throws -> [[SQLValue]]) throws -> Void)? = nil
  ) {
    (self.name, self.up, self.down) = (name, up, down)
  }

  /// Creates a migration of statements.
  ///
  /// - Parameters:
  ///   - name: The name by which the database remembers the migration.
  ///   - up: The statements that change the database.
  ///   - down: Those that change it back; nil if nothing can.
  public init(_ name: String, up: [String], down: [String]? = nil) {
    func running(_ statements: [String]) -> @Sendable (Runner) throws -> Void {
      { run in for statement in statements { _ = try run(statement, []) } }
    }
    self.init(name, up: running(up), down: down.map(running))
  }
}

/// What a database has to run so that it has recorded some migrations, and no others of these.
struct MigrationRun {
  /// Why a migration does not run inside a transaction.
  static let isOpen = "cannot run inside a transaction: run it before"
  private static let table = "motionmodel_migrations"
  private let migrations: [RecordedMigration]
  /// The number of migrations that are recorded at the end.
  private let end: Int

  /// - Parameter name: The last migration that is recorded at the end, or an empty name for none; nil for all.
  init(_ migrations: [RecordedMigration], to name: String?) throws(SQLError) {
    var names: Set<String> = []
    for migration in migrations where !names.insert(migration.name).inserted {
      throw .unfitMigration(name: migration.name, reason: "is given twice: give one another name")
    }
    self.migrations = migrations
    switch name {
    case nil: end = migrations.count
    case "": end = 0
    case let name?:
      guard let last = migrations.firstIndex(where: { $0.name == name }) else {
        throw .unfitMigration(name: name, reason: "is not one of those that are given")
      }
      end = last + 1
    }
  }

  /// Runs what is missing in the order of the migrations, after it has undone what is too much in the reverse order:
  /// all of it or nothing.
  func run<Engine: SQLEngine>(isTrial: Bool, by engine: Engine) throws -> [SQLStatement] {
    if engine.sessions.current != nil, let first = migrations.first {
      throw SQLError.unfitMigration(name: first.name, reason: Self.isOpen)
    }
    var statements: [SQLStatement] = []
    do {
      try engine.defining { connection in
        statements = try changes(by: connection)
        if isTrial { throw TrialEnd() }
      }
    } catch is TrialEnd {}
    return statements
  }

  /// The error that undoes a trial.
  private struct TrialEnd: Error {}

  private func changes(by connection: some SQLConnection) throws -> [SQLStatement] {
    var statements: [SQLStatement] = []
    func run(_ text: String, _ values: [SQLValue]) throws -> [[SQLValue]] {
      let statement = SQLStatement(text: text, bindings: values)
      statements.append(statement)
      return try connection.run(statement).rows
    }
    let recorded = try recordedNames(in: connection)
    for migration in migrations[end...].reversed() where recorded.contains(migration.name) {
      guard let down = migration.down else {
        throw SQLError.unfitMigration(name: migration.name, reason: "was run, and has nothing that undoes it")
      }
      try down(run)
      try connection.run("DELETE FROM \(name: Self.table) WHERE name = \(bind: .text(migration.name))")
    }
    for migration in migrations[..<end] where !recorded.contains(migration.name) {
      try migration.up(run)
      try connection.run("INSERT INTO \(name: Self.table) (name) VALUES (\(bind: .text(migration.name)))")
    }
    return statements
  }

  /// Returns the names of the migrations that were run, also by other versions of the program. The table is made if it
  /// is not there.
  private func recordedNames(in connection: some SQLConnection) throws(SQLError) -> Set<String> {
    if try connection.table(Self.table) == nil {
      try connection.run(
        """
        CREATE TABLE \(name: Self.table) (name text NOT NULL PRIMARY KEY, \
        recorded timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP)
        """)
    }
    let rows = try connection.run("SELECT name FROM \(name: Self.table)")
    return Set((0..<rows.count).map { rows.text($0, 0) })
  }
}

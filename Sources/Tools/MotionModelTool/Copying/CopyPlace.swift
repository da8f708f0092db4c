import Foundation
import MotionModel
import MotionModelSQL
import MotionModelStorage
import MotionModelValues

#if SQLite
  import MotionModelSQLite
#endif
#if PostgreSQL
  import MotionModelPostgreSQL
#endif

/// A file of records, or a database, as an argument names it.
enum CopyPlace {
  case file(String)
  #if SQLite
    case sqlite(URL)
  #endif
  #if PostgreSQL
    case postgresql(PostgreSQLServer)
  #endif

  /// - Throws: `UsageError` for a database that this tool does not know or was built without, never with the address,
  ///   which may have a password.
  init(_ argument: String) throws {
    if let end = argument.range(of: "://") {
      self = try Self.database(argument, scheme: String(argument[..<end.lowerBound]))
    } else if Self.isSQLite(argument) {
      self = try Self.sqlite(argument)
    } else {
      self = .file(argument)
    }
  }

  private static func database(_ address: String, scheme: String) throws -> CopyPlace {
    guard ["postgres", "postgresql"].contains(scheme.lowercased()) else {
      throw UsageError(
        "There is no database with addresses of the form \(scheme.printable)://: copy knows postgres:// and files of SQLite."
      )
    }
    #if PostgreSQL
      return .postgresql(try PostgreSQLServer(address))
    #else
      throw UsageError(withoutTrait: "PostgreSQL")
    #endif
  }

  private static func sqlite(_ path: String) throws(UsageError) -> CopyPlace {
    #if SQLite
      return .sqlite(URL(filePath: path))
    #else
      throw UsageError(withoutTrait: "SQLite")
    #endif
  }

  /// Whether a name, or the first bytes of a file that is there, are those of an SQLite database.
  private static func isSQLite(_ path: String) -> Bool {
    if ["sqlite", "sqlite3", "db"].contains(URL(filePath: path).pathExtension.lowercased()) { return true }
    guard let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType,
      type == .typeRegular, let file = FileHandle(forReadingAtPath: path)
    else { return false }
    return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
  }
}

extension UsageError {
  /// The error for a database that the tool was built without.
  init(withoutTrait name: String) {
    self.init(
      """
      This \(Tool.name) was built without \(name): build it with swift build -c release --product \(Tool.name) --traits \
      SQLite,PostgreSQL.
      """)
  }
}

// MARK: - Opening

extension CopyPlace {
  /// What the place is called in messages, without a password.
  var name: String {
    switch self {
    case .file(let path): path
    #if SQLite
      case .sqlite(let url): url.lastPathComponent
    #endif
    #if PostgreSQL
      case .postgresql(let server): "\(server)"
    #endif
    }
  }

  /// Calls `body` with the content of the place, read in one state.
  func read<Result>(_ call: Invocation, only: String?, _ body: (any CopySource) throws -> Result) throws -> Result {
    let id = call.arguments[.id]
    switch self {
    case .file(let path): return try body(DocumentSource(try call.copied(path, only: only), idColumn: id))
    #if SQLite
      case .sqlite(let url):
        let connection = try SQLiteConnection(url.path(percentEncoded: false), isReadOnly: true)
        try connection.run("BEGIN")
        return try body(TableSource(connection, .sqlite, only: only, idColumn: id))
    #endif
    #if PostgreSQL
      case .postgresql(let server):
        let connection = try PostgreSQLConnection(server, .copying)
        try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        return try body(TableSource(connection, .postgresql, only: only, idColumn: id))
    #endif
    }
  }

  /// Writes what a source has, all or nothing.
  ///
  /// - Parameter file: The path of the source's file; nil for none.
  func write(
    _ source: any CopySource, of file: String?, _ call: Invocation
  ) throws -> CopyCounts {
    switch self {
    case .file(let path):
      try call.requireNew(path)
      let document = try StoreDocument(source)
      try call.writeNew(document, to: path, of: [file])
      return CopyCounts(models: document.models.count, records: document.models.reduce(0) { $0 + $1.rows.count })
    #if SQLite
      case .sqlite(let url): return try Self.write(source, of: file, to: url, name, call)
    #endif
    #if PostgreSQL
      case .postgresql(let server):
        let connection = try PostgreSQLConnection(server, .copying)
        let target = TableTarget(
          connection: connection, dialect: .postgresql, name: name, isReplacing: call.arguments.has(.force))
        return try connection.transaction { try target.write(source) }
    #endif
    }
  }

  #if SQLite
    private static func write(
      _ source: any CopySource, of file: String?, to url: URL, _ name: String, _ call: Invocation
    ) throws -> CopyCounts {
      let (path, files) = (url.path(percentEncoded: false), DiskFiles())
      let isNew = try !files.exists(path)
      if isNew, try files.isNamed(path) { throw UsageError("\(path) is a link that leads nowhere: name a file.") }
      do {
        // SQLite gives its other files the permissions of this one.
        if isNew, let model = try PrivateFile.strictest(of: [file]) {
          try files.open(path, .creatingPrivate).setPermissions(model.permissions)
        }
        let connection = try SQLiteConnection(path)
        let target = TableTarget(
          connection: connection, dialect: .sqlite, name: name, isReplacing: call.arguments.has(.force))
        return try connection.transaction { try target.write(source) }
      } catch {
        if isNew { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        throw error
      }
    }
  #endif

  /// Whether both are the same file or database.
  func isSame(as other: CopyPlace) throws -> Bool {
    #if PostgreSQL
      if case .postgresql(let server) = self, case .postgresql(let other) = other { return server == other }
    #endif
    guard let path = filePath, let identity = try FileIdentity(path), let other = other.filePath else { return false }
    return try identity == FileIdentity(other)
  }

  /// The path of a file; nil for anything else.
  var filePath: String? {
    switch self {
    case .file(let path): path == "-" ? nil : path
    #if SQLite
      case .sqlite(let url): url.path(percentEncoded: false)
    #endif
    #if PostgreSQL
      case .postgresql: nil
    #endif
    }
  }
}

#if PostgreSQL
  extension PostgreSQLLimits {
    /// A copy may take long.
    fileprivate static var copying: PostgreSQLLimits { PostgreSQLLimits(statement: .seconds(24 * 3600)) }
  }
#endif

#if SQLite
  import Foundation
  import MotionModelSQLTestSupport
  import MotionModelSQLite
  import MotionModelValues
  import Testing

  /// Random steps that use everything at once have the results of memory.
  @Suite struct SQLiteWorldTests {
    @Test(arguments: 0..<2) func `random worlds in a database in memory have the results of memory`(part: Int) throws {
      try WorldOracle.compare(part: part, seconds: 5) { try SQLiteAdapter() }
    }

    @Test func `clashes of several records name the record that memory names`() throws {
      try ClashOracle.compare(SQLiteAdapter())
    }

    @Test(arguments: [false, true]) func `random worlds in files have the results of memory`(isDisturbed: Bool) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "worlds-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let other = Locked<SQLiteAdapter?>(nil)
      let makeAdapter = {
        let file = folder.appending(path: "\(UUID()).sqlite")
        let adapter = try SQLiteAdapter(file: file)
        try other.withLock { $0 = try SQLiteAdapter(file: file) }
        return adapter
      }
      let disturb: @Sendable (String) throws -> Void = { _ = try other.withLock(\.self)?.run($0) }
      try WorldOracle.compare(
        part: isDisturbed ? 3 : 2, seconds: 5, makeAdapter, disturb: isDisturbed ? disturb : nil)
    }
  }
#endif

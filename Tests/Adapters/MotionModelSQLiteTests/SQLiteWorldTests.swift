#if SQLite
  import Foundation
  import MotionModelSQLTestSupport
  import MotionModelSQLite
  import Testing

  /// Random steps that use everything at once have the results of memory.
  @Suite struct SQLiteWorldTests {
    @Test(arguments: 0..<2) func `random worlds in a database in memory have the results of memory`(part: Int) throws {
      try WorldOracle.compare(part: part, seconds: 5) { try SQLiteAdapter() }
    }

    @Test func `clashes of several records name the record that memory names`() throws {
      try ClashOracle.compare(SQLiteAdapter())
    }

    @Test func `random worlds in files have the results of memory`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "worlds-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try WorldOracle.compare(part: 2, seconds: 5) {
        try SQLiteAdapter(file: folder.appending(path: "\(UUID()).sqlite"))
      }
    }
  }
#endif

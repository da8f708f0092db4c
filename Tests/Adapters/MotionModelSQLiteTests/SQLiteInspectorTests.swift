#if SQLite
  import MotionModelSQLTestSupport
  import MotionModelSQLite
  import Testing

  @Suite struct SQLiteInspectorTests {
    @Test func `an inspector shows the records of SQLite as those of memory`() async throws {
      try await InspectedSamples.compare(SQLiteAdapter())
    }
  }
#endif

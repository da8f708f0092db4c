#if canImport(Testing)
  public import Foundation
  public import MotionModel
  public import Testing

  /// Expects that a file of an earlier version of a program is migrated, and that the models have not changed without a new
  /// version since.
  ///
  /// ```swift
  /// @Test func `the files of all versions are migrated`() throws {
  ///   for name in ["version-1", "version-2", "version-3"] {
  ///     let file = try #require(Bundle.module.url(forResource: name, withExtension: "json"))
  ///     expectMigrates(from: file, models: [Todo.self], migrations: Migration.all, "Todo: 3")
  ///   }
  /// }
  /// ```
  ///
  /// Keep a file of each version that was shipped, also of the present one: if a column gets another type and the schema no
  /// new `version`, the test of that file fails.
  ///
  /// The file is loaded into a fresh store, saved in each `FileFormat`, and loaded again, as by
  /// ``expectLoads(_:models:_:unknownColumns:sourceLocation:)``. What is saved must have the versions and fingerprints of
  /// the models, and need no migration. The file itself is not changed.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - models: The models of the records after the migrations.
  ///   - migrations: The migrations of the program.
  ///   - expected: The models in the order of their names, each on a line with its number of records; nil to expect no
  ///     numbers.
  ///   - sourceLocation: Where the issues are shown.
  /// - Returns: The store with the records, for further expectations; nil if the file was refused.
  /// - Complexity: O(*n*) in the number of records, nine times.
  @discardableResult
  public func expectMigrates(
    from file: URL, models: [any Model.Type], migrations: [Migration], _ expected: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Store? {
    let loading = FileLoading(models: models, migrations: migrations)
    let name = file.lastPathComponent
    let store: Store
    do {
      for change in try StoreDocument(contentsOf: file).changesWithoutVersion(of: models, file: name) {
        Report.record(change, sourceLocation)
      }
      store = try loading.load(file, .keep)
    } catch {
      Report.record("The file \(name) does not migrate: \(error)", sourceLocation)
      return nil
    }
    if let expected {
      Report.compare(
        "The file \(name) does not have the expected numbers of records.", expected: expected,
        found: loading.counts(in: store), sourceLocation)
    }
    // Without migrations, because what is saved must not need any.
    FileLoading(models: models).expectRoundTrips(store, of: file, sourceLocation)
    return store
  }
#endif

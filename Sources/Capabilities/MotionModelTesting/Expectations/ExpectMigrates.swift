#if canImport(Testing)
  public import Foundation
  public import MotionModel
  public import Testing

  /// Expects that a file of an earlier version of a program is migrated, and that the models have not changed without a
  /// new version since.
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
  /// Keep a file of each version that was shipped, also of the present one: if a column gets another type and the
  /// schema no new `version`, the file of that version is refused.
  ///
  /// The file is loaded into a fresh store, saved in each `FileFormat`, and loaded again, as by
  /// ``expectLoads(_:models:_:unknownColumns:coding:sourceLocation:)``. What is saved must have the versions and
  /// fingerprints of the models, and need no migration. The file itself is not changed.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - models: The models of the records after the migrations.
  ///   - migrations: The migrations of the program.
  ///   - expected: The models in the order of their names, each on a line with its number of records; nil to expect no
  ///     numbers.
  ///   - coding: How the bytes of the file are encoded, for example encrypted. What is saved is encoded, too.
  ///   - sourceLocation: Where the issues are shown.
  /// - Returns: The store with the records, for further expectations; nil if the file was refused.
  /// - Complexity: O(*n*) in the number of records, nine times.
  @discardableResult
  public func expectMigrates(
    from file: URL, models: [any Model.Type], migrations: [Migration], _ expected: String? = nil,
    coding: (any ByteCoding)? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Store? {
    FileLoading(models: models, migrations: migrations, coding: coding).store(
      from: file, "migrate", .keep, counting: expected, sourceLocation)
  }
#endif

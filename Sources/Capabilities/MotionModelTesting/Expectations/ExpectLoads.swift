#if canImport(Testing)
  public import Foundation
  public import MotionModel
  public import Testing

  /// Expects that a file of an earlier version of a program still loads, with all that it holds.
  ///
  /// ```swift
  /// @Test func `the file of last year loads`() throws {
  ///   let file = try #require(Bundle.module.url(forResource: "2025", withExtension: "json"))
  ///   let store = try #require(
  ///     expectLoads(file, models: [Project.self, Todo.self], "Project: 2\nTodo: 3"))
  ///   #expect(store.table(Todo.self).find(1)?.name == "Walk the dog")
  /// }
  /// ```
  ///
  /// Keep a file of each version that was shipped, also of the present one: if a column gets another type and the
  /// schema no new `version`, the file of that version is refused.
  ///
  /// The file is loaded into a fresh store, saved in each `FileFormat` that holds several models, and loaded again into
  /// other stores, which must have the same records and need no migration. The file itself is not changed. A file that
  /// is refused, a model with another number of records, and a format that loses something are issues of the test.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - models: The models of the records in the file, after the migrations.
  ///   - migrations: The migrations of the program.
  ///   - expected: The models in the order of their names, each on a line with its number of records; nil to expect no
  ///     numbers.
  ///   - unknownColumns: What happens to columns in the file that a model does not have any more.
  ///   - coding: How the bytes of the file are encoded, for example encrypted. What is saved is encoded, too.
  ///   - sourceLocation: Where the issues are shown.
  /// - Returns: The store with the records, for further expectations; nil if the file was refused.
  /// - Complexity: O(*n*) in the number of records, seven times; nine times with migrations.
  @discardableResult
  public func expectLoads(
    _ file: URL, models: [any Model.Type], migrations: [Migration] = [], _ expected: String? = nil,
    unknownColumns: UnknownColumns = .keep, coding: (any ByteCoding)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Store? {
    FileLoading(models: models, migrations: migrations, coding: coding).store(
      from: file, unknownColumns, counting: expected, sourceLocation)
  }
#endif

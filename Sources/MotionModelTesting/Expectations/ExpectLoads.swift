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
  /// The file is loaded into a fresh store, saved in each `FileFormat`, and loaded again into other stores, which must
  /// have the same records. The file itself is not changed. A file that is refused, a model with another number of
  /// records, and a format that loses something are issues of the test.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - models: The models of the records in the file.
  ///   - expected: The models in the order of their names, each on a line with its number of records; nil to expect no
  ///     numbers.
  ///   - unknownColumns: What happens to columns in the file that a model does not have any more.
  ///   - sourceLocation: Where the issues are shown.
  /// - Returns: The store with the records, for further expectations; nil if the file was refused.
  /// - Complexity: O(*n*) in the number of records, seven times.
  @discardableResult
  public func expectLoads(
    _ file: URL, models: [any Model.Type], _ expected: String? = nil, unknownColumns: UnknownColumns = .keep,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Store? {
    let loading = FileLoading(models: models)
    let store: Store
    do {
      store = try loading.load(file, unknownColumns)
    } catch {
      Report.record("The file \(file.lastPathComponent) does not load: \(error)", sourceLocation)
      return nil
    }
    if let expected {
      Report.compare(
        "The file \(file.lastPathComponent) does not have the expected numbers of records.", expected: expected,
        found: loading.counts(in: store), sourceLocation)
    }
    for format in FileFormat.allCases {
      guard let problem = loading.problemOfSaving(store, as: format) else { continue }
      Report.record(
        "The records of the file \(file.lastPathComponent), saved as \(format.rawValue) and loaded again, \(problem)",
        sourceLocation)
    }
    return store
  }

  /// Loads files of some models, each into a store of its own.
  private struct FileLoading {
    let models: [any Model.Type]

    func load(_ file: URL, _ unknownColumns: UnknownColumns) throws -> Store {
      let store = try Store.forTest(.clock(), .notificationCenter(nil))
      try Store.with(store) { _ = try store.load(from: file, models: models, unknownColumns: unknownColumns) }
      return store
    }

    /// Returns the number of records of each model: `Todo: 3`.
    func counts(in store: Store) -> String {
      let contents = Changeset.difference(from: Store(notificationCenter: nil), to: store)
      func line<Record: Model>(_ model: Record.Type) -> String {
        "\(model.modelName): \(contents.changes(of: model).count)"
      }
      return models.map { line($0) }.sorted().joined(separator: "\n")
    }

    /// Saves the records of a store, loads them again, and returns what is wrong with them; nil if nothing is.
    func problemOfSaving(_ store: Store, as format: FileFormat) -> String? {
      let folder = FileManager.default.temporaryDirectory.appending(component: "MotionModel-\(UUID())")
      defer { try? FileManager.default.removeItem(at: folder) }
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(component: "records")
        try store.save(to: file, as: format)
        let again = try load(file, .keep)
        let difference = Changeset.difference(from: store, to: again)
        return difference.isEmpty ? nil : "differ:\n\(difference.text())"
      } catch {
        return "are refused: \(error)"
      }
    }
  }
#endif

#if canImport(Testing)
  import Foundation
  import MotionModel
  import Testing

  /// Loads files of some models, each into a store of its own.
  struct FileLoading {
    let models: [any Model.Type]
    let migrations: [Migration]
    let coding: (any ByteCoding)?

    /// Returns a store with the records of a file, and records an issue if the file is refused, has other numbers of
    /// records, or a format loses something of it.
    ///
    /// - Parameter expected: The numbers of records of the models; nil to expect none.
    func store(
      from file: URL, _ unknownColumns: UnknownColumns, counting expected: String?, _ sourceLocation: SourceLocation
    ) -> Store? {
      let name = file.lastPathComponent
      let store: Store
      do { store = try load(file, migrations, unknownColumns) } catch {
        Report.record("The file \(name) does not load: \(error)", sourceLocation)
        return nil
      }
      if let expected {
        Report.compare(
          "The file \(name) does not have the expected numbers of records.", expected: expected,
          found: counts(in: store), sourceLocation)
      }
      for format in FileFormat.allCases where format.holdsSeveralModels {
        guard let problem = problemOfSaving(store, as: format) else { continue }
        Report.record(
          "The records of the file \(name), saved as \(format.rawValue) and loaded again, \(problem)", sourceLocation)
      }
      return store
    }

    private func load(_ file: URL, _ migrations: [Migration], _ unknownColumns: UnknownColumns) throws -> Store {
      let store = try Store.forTest(.clock(), .notificationCenter(nil))
      try Store.with(store) {
        _ = try store.load(
          from: file, models: models, migrations: migrations, unknownColumns: unknownColumns, coding: coding)
      }
      return store
    }

    /// Returns the number of records of each model: `Todo: 3`.
    private func counts(in store: Store) -> String {
      let contents = Changeset.difference(from: Store(notificationCenter: nil), to: store)
      func line<Record: Model>(_ model: Record.Type) -> String {
        "\(model.modelName): \(contents.changes(of: model).count)"
      }
      return models.map { line($0) }.sorted().joined(separator: "\n")
    }

    /// Saves the records of a store, loads them again without migrations, which they must not need, and returns what is
    /// wrong with them; nil if nothing is.
    private func problemOfSaving(_ store: Store, as format: FileFormat) -> String? {
      let folder = FileManager.default.temporaryDirectory.appending(component: "MotionModel-\(UUID())")
      defer { try? FileManager.default.removeItem(at: folder) }
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(component: "records")
        try store.save(to: file, as: format, coding: coding)
        let again = try load(file, [], .keep)
        let difference = Changeset.difference(from: store, to: again)
        return difference.isEmpty ? nil : "differ:\n\(difference.text())"
      } catch {
        return "are refused: \(error)"
      }
    }
  }
#endif

#if canImport(Testing)
  import Foundation
  import MotionModel
  import Testing

  /// Loads files of some models, each into a store of its own.
  struct FileLoading {
    let models: [any Model.Type]
    var migrations: [Migration] = []

    func load(_ file: URL, _ unknownColumns: UnknownColumns) throws -> Store {
      let store = try Store.forTest(.clock(), .notificationCenter(nil))
      try Store.with(store) {
        _ = try store.load(from: file, models: models, migrations: migrations, unknownColumns: unknownColumns)
      }
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

    /// Records an issue for each format in which the records of a store are not the same when they are loaded again.
    func expectRoundTrips(_ store: Store, of file: URL, _ sourceLocation: SourceLocation) {
      for format in FileFormat.allCases where format.holdsSeveralModels {
        guard let problem = problemOfSaving(store, as: format) else { continue }
        Report.record(
          "The records of the file \(file.lastPathComponent), saved as \(format.rawValue) and loaded again, \(problem)",
          sourceLocation)
      }
    }

    /// Saves the records of a store, loads them again, and returns what is wrong with them; nil if nothing is.
    private func problemOfSaving(_ store: Store, as format: FileFormat) -> String? {
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

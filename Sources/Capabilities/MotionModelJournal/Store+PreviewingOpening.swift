public import Foundation
public import MotionModel
import MotionModelStorage

extension Store {
  /// Returns what opening a store's file would do to its records, without changing its files.
  ///
  /// ```swift
  /// print(try Store.previewOpening(file: url, models: [Todo.self], migrations: Migration.all))   // ~ Todo 1: priority
  /// ```
  ///
  /// It is `previewMigration(of:)` for the file and the journals beside it, which another process may have open.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - models: The models whose records the file may have.
  ///   - migrations: The migrations of records of earlier versions.
  ///   - unknownColumns: What happens to columns in the files that a model does not have.
  ///   - coding: The coding of the files, such as an encryption; nil for plain files.
  /// - Throws: ``JournalError``, or `FileError` for the file itself.
  /// - Complexity: O(*n*) in the number of records and of commits in the journal.
  public static func previewOpening(
    file: URL, models: [any Model.Type], migrations: [Migration], unknownColumns: UnknownColumns = .keep,
    coding: (any ByteCoding)? = nil
  ) throws -> MigrationPreview {
    let path = try file.filePath
    let plan = StoredRecords(of: models, migrations: migrations, unknown: unknownColumns)
    let files = try StoreFiles(path, coding, in: DiskFiles())
    let (content, failure) = try files.content(behind: files.last.info, idColumns: plan.idColumns)
    if let failure { throw failure }
    return Store(notificationCenter: nil).previewMigration(
      of: content, file: file.lastPathComponent, models: models, migrations: migrations, unknownColumns: unknownColumns)
  }
}

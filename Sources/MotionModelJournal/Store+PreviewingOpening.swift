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
    let path = file.path(percentEncoded: false)
    let plan = StoredRecords(of: models, migrations: migrations, unknown: unknownColumns)
    let content = try StoreFiles(path, coding, in: DiskFiles()).untyped(idColumns: plan.idColumns)
    return Store(notificationCenter: nil).previewMigration(
      of: content, file: file.lastPathComponent, models: models, migrations: migrations, unknownColumns: unknownColumns)
  }
}

extension StoreFiles {
  /// The content of the file, with the commits of the journals that follow it.
  ///
  /// - Parameter idColumns: Returns the names that the column with the ids of a model has or had.
  fileprivate func untyped(idColumns: @escaping @Sendable (String) -> [String]) throws -> StoreDocument {
    let bytes = try files.decoded(onDisk(files.name) { () throws(DiskError) in try last.file.bytes() })
    var records = try UntypedRecords(bytes, file: files.name, idColumns: idColumns)
    try forEachCommit(behind: last) {
      records.beginJournal()
    } _: { place, commit in
      do throws(CommitFault) { try records.apply(commit) } catch { throw place.error(error) }
      return true
    }
    return records.document
  }
}

public import MotionModelValues

/// A migration that failed. Neither the store nor the file is changed.
public struct MigrationError: DescribedError, Hashable {
  /// The migration, with its model and versions; nil if the content of a file was changed without one.
  public internal(set) var migration: String?
  /// The file; nil if the migration was applied to content alone.
  public internal(set) var file: String?
  /// The model of the record that could not be migrated; nil if it was none in particular.
  public internal(set) var model: String?
  /// The number of the record among those of the model, from 1 on; nil if it was none in particular.
  public internal(set) var row: Int?
  /// What is wrong.
  public let reason: String

  init(_ reason: String, of migration: Migration? = nil, model: String? = nil, row: Int? = nil) {
    (self.migration, self.model, self.row, self.reason) = (migration.map { "\($0)" }, model, row, reason)
  }

  /// The error of a change to a record. An error from a nested call already names its record, and keeps it.
  init(_ error: any Error, model: String, row: Int) {
    guard var known = error as? MigrationError else {
      self.init("\(error)", model: model, row: row)
      return
    }
    if known.row == nil { (known.model, known.row) = (model, row) }
    self = known
  }

  func with(_ migration: Migration) -> MigrationError {
    var error = self
    error.migration = "\(migration)"
    return error
  }

  func with(file: String) -> MigrationError {
    var error = self
    error.file = file
    return error
  }
}

extension MigrationError {
  /// One sentence that names the migration, the file, the model, the record and the reason.
  public var description: String {
    let subject = migration.map { "The migration \($0)" } ?? "The change of a file's content"
    let place = [
      row.map { "record \($0)" }, model.map { row == nil ? "in \($0)" : "of \($0)" }, file.map { "in the file \($0)" },
    ].compactMap(\.self).joined(separator: " ")
    let target = row == nil || place.isEmpty ? place : "at \(place)"
    return "\(subject) failed\(target.isEmpty ? "" : " \(target)"): \(reason)."
  }
}

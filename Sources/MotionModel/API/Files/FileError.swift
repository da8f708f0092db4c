public import Foundation

/// A file that could not be written or read. The store is as it was before.
@nonexhaustive
public enum FileError: Error, Hashable {
  /// No file was named, and none was written or read before.
  case noPlace
  /// There is no such file.
  case missing(file: String)
  /// The system cannot read the file; with its reason.
  case unreadable(file: String, reason: String)
  /// The system cannot write the file; with its reason.
  case unwritable(file: String, reason: String)
  /// A value of a record could not be read again, so nothing is written: what is wrong with it, and where in it.
  case unwritableValue(file: String, model: String, id: String, column: String, CastError)
  /// The file is in another format than it claims to be; the one that it is in, where that can be told.
  case wrongFormat(file: String, expected: FileFormat, found: FileFormat?)
  /// The file begins in its format but cannot be read to its end, as when it was cut off.
  case malformed(file: String, format: FileFormat)
  /// The file is well-formed but holds no records.
  case notRecords(file: String, expected: String)
  /// The file was written by a version of the library that is newer than this one.
  case newer(file: String, version: Int)
  /// Two models of one name, whose records would be one in a file.
  case sameName(file: String, model: String)
  /// The file holds the records of other models than the one asked for.
  case otherModel(file: String, expected: String, found: [String])
  /// The file holds records of a model that was not named to the store.
  case unknownModel(file: String, model: String)
  /// A record in the file, counted from 1, does not fit its model.
  case row(file: String, model: String, row: Int, AttributeError)
  /// A record in the file, counted from 1, has no id, or that of one before it.
  case rowID(file: String, model: String, row: Int)
}

extension FileError: CustomStringConvertible {
  /// One sentence: which file, what was expected, and what to do.
  public var description: String {
    switch self {
    case .noPlace:
      "No file was named, and none was written or read before: name one."
    case .missing(let file):
      "There is no file \(file)."
    case .unreadable(let file, let reason):
      "The file \(file) cannot be read: \(reason)"
    case .unwritable(let file, let reason):
      "The file \(file) cannot be written: \(reason)"
    case .unwritableValue(let file, let model, let id, let column, let error):
      "The file \(file) cannot be written, because of column \"\(column)\" of \(model) \(id): \(error)."
    case .wrongFormat(let file, let expected, let found):
      "The file \(file) is not \(expected.name)\(found.map { " but \($0.name)" } ?? "")."
    case .malformed(let file, let format):
      "The file \(file) is damaged or incomplete: it begins as \(format.name) but cannot be read to its end."
    case .notRecords(let file, let expected):
      "The file \(file) holds no records: it was expected to have \(expected)."
    case .newer(let file, let version):
      "The file \(file) is in version \(version) of the format, and this library reads up to \(StoreFile.version): "
        + "use a newer one."
    case .sameName(let file, let model):
      "The file \(file) cannot be written, because two models are called \(model): rename one, or write each to a file "
        + "of its own."
    case .otherModel(let file, let expected, let found):
      "The file \(file) was expected to hold records of \(expected), and holds \(found.joined(separator: ", "))."
    case .unknownModel(let file, let model):
      "The file \(file) holds records of \(model), of which the store has not been told: pass the type in models."
    case .row(let file, let model, let row, let error):
      "Record \(row) of \(model) in the file \(file) cannot be read: \(error)"
    case .rowID(let file, let model, let row):
      "Record \(row) of \(model) in the file \(file) cannot be read: it has no id, or that of another record."
    }
  }
}

extension FileError: LocalizedError {
  /// The description, which `localizedDescription` gives too.
  public var errorDescription: String? { description }
}

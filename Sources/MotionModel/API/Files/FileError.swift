public import MotionModelValues

/// A file that could not be written or read. The store is unchanged.
@nonexhaustive
public enum FileError: DescribedError, Hashable {
  /// No file was given, and none was written or read before.
  case noPlace
  /// The file does not exist.
  case missing(file: String)
  /// The system cannot read the file, or it is one of another program; with the reason.
  case unreadable(file: String, reason: String)
  /// The file belongs to an opened store, and lacks commits of the journals beside it.
  case incomplete(file: String)
  /// The system cannot write the file; with the system's reason.
  case unwritable(file: String, reason: String)
  /// A value of a record could not be read again, so nothing is written; the last value says what is wrong with it.
  case unwritableValue(file: String, model: String, id: String, column: String, CastError)
  /// The file is not in the expected format; `found` is its format, or nil if that is unknown.
  case wrongFormat(file: String, expected: FileFormat, found: FileFormat?)
  /// The file begins in its format but cannot be read to its end, for example because it was truncated.
  /// `place` says where, if that is known.
  case malformed(file: String, format: FileFormat, place: String? = nil)
  /// The file is well-formed but does not have the structure of a file of records.
  case notRecords(file: String, expected: String)
  /// The file was written by a newer version of the library.
  case newer(file: String, version: Int)
  /// The file was written by a program with a newer version of a model; `known` is the version of this program.
  case newerModel(file: String, model: String, version: Int, known: Int)
  /// The file was written by a program with an earlier version of a model, and no migration leads from it to the
  /// version of this program, `known`; `reached` is the version to which some lead.
  case notMigrated(file: String, model: String, version: Int, reached: Int? = nil, known: Int)
  /// Columns have other types than in the file, which says that the model has the same version. Each is named with both
  /// types.
  case changedTypes(file: String, model: String, columns: [String])
  /// Two models have the same name, so their records could not be distinguished in a file.
  case sameName(file: String, model: String)
  /// A string was requested in a format that is not text.
  case notText(FileFormat)
  /// The file was expected to hold one record, and holds another number.
  case notOneRecord(file: String, model: String, count: Int)
  /// The format holds the records of one model, and none or several models were to be written.
  case severalModels(file: String, format: FileFormat, found: [String])
  /// The file holds records of other models than the requested one.
  case otherModel(file: String, expected: String, found: [String])
  /// The file holds records without the name of their model, and not one model was passed to the call.
  case unnamedModel(file: String)
  /// The file holds records of a model that was not passed to the call and that the store has had no records of.
  case unknownModel(file: String, model: String)
  /// A record in the file does not fit its model; `row` counts from 1.
  case row(file: String, model: String, row: Int, AttributeError)
  /// A record in a file of lines does not fit its model; `line` is the first one of the record, from 1.
  case line(file: String, model: String, line: Int, AttributeError)
  /// The file is encoded otherwise than was expected; nil means not at all. It is decoded by the coding that `found`
  /// names.
  case otherCoding(file: String, expected: String?, found: String?)
  /// The coding cannot encode a piece of the file, which is not written; `piece` counts from 0. With the reason that it
  /// gives.
  case notEncoded(file: String, coding: String, piece: Int, reason: String)
  /// The coding cannot decode a piece of the file, for example because the key is another one, or the file was changed
  /// on purpose; `piece` counts from 0. With the reason that it gives.
  case notDecoded(file: String, coding: String, piece: Int, reason: String)
  /// The file is encoded, and damaged or incomplete; `piece` counts from 0, and is nil for its beginning.
  case damagedPiece(file: String, coding: String?, piece: Int?)
  /// A record in the file has no id, or the id of an earlier record; `row` counts from 1.
  case rowID(file: String, model: String, row: Int)
}

extension FileError {
  init(_ value: UnwritableValue, file: String) {
    self = .unwritableValue(file: file, model: value.model, id: value.id, column: value.column, value.reason)
  }

  /// The error for a file that does not begin as one of an expected format.
  ///
  /// - Parameters:
  ///   - found: The format as which it begins; nil if that is unknown.
  ///   - coding: The coding that has decoded it. A coding without authentication does not detect a wrong key.
  static func otherFormat(
    file: String, expected: FileFormat, found: FileFormat?, _ coding: (any ByteCoding)?
  ) -> FileError {
    guard let coding, found == nil else { return .wrongFormat(file: file, expected: expected, found: found) }
    return .notDecoded(
      file: file, coding: coding.name, piece: 0,
      reason: "what comes out is not \(expected.name), perhaps because the key is another one.")
  }
}

extension FileError {
  /// One sentence with the file, what was expected, and what to do.
  public var description: String {
    switch self {
    case .noPlace:
      "No file was named, and none was written or read before: name one."
    case .missing(let file):
      "There is no file \(file)."
    case .unreadable(let file, let reason):
      "The file \(file) cannot be read: \(reason.behindColon)"
    case .incomplete(let file):
      """
      The file \(file) cannot be read alone, because the journals beside it have commits that it lacks: read both with \
      Store(following:) or StoreDocument(ofStore:), or compact the store first.
      """
    case .unwritable(let file, let reason):
      "The file \(file) cannot be written: \(reason.behindColon)"
    case .unwritableValue(let file, let model, let id, let column, let error):
      "The file \(file) cannot be written, because of column \"\(column)\" of \(model) \(id): \(error)."
    case .wrongFormat(let file, let expected, let found):
      "The file \(file) is not \(expected.name)\(found.map { " but \($0.name)" } ?? "")."
    case .malformed(let file, let format, nil):
      "The file \(file) is damaged or incomplete: it begins as \(format.name) but cannot be read to its end."
    case .malformed(let file, .compact, let place?):
      "The file \(file) is damaged or incomplete: it begins as the compact format but cannot be read \(place)."
    case .malformed(let file, let format, let place?):
      "The file \(file) cannot be read as \(format.name) \(place): correct it there, or take a copy that is whole."
    case .notRecords(let file, let expected):
      "The file \(file) holds no records: it was expected to have \(expected)."
    case .newer(let file, let version):
      "The file \(file) is in version \(version) of the format, and this library reads up to \(FileHeader.version): "
        + "use a newer one."
    case .newerModel(let file, let model, let version, let known):
      "The file \(file) holds records of \(model) in version \(version), and this program reads up to version \(known): "
        + "use a newer one."
    case .changedTypes(let file, let model, let columns):
      "The file \(file) \(ChangedColumns.description(model, columns))"
    case .notMigrated(let file, let model, let version, let reached?, let known):
      "The file \(file) holds records of \(model) in version \(version), which migrations bring to version \(reached), and no "
        + "migration leads from there to version \(known): pass one in migrations."
    case .notMigrated(let file, let model, let version, nil, let known):
      "The file \(file) holds records of \(model) in version \(version), and no migration leads from there to version "
        + "\(known): pass one in migrations."
    case .sameName(let file, let model):
      "The file \(file) cannot be written, because two models are called \(model): rename one, or write each to a file "
        + "of its own."
    case .notText(let format):
      "A string cannot hold \(format.name), which is not text: use data(as:)."
    case .notOneRecord(let file, let model, let count):
      "The file \(file) was expected to hold one record of \(model), and holds \(count == 0 ? "none" : "\(count)")."
    case .severalModels(let file, let format, let found):
      "The file \(file) cannot be written, because \(format.name) holds the records of one model, and these are those of "
        + "\(found.isEmpty ? "none" : found.sorted().joined(separator: ", ")): write each model to a file of its own."
    case .otherModel(let file, let expected, let found):
      "The file \(file) was expected to hold records of \(expected), and holds \(found.joined(separator: ", "))."
    case .unnamedModel(let file):
      "The file \(file) does not name the model of its records: pass its type alone in models."
    case .unknownModel(let file, let model):
      "The file \(file) holds records of \(model), a model that the store does not know: pass its type in models."
    case .otherCoding(let file, let expected?, nil):
      "The file \(file) is not encoded, though the coding \(expected) was passed: load it without one, and save it with it."
    case .otherCoding(let file, let expected, let found):
      "The file \(file) is encoded with \(found ?? "nothing")\(expected.map { ", and not with \($0)" } ?? ""): pass that "
        + "coding."
    case .notEncoded(let file, let coding, let piece, let reason):
      "The file \(file) cannot be written, because piece \(piece) cannot be encoded with \(coding): \(reason.behindColon)"
    case .notDecoded(let file, let coding, let piece, let reason):
      "Piece \(piece) of the file \(file) cannot be decoded with \(coding): \(reason.behindColon)"
    case .damagedPiece(let file, let coding, let piece):
      "The encoded file \(file) is damaged or incomplete at "
        + "\(piece.map { "piece \($0)" } ?? "its beginning")\(coding.map { ": it begins as one of \($0)" } ?? "")."
    case .row(let file, let model, let row, let error):
      "Record \(row) of \(model) in the file \(file) cannot be read: \(error)"
    case .line(let file, let model, let line, let error):
      "Line \(line) of the file \(file) cannot be read as a record of \(model): \(error)"
    case .rowID(let file, let model, let row):
      "Record \(row) of \(model) in the file \(file) cannot be read: it has no id, or that of another record."
    }
  }
}

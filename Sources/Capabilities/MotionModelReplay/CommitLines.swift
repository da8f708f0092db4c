import Foundation
import MotionModel
import MotionModelValues

/// Commits and records as text that is the same in every run.
enum CommitLines {
  /// A line for each record, in the order of the commit, and one for the metadata.
  ///
  /// An insertion lists the columns that differ from the defaults, an update the columns that changed.
  static func lines(of changeset: Changeset) -> [String] {
    func lines<Record: Model>(_ model: Record.Type) -> [String] {
      let fresh = Record()
      return changeset.changes(of: model).map { line($0, fresh) }
    }
    let metadata = changeset.metadata.isEmpty ? [] : ["\(changeset.metadata)"]
    return metadata + changeset.models.flatMap { lines($0) }
  }

  private static func line<Record: Model>(_ change: Change<Record>, _ fresh: Record) -> String {
    let record = "\(Record.schema.modelName) \(change.id.attribute)"
    switch change.kind {
    case .delete: return "- \(record)"
    case .update: return "~ \(record): \(columns(change.columns) { "\(JSONFormat.written($0.old)) → " })"
    case .insert:
      guard let new = change.new else { return "+ \(record)" }
      let id = Record.schema.idName
      return "+ \(record): \(columns(new.changes(from: fresh).filter { $0.column != id }) { _ in "" })"
    }
  }

  private static func columns(_ changes: [ColumnChange], _ before: (ColumnChange) -> String) -> String {
    changes.map { "\($0.column) \(before($0))\(JSONFormat.written($0.new))" }.joined(separator: ", ")
  }

  /// Records as an array of JSON, with their columns in the order of the schema.
  static func json<Record: Model>(of records: [Record]) -> String {
    let rows = records.map { record in
      var json = JSONWriter()
      json.write(object: Record.schema.columns.map { ($0.name, $0[record]) })
      return String(decoding: json.takeBytes(), as: UTF8.self)
    }
    return JSONText.canonical("[\(rows.joined(separator: ", "))]")
  }
}

/// Values as JSON that is the same in every run.
enum JSONText {
  /// Returns a value as JSON, in which numbers that are not finite are strings, as in files of records.
  static func of(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: infinity, negativeInfinity: "-\(infinity)", nan: nan)
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    // JSON that the library does not read, such as very deep one, and a number with too many digits for a binary
    // fraction, which would become a string, stay as they are.
    guard case .success(let read) = JSONFormat.read(text) else { return text }
    let canonical = JSONFormat.written(read)
    return read == self.value(canonical) ? canonical : text
  }

  /// Returns a value as JSON; a note with its type if it cannot be encoded: recording must not make a call fail that
  /// has succeeded, or would.
  static func recorded(_ value: some Encodable) -> String {
    (try? of(value)) ?? JSONFormat.written(.dictionary(["unrecorded": .string("\(type(of: value))")]))
  }

  /// Returns the value that was encoded.
  static func decoded<Value: Decodable>(_ text: String) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: infinity, negativeInfinity: "-\(infinity)", nan: nan)
    return try decoder.decode(Value.self, from: Data(text.utf8))
  }

  private static let (infinity, nan) = ("Infinity", "NaN")

  /// Returns JSON in the form that the library writes.
  static func canonical(_ text: String) -> String { JSONFormat.written(value(text)) }

  private static func value(_ text: String) -> AttributeValue {
    if case .success(let value) = JSONFormat.read(text) { value } else { .string(text) }
  }

  // MARK: - In files

  /// The name of the only member of an object that stands for JSON in another form than the library writes.
  private static let verbatim = "json"

  /// Returns the value with which a file has some JSON.
  static func filed(_ text: String) -> AttributeValue {
    let value = value(text)
    return JSONFormat.written(value) == text && !isVerbatim(value) ? value : .dictionary([verbatim: .string(text)])
  }

  /// Returns the JSON that a file has as a value.
  static func text(filed value: AttributeValue) -> String {
    if case .dictionary(let members) = value, isVerbatim(value), case .string(let text)? = members[verbatim] {
      return text
    }
    return JSONFormat.written(value)
  }

  private static func isVerbatim(_ value: AttributeValue) -> Bool {
    if case .dictionary(let members) = value, members.count == 1, case .string? = members[verbatim] {
      true
    } else {
      false
    }
  }
}

import Foundation
import MotionModel
import MotionModelInspector
import MotionModelValues

extension Records {
  /// The rule by which a column has a type, for the help.
  static let rule =
    "A column whose type the file does not say, as in CSV, has numbers, Booleans, dates or UUIDs if all of its "
    + "values are such, and text otherwise. A number has no zeros in front, as postal codes have, and no plus sign. "
    + "Conditions, orders and figures all go by that; --types says it otherwise, and a value that is not of that "
    + "type then is as nil in conditions and orders. With --types, also as auto, JSON that is printed has numbers "
    + "and Booleans instead of strings."

  private static let words: [String: ColumnKind] = [
    "number": .number, "decimal": .decimal, "date": .date, "boolean": .bool, "uuid": .uuid, "text": .string,
  ]

  /// Reads what `--types` says of the columns of a model: `Total=number`, or `auto`.
  static func kinds(_ texts: [String], in model: StoreDocument.Table) throws(UsageError) -> [String: ColumnKind] {
    let words = texts.flatMap { $0.split(separator: ",").map(\.trimmingSpaces) }
    if words.isEmpty { return [:] }
    let records = Records(model)
    let open = records.names.indices.filter { records.columns.kinds[$0] == .unknown }
    var said: [String: ColumnKind] = [:]
    for word in words where word != "auto" {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard parts.count > 1, let type = parts.last, let kind = Self.words[type] else {
        throw UsageError(
          "\(word) is neither auto nor of the form COLUMN=TYPE, with number, decimal, date, boolean, uuid or text.")
      }
      let name = parts.dropLast().joined(separator: "=")
      let place = try records.places(of: [name])[0]
      guard open.contains(place) else {
        throw UsageError("\(name) has a type in the file: \(model.columns[place].type ?? "its values are no strings").")
      }
      said[name] = kind
    }
    if words.contains("auto") {
      // A column without values has text.
      let found = records.kinds(of: open).mapValues { $0 == .unknown ? .string : $0 }
      said.merge(open.map { (records.names[$0], found[$0] ?? .string) }) { said, _ in said }
    }
    return said
  }
}

extension Invocation {
  /// Returns records with values of the types that `--types` says, instead of strings.
  ///
  /// - Throws: `FileError` with the first value that is not of its column's type.
  func typed(_ document: StoreDocument) throws -> StoreDocument {
    let texts = arguments.all(.types)
    if texts.isEmpty { return document }
    guard document.models.count == 1 else {
      throw UsageError("--types is for records of one model: name it with --model.")
    }
    var document = document
    let kinds = try Records.kinds(texts, in: document.models[0])
    try document.models[0].setTypes(
      kinds, file: arguments[.file].map { URL(filePath: $0).lastPathComponent } ?? "of records")
    return document
  }
}

extension StoreDocument.Table {
  fileprivate mutating func setTypes(_ kinds: [String: ColumnKind], file: String) throws {
    for place in columns.indices {
      guard let kind = kinds[columns[place].name] else { continue }
      try setType(kind, at: place, file: file)
    }
    guard let id = knownIDColumn else { return }
    let numbers = rows.compactMap { row in
      if case .int(let number)? = row[id], number < .max { Int(number) } else { nil }
    }
    nextNumber = max(nextNumber, (numbers.max() ?? 0) + 1)
  }

  private mutating func setType(_ kind: ColumnKind, at place: Int, file: String) throws {
    let name = columns[place].name
    var values: [AttributeValue?] = []
    for number in rows.indices {
      guard let value = rows.value(at: number, column: place), !value.isNull else {
        values.append(nil)
        continue
      }
      guard let typed = kind.typed(value) else {
        throw FileError.unreadable(
          file: file,
          reason: "\(name) of record \(number + 1) is \(value.quotedText) and not \(kind.expected): "
            + "correct it with set, or say --types \(name)=text.")
      }
      values.append(typed)
    }
    let hasFractions = values.contains { if case .double? = $0 { true } else { false } }
    for (number, value) in values.enumerated() {
      if hasFractions, case .int(let whole)? = value {
        rows[number][name] = .double(Double(whole))
      } else {
        rows[number][name] = value
      }
    }
    let isOptional = values.contains { $0 == nil }
    columns[place].type = kind.typeName(hasFractions: hasFractions).map { isOptional ? "\($0)?" : $0 }
  }
}

extension ColumnKind {
  /// Returns a value as one of this kind that files distinguish from a string: a number is whole or binary.
  func typed(_ value: AttributeValue) -> AttributeValue? {
    guard self == .number, case .string(let text) = value else { return cast(value) }
    return Int64(text).map { .int($0) } ?? Double(text).map { .double($0) }
  }

  /// The type that files name, of a kind that `--types` says.
  fileprivate func typeName(hasFractions: Bool) -> String? {
    switch self {
    case .number: hasFractions ? "Double" : "Int"
    case .decimal: "Decimal"
    case .date: "Date"
    case .bool: "Bool"
    case .uuid: "UUID"
    case .string: "String"
    default: nil
    }
  }
}

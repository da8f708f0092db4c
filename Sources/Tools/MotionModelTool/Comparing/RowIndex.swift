import MotionModel
import MotionModelInspector
import MotionModelValues

/// The rows of a model by their ids. Of rows with one id, the first one counts.
struct RowIndex {
  private(set) var ids: [AttributeValue] = []
  private var numbers: [AttributeValue: Int] = [:]

  /// - Parameter kind: The kind as which ids are compared.
  init(_ records: Records, as kind: ColumnKind) {
    for number in 0..<records.count {
      guard let id = records.comparedID(of: records.row(number), as: kind), numbers[id] == nil else { continue }
      numbers[id] = number
      ids.append(id)
    }
  }

  /// The number of the row with an id.
  subscript(id: AttributeValue) -> Int? { numbers[id] }
}

extension Records {
  /// The id of a row, alike in all formats.
  ///
  /// - Parameter kind: The kind of the id in the files that know it; formats of text have strings instead.
  func comparedID(of row: RowValues, as kind: ColumnKind = .unknown) -> AttributeValue? {
    guard let idPlace, let id = row[idPlace], !id.isNull else { return nil }
    let value = kind.cast(id) ?? id
    guard case .uuid = value else { return value.comparable }
    return .string(value.plainString)
  }
}

extension ColumnKind {
  /// The kind of the ids in some files: the first known one.
  init(ofIDsIn files: [Records]) {
    let kinds = files.compactMap { records in records.idPlace.map { records.columns.kinds[$0] } }
    self = kinds.first { $0 != .unknown } ?? .unknown
  }
}

/// How the values of one column are compared in two files, which may have different formats.
struct ValueComparison {
  private let kind: ColumnKind

  init(_ name: String, _ first: Records, _ second: Records) {
    let kinds = [first, second].compactMap { file in file.columns.place(of: name).map { file.columns.kinds[$0] } }
    kind = kinds.first { $0 != .unknown } ?? .unknown
  }

  /// Returns a value as it is shown: as a value of the column's kind, also from a format that has strings for it.
  func shown(_ value: AttributeValue?) -> AttributeValue? { value.map { kind.cast(read($0)) ?? read($0) } }

  /// Returns a value as in formats that distinguish numbers from strings.
  func read(_ value: AttributeValue) -> AttributeValue {
    guard case .string(let text) = value else { return value }
    switch kind {
    case .integer, .double, .number: return kind.cast(value) ?? value
    case .bool: return text == "true" ? true : text == "false" ? false : value
    case .array, .dictionary:
      // CSV has JSON for them.
      guard case .success(let content) = JSONFormat.read(text) else { return value }
      switch (kind, content) {
      case (.array, .array), (.dictionary, .dictionary): return content
      default: return value
      }
    default: return value
    }
  }

  func areSame(_ first: AttributeValue?, _ second: AttributeValue?) -> Bool {
    guard let first, let second else { return first.isNothing && second.isNothing }
    if first.isExactly(second) { return true }
    if first.isNull || second.isNull { return false }
    return shown(first)?.comparable == shown(second)?.comparable
  }
}

import MotionModelValues

/// The rows of a model by their ids. Of rows with one id, the first one counts.
struct RowIndex {
  private(set) var ids: [AttributeValue] = []
  private var numbers: [AttributeValue: Int] = [:]

  init(_ records: Records) {
    for number in 0..<records.count {
      guard let id = records.comparedID(of: records.row(number)), numbers[id] == nil else { continue }
      numbers[id] = number
      ids.append(id)
    }
  }

  /// The number of the row with an id.
  subscript(id: AttributeValue) -> Int? { numbers[id] }
}

extension Records {
  /// The id of a row, alike in all formats.
  func comparedID(of row: Row) -> AttributeValue? {
    guard let idPlace, let id = row[idPlace], !id.isNull else { return nil }
    guard case .uuid = id else { return id.comparable }
    return .string(id.plainString)
  }

  /// The places of the columns in another file; nil for columns that it does not have.
  func places(in other: Records) -> [(name: String, own: Int, other: Int?)] {
    names.enumerated().map { own, name in
      guard case .column(let place, _)? = other.columns[name] else { return (name, own, nil) }
      return (name, own, place)
    }
  }
}

/// How the values of one column are compared in two files, which may have different formats.
struct ValueComparison {
  private let kind: ColumnKind

  init(_ name: String, _ first: Records, _ second: Records) {
    let kinds = [first, second].compactMap { $0.columns[name]?.kind }
    kind = kinds.first { $0 != .unknown } ?? .unknown
  }

  /// Returns a value as it is shown: as a value of the column's kind, also from a format that has strings for it.
  func shown(_ value: AttributeValue?) -> AttributeValue? { value.flatMap { kind.cast($0) ?? $0 } }

  func areSame(_ first: AttributeValue?, _ second: AttributeValue?) -> Bool {
    guard let first, let second else { return first.isNothing && second.isNothing }
    if first.isExactly(second) { return true }
    if first.isNull || second.isNull { return false }
    return (kind.cast(first) ?? first).comparable == (kind.cast(second) ?? second).comparable
  }
}

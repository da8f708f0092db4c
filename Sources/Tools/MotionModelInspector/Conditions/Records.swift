package import MotionModel
package import MotionModelValues

/// The records of a model in a file, read by the places of columns.
package struct Records: Sendable {
  package let model: StoreDocument.Table
  /// The place of the column with the ids; nil if it is not known.
  package let idPlace: Int?
  package let columns: ConditionColumns

  /// - Parameters:
  ///   - idColumn: The column with the ids, if the model has it; nil for the one that the file lets assume.
  ///   - said: The kinds of columns of which the file does not say them, by the names.
  package init(_ model: StoreDocument.Table, idColumn: String? = nil, saying said: [String: ColumnKind] = [:]) {
    self.model = model
    let names = model.columns.map(\.name)
    idPlace = [idColumn, model.knownIDColumn].lazy.compactMap { $0.flatMap(names.firstIndex) }.first
    let kinds = zip(names, Self.kinds(of: model.columns, in: model.rows)).map { said[$0] ?? $1 }
    let rows = model.rows
    columns = ConditionColumns(Array(zip(names, kinds))) { Self.kinds(ofStringsAt: [$0], in: rows)[$0] ?? .unknown }
  }

  /// How formats of text have numbers that are not finite.
  fileprivate static let notFinite: Set = ["NaN", "Infinity", "-Infinity"]

  package var names: [String] { columns.names }
  package var count: Int { model.rows.count }

  package func row(_ index: Int) -> RowValues { model.rows.values(at: index) }

  package func id(of row: RowValues) -> AttributeValue? { idPlace.flatMap { row[$0] } }

  /// The kinds that the file says, or else those of the first values. A string may stand for something else in a format
  /// of text, so it says nothing.
  private static func kinds(of columns: [StoreDocument.Column], in rows: StoreDocument.Rows) -> [ColumnKind] {
    var kinds = columns.map { ColumnKind(type: $0.type) }
    var open = Set(columns.indices.filter { columns[$0].type == nil })
    for index in rows.indices where !open.isEmpty {
      let row = rows.values(at: index)
      // Each record has few of very many columns.
      for place in row.places where open.contains(place) {
        guard let value = row[place], !value.isNull else { continue }
        if case .string(let text) = value {
          if notFinite.contains(text) { continue }
        } else {
          kinds[place] = ColumnKind(of: value)
        }
        open.remove(place)
      }
    }
    return kinds
  }

  /// The kinds of columns, by their places.
  package func kinds(of places: [Int]) -> [Int: ColumnKind] {
    let known = Dictionary(places.map { ($0, columns.kinds[$0]) }) { first, _ in first }
    return known.merging(
      Self.kinds(ofStringsAt: places.filter { columns.kinds[$0] == .unknown }, in: model.rows)
    ) { $1 }
  }

  /// The kinds of columns of which neither the file nor the first value says them, by their places: that of which all
  /// strings are, or else strings. Columns that have other values, too, are left out.
  private static func kinds(ofStringsAt places: [Int], in rows: StoreDocument.Rows) -> [Int: ColumnKind] {
    var candidates: [Int: [ColumnKind]] = [:]
    var open = Set(places)
    for index in rows.indices where !open.isEmpty {
      let row = rows.values(at: index)
      for place in places.count == 1 ? places : row.places where open.contains(place) {
        guard let value = row[place], !value.isNull else { continue }
        guard case .string(let text) = value else {
          candidates[place] = nil
          open.remove(place)
          continue
        }
        let kinds = candidates[place] ?? [.number, .bool, .date, .uuid]
        candidates[place] = kinds.isEmpty ? kinds : kinds.filter { text.stands(for: $0) }
      }
    }
    return candidates.mapValues { $0.first ?? .string }
  }
}

extension String {
  /// Whether the string stands for a value of a kind in a format that has strings alone.
  fileprivate func stands(for kind: ColumnKind) -> Bool {
    kind == .number ? isNumber || Records.notFinite.contains(self) : kind.cast(.string(self)) != nil
  }

  /// Whether it is a number as programs write them: `12`, `-0.50`, `1.5e-7`. A number has no zeros in front, as postal
  /// codes have, and no plus sign, as telephone numbers have.
  private var isNumber: Bool {
    var rest = Array(utf8)[...]
    func takeDigits() -> Int {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest[digits.endIndex...]
      return digits.count
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    var count = takeDigits()
    if startsWithZero && count > 1 { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      let decimals = takeDigits()
      if decimals == 0 { return false }
      count += decimals
    }
    if count > 0, let sign = rest.first, sign | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
      if takeDigits() == 0 { return false }
    }
    return count > 0 && rest.isEmpty
  }
}

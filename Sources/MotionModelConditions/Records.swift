package import MotionModel
package import MotionModelValues

/// The records of a model in a file, read by the places of columns.
package struct Records: Sendable {
  package let model: ModelDocument
  /// The place of the column with the ids; nil if it is not known.
  package let idPlace: Int?
  package let columns: ConditionColumns

  /// - Parameter idColumn: The column with the ids, if the model has it; nil for the one that the file lets assume.
  package init(_ model: ModelDocument, idColumn: String? = nil) {
    self.model = model
    let names = model.columns.map(\.name)
    idPlace = [idColumn, model.knownIDColumn].lazy.compactMap { $0.flatMap(names.firstIndex) }.first
    columns = ConditionColumns(Array(zip(names, Self.kinds(of: model.columns, in: model.rows))))
  }

  /// How formats of text have numbers that are not finite.
  private static let notFinite: Set = ["NaN", "Infinity", "-Infinity"]

  package var names: [String] { columns.names }
  package var count: Int { model.rows.count }

  package func row(_ index: Int) -> Row { model.rows.values(at: index) }

  package func id(of row: Row) -> AttributeValue? { idPlace.flatMap { row[$0] } }

  /// The kinds that the file says, or else those of the first values. A string may stand for something else in a format of
  /// text, so it says nothing.
  private static func kinds(of columns: [ColumnDocument], in rows: RowDocuments) -> [ColumnKind] {
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

  /// The kind by which a column is ordered and counted.
  ///
  /// Strings of a column of an unknown kind are dates if all of them are dates as files have them, and numbers if all of
  /// them are numbers as files have them, without zeros in front as in postal codes.
  package func orderKind(of operand: Operand) -> ColumnKind {
    guard case .column(let place, .unknown) = operand else { return operand.kind }
    return orderKinds(of: [place])[0]
  }

  /// The kinds by which columns are ordered and counted.
  package func orderKinds(of places: [Int]) -> [ColumnKind] {
    var candidates: [Int: [ColumnKind]] = [:]
    for place in places where columns.kinds[place] == .unknown { candidates[place] = [.date, .decimal] }
    for index in 0..<count where !candidates.isEmpty {
      let row = row(index)
      for place in candidates.count == 1 ? Array(candidates.keys) : row.places {
        guard let value = row[place], !value.isNull, var kinds = candidates[place] else { continue }
        if case .string(let text) = value { kinds.removeAll { !text.isWritten(as: $0) } } else { kinds = [] }
        candidates[place] = kinds.isEmpty ? nil : kinds
      }
    }
    return places.map { place in
      guard columns.kinds[place] == .unknown else { return columns.kinds[place] }
      return candidates[place].flatMap { $0.count == 1 ? $0[0] : nil } ?? .unknown
    }
  }
}

extension String {
  /// Whether files have a value of the kind like this.
  package func isWritten(as kind: ColumnKind) -> Bool { kind.cast(.string(self))?.plainString == self }
}

import MotionModel
import MotionModelValues

/// The records of a model in a file, read by the places of columns.
struct Records {
  let model: ModelDocument
  /// The place of the column with the ids; nil if it is not known.
  let idPlace: Int?
  let columns: ConditionColumns

  /// - Parameter idColumn: The column with the ids, if the model has it; nil for the one that the file lets assume.
  init(_ model: ModelDocument, idColumn: String? = nil) {
    self.model = model
    let names = model.columns.map(\.name)
    idPlace = [idColumn, model.knownIDColumn].lazy.compactMap { $0.flatMap(names.firstIndex) }.first
    columns = ConditionColumns(
      model.columns.enumerated().map { place, column in (column.name, Self.kind(of: column, place, in: model.rows)) })
  }

  /// How formats of text have numbers that are not finite.
  private static let notFinite: Set = ["NaN", "Infinity", "-Infinity"]

  var names: [String] { columns.names }
  var count: Int { model.rows.count }

  func row(_ index: Int) -> Row { model.rows.values(at: index) }

  func id(of row: Row) -> AttributeValue? { idPlace.flatMap { row[$0] } }

  /// The kind that the file says, or else that of the first value. A string may stand for something else in a format of
  /// text, so it says nothing.
  private static func kind(of column: ColumnDocument, _ place: Int, in rows: RowDocuments) -> ColumnKind {
    let declared = ColumnKind(type: column.type)
    if declared != .unknown || column.type != nil { return declared }
    for index in rows.indices {
      guard let value = rows.value(at: index, column: place), !value.isNull else { continue }
      guard case .string(let text) = value else { return ColumnKind(of: value) }
      if !Self.notFinite.contains(text) { return .unknown }
    }
    return .unknown
  }

  /// The kind by which a column is ordered and counted.
  ///
  /// Strings of a column of an unknown kind are dates if all of them are dates as files have them, and numbers if all of
  /// them are numbers as files have them, without zeros in front as in postal codes.
  func orderKind(of operand: Operand) -> ColumnKind {
    guard case .column(let place, .unknown) = operand else { return operand.kind }
    var candidates: [ColumnKind] = [.date, .decimal]
    for index in 0..<count {
      guard let value = model.rows.value(at: index, column: place), !value.isNull else { continue }
      guard case .string(let text) = value else { return .unknown }
      candidates.removeAll { !text.isWritten(as: $0) }
      if candidates.isEmpty { return .unknown }
    }
    return candidates.count == 1 ? candidates[0] : .unknown
  }

  /// Returns the places of columns by their names; nil for all columns.
  func places(of names: [String]?) throws(UsageError) -> [Int] {
    guard let names else { return Array(self.names.indices) }
    var places: [Int] = []
    for name in names {
      guard case .column(let place, _)? = columns[name] else {
        throw UsageError(unknown: "column", name, known: self.names)
      }
      places.append(place)
    }
    return places
  }
}

extension String {
  /// Whether files have a value of the kind like this.
  fileprivate func isWritten(as kind: ColumnKind) -> Bool { kind.cast(.string(self))?.plainString == self }
}

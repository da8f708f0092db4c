import MotionModel
import MotionModelInspector
import MotionModelValues

/// The records of one model in two files, merged into one.
///
/// With a base, a record or a column that only one side changed is taken from this side. Without a base, a record in
/// both is merged column by column, and columns that differ are in conflict.
struct Merge {
  enum Side: String {
    case ours, theirs
  }

  /// A record, or a column of one, that both sides changed in different ways.
  struct Conflict {
    let id: AttributeValue
    /// The column; nil if one side deleted the record and the other changed it.
    let column: String?
    let ours: String
    let theirs: String
  }

  private let base: Records?
  private let ours: Records
  private let theirs: Records
  private let preferred: Side?
  private(set) var result: StoreDocument.Table
  private(set) var conflicts: [Conflict] = []

  private let columns: [String: (place: Int, comparison: ValueComparison)]

  /// - Parameters:
  ///   - base: What both files were made from; nil if it is not known.
  ///   - preferred: The side that wins in conflicts; nil if they are only reported, and ours is in the result.
  /// - Complexity: O(*n*) in time and memory.
  init(base: Records?, ours: Records, theirs: Records, preferred: Side?) {
    (self.base, self.ours, self.theirs, self.preferred) = (base, ours, theirs, preferred)
    result = ours.model
    let new = theirs.model.columns.filter { ours.columns.place(of: $0.name) == nil }
    result.columns += new
    columns = Dictionary(
      result.columns.enumerated().map { ($1.name, (place: $0, comparison: ValueComparison($1.name, ours, theirs))) }
    ) { first, _ in first }
    result.nextNumber = max(ours.model.nextNumber, theirs.model.nextNumber)
    let rows = result.rows
    result.rows.removeAll()
    mergeRows(rows)
  }

  /// - Parameter rows: Ours, which have all columns.
  private mutating func mergeRows(_ rows: StoreDocument.Rows) {
    let kind = ColumnKind(ofIDsIn: [ours, theirs] + (base.map { [$0] } ?? []))
    let baseRows = base.map { RowIndex($0, as: kind) }
    let (ourRows, theirRows) = (RowIndex(ours, as: kind), RowIndex(theirs, as: kind))
    // Ours come first, in their order, also those that only the base still has.
    for id in ourRows.ids + theirRows.ids.filter({ ourRows[$0] == nil }) {
      let before = baseRows?[id].flatMap { number in base?.model.rows[number] }
      let own = ourRows[id].map { read(rows[$0]) }
      let other = theirRows[id].map { read(theirs.model.rows[$0]) }
      if let row = merged(id, before, own, other) { result.rows.append(row) }
    }
  }

  /// Returns a row with typed values, as in formats that distinguish numbers from strings, if a file has such a format.
  private func read(_ row: StoreDocument.Row) -> StoreDocument.Row {
    var row = row
    for name in row.columns {
      guard let value = row[name], let read = columns[name]?.comparison.read(value), !read.isExactly(value) else {
        continue
      }
      row[name] = read
    }
    return row
  }

  /// Returns the merged row; nil if it is deleted.
  private mutating func merged(
    _ id: AttributeValue, _ before: StoreDocument.Row?, _ own: StoreDocument.Row?, _ other: StoreDocument.Row?
  ) -> StoreDocument.Row? {
    guard let own, let other else {
      guard let kept = own ?? other else { return nil }
      guard let before else { return kept }
      // One side deleted it.
      if areSame(before, kept) { return nil }
      conflicts.append(
        Conflict(
          id: id, column: nil, ours: own == nil ? "deleted" : "changed", theirs: other == nil ? "deleted" : "changed"))
      return preferred == .theirs ? other : own
    }
    var row = own
    for (name, comparison) in columns(of: [own, other] + (before.map { [$0] } ?? [])) {
      let (value, otherValue) = (own[name], other[name])
      if comparison.areSame(value, otherValue) { continue }
      if let before, comparison.areSame(before[name], value) {
        row[name] = otherValue
      } else if before.map({ !comparison.areSame($0[name], otherValue) }) ?? true {
        conflicts.append(
          Conflict(id: id, column: name, ours: value.quotedText, theirs: otherValue.quotedText))
        if preferred == .theirs { row[name] = otherValue }
      }
    }
    return row
  }

  private func areSame(_ first: StoreDocument.Row, _ second: StoreDocument.Row) -> Bool {
    columns(of: [first, second]).allSatisfy { $0.comparison.areSame(first[$0.name], second[$0.name]) }
  }

  /// The columns of which one of some rows has a value, in their order: of very many, each record has few.
  private func columns(of rows: [StoreDocument.Row]) -> [(name: String, comparison: ValueComparison)] {
    Set(rows.flatMap(\.columns)).compactMap { name in columns[name].map { (name, $0) } }
      .sorted { $0.1.place < $1.1.place }.map { ($0.0, $0.1.comparison) }
  }
}

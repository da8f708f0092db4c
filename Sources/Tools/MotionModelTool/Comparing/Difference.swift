import MotionModel
import MotionModelInspector
import MotionModelValues

/// What differs between the records of one model in two files.
struct Difference {
  enum Change {
    case insertion(RowValues)
    case deletion(RowValues)
    case update([(column: String, old: AttributeValue?, new: AttributeValue?)])
  }

  let model: String
  /// The columns that only one file has.
  let removedColumns: [String]
  let addedColumns: [String]
  /// The changes by id: deletions and updates in the order of the old file, then insertions in the order of the new
  /// one.
  private(set) var changes: [(id: AttributeValue, change: Change)] = []

  private let old: Records
  private let new: Records

  /// - Complexity: O(*n*) in time and memory.
  init(_ model: String, from old: Records, to new: Records) {
    (self.model, self.old, self.new) = (model, old, new)
    removedColumns = old.names.filter { new.columns.place(of: $0) == nil }
    addedColumns = new.names.filter { old.columns.place(of: $0) == nil }
    let kind = ColumnKind(ofIDsIn: [old, new])
    let (oldRows, newRows) = (RowIndex(old, as: kind), RowIndex(new, as: kind))
    let columns = old.names.enumerated().compactMap { place, name in
      new.columns.place(of: name).map { (name: name, old: place, new: $0, comparison: ValueComparison(name, old, new)) }
    }
    let byOld = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1.old, $0) })
    let byNew = Dictionary(columns.enumerated().map { ($1.new, $0) }) { first, _ in first }
    for id in oldRows.ids {
      guard let number = oldRows[id] else { continue }
      let row = old.row(number)
      guard let newNumber = newRows[id] else {
        changes.append((id, .deletion(row)))
        continue
      }
      let newRow = new.row(newNumber)
      // Of very many columns, each record has few.
      let numbers = Set(row.places.compactMap { byOld[$0] } + newRow.places.compactMap { byNew[$0] })
      let updates = numbers.sorted().lazy.map { columns[$0] }
        .filter { !$0.comparison.areSame(row[$0.old], newRow[$0.new]) }
      if !updates.isEmpty {
        changes.append(
          (
            id,
            .update(updates.map { ($0.name, $0.comparison.shown(row[$0.old]), $0.comparison.shown(newRow[$0.new])) })
          ))
      }
    }
    for id in newRows.ids where oldRows[id] == nil {
      if let number = newRows[id] { changes.append((id, .insertion(new.row(number)))) }
    }
  }

  var isEmpty: Bool { changes.isEmpty && removedColumns.isEmpty && addedColumns.isEmpty }

  // MARK: - Printing

  /// The lines that show the difference.
  func lines(_ style: Style) -> [String] {
    removedColumns.map { style("- \(model): column \($0)".printable, .red) }
      + addedColumns.map { style("+ \(model): column \($0)".printable, .green) }
      + changes.flatMap { id, change in lines(change, "\(model) \(id.cellText)".printable, style) }
  }

  private func lines(_ change: Change, _ record: String, _ style: Style) -> [String] {
    switch change {
    case .deletion(let row): [style("- \(record): \(old.text(of: row).printable)", .red)]
    case .insertion(let row): [style("+ \(record): \(new.text(of: row).printable)", .green)]
    case .update(let columns):
      columns.map { column, old, new in
        style("~ \(record): \(column.printable) ", .yellow) + "\(old.quotedText) → \(new.quotedText)"
      }
    }
  }

  /// The changes as JSON, an object for each column that one file has, and for each record.
  var json: [AttributeValue] {
    let columns = [("removeColumn", removedColumns), ("addColumn", addedColumns)].flatMap { change, names in
      names.map {
        AttributeValue.dictionary(["model": .string(model), "change": .string(change), "column": .string($0)])
      }
    }
    return columns
      + changes.map { id, change in
        var members: [String: AttributeValue] = ["model": .string(model), "id": id]
        switch change {
        case .deletion(let row): (members["change"], members["old"]) = ("delete", old.json(of: row))
        case .insertion(let row): (members["change"], members["new"]) = ("insert", new.json(of: row))
        case .update(let columns):
          members["change"] = "update"
          members["columns"] = .dictionary(
            Dictionary(columns.map { ($0.column, ["old": $0.old ?? .null, "new": $0.new ?? .null]) }) { first, _ in
              first
            })
        }
        return .dictionary(members)
      }
  }
}

extension Records {
  /// A row as JSON on one line, with its columns in their order.
  func text(of row: RowValues) -> String {
    var json = JSONWriter()
    json.write(object: members(of: row))
    return String(decoding: json.bytes, as: UTF8.self)
  }

  func json(of row: RowValues) -> AttributeValue {
    .dictionary(Dictionary(members(of: row)) { first, _ in first })
  }

  private func members(of row: RowValues) -> [(String, AttributeValue)] {
    row.places.compactMap { place in row[place].map { (names[place], $0) } }
  }
}

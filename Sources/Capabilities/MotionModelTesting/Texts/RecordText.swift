import Foundation
import MotionModel

/// Writes records and changes as lines of text, which are compared with the expected text of a test.
///
/// Each line names its model and record, so that the difference of two texts can be read line by line. Columns whose
/// value is that of an empty record, `Todo()`, are left out.
struct RecordText {
  /// The names of columns that are left out: `updatedAt` of all models, or `Todo.updatedAt` of one.
  let ignored: Set<String>

  /// Returns the line of a record: `Todo 1: name "Walk the dog", priority 3`.
  func line<Record: Model>(_ record: Record) -> String {
    let empty = Record()
    let (schema, id) = (Record.schema, Record.schema.idName)
    let values = schema.columns.filter { $0.name != id && shows($0) && $0[record] != $0[empty] }
      .map { "\($0.name) \(ValueText.of($0[record]))" }
    return name(of: record.id, Record.self) + (values.isEmpty ? "" : ": \(values.joined(separator: ", "))")
  }

  /// Returns the line of a change: `~ Todo 1: priority 0 → 3`, or that of the record after `+` or before `-`.
  ///
  /// - Parameter showsMoves: Whether an update that only moves the record to another position has a line.
  /// - Returns: Nil if the change is not shown.
  func line<Record: Model>(_ change: Change<Record>, showsMoves: Bool) -> String? {
    switch (change.old, change.new) {
    case (nil, let new?): return "+ \(line(new))"
    case (let old?, nil): return "- \(line(old))"
    default: break
    }
    let name = name(of: change.id, Record.self)
    let (all, schema) = (change.columns, Record.schema)
    if all.isEmpty { return showsMoves ? "~ \(name): moved" : nil }
    let columns = all.filter { schema[$0.column].map(shows) ?? true }
      .map { "\($0.column) \(ValueText.of($0.old)) → \(ValueText.of($0.new))" }
    return columns.isEmpty ? nil : "~ \(name): \(columns.joined(separator: ", "))"
  }

  private func shows<Record: Model>(_ column: Column<Record>) -> Bool {
    !ignored.contains(column.name) && !ignored.contains("\(Record.schema.modelName).\(column.name)")
  }

  private func name<Record: Model>(of id: Record.ID, _ model: Record.Type) -> String {
    "\(Record.schema.modelName) \(ValueText.of(id.attribute))"
  }
}

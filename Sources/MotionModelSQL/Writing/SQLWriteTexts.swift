import MotionModel

/// The statements that write the rows of a model, of which each text is put together once for all rows.
struct SQLWriteTexts {
  private let writing: SQLWriting
  private let dialect: SQLDialect
  private var insertion: String?
  private var positionedInsertion: String?
  private var deletion: String?
  /// The texts of updates, by the columns that they change.
  private var updates: [[Int]: String] = [:]

  init(_ writing: SQLWriting, in dialect: SQLDialect) { (self.writing, self.dialect) = (writing, dialect) }

  /// Returns the statement of ``SQLWriting/insertion(_:at:)``.
  mutating func insertion(_ values: [SQLValue]) -> SQLStatement {
    let text = insertion ?? writing.insertion(values).statement(in: dialect).text
    insertion = text
    return SQLStatement(text: text, bindings: values)
  }

  /// Returns the statement of ``SQLWriting/insertion(_:at:)`` with a position.
  mutating func insertion(_ values: [SQLValue], at position: SQLValue) -> SQLStatement {
    let text = positionedInsertion ?? writing.insertion(values, at: position).statement(in: dialect).text
    positionedInsertion = text
    return SQLStatement(text: text, bindings: [position] + values)
  }

  /// Returns the statement of ``SQLWriting/deletion(of:)``.
  mutating func deletion(of row: [SQLValue]) -> SQLStatement {
    let text = deletion ?? writing.deletion(of: row).statement(in: dialect).text
    deletion = text
    return SQLStatement(text: text, bindings: writing.matches(row))
  }

  /// Returns the statement of ``SQLWriting/update(_:of:)``.
  ///
  /// - Parameters:
  ///   - columns: The numbers of the columns that change.
  ///   - new: A value for each column.
  mutating func update(_ columns: [Int], to new: [SQLValue], of row: [SQLValue]) -> SQLStatement {
    let text = updates[columns] ?? writing.update(columns.map { ($0, new[$0]) }, of: row).statement(in: dialect).text
    updates[columns] = text
    return SQLStatement(text: text, bindings: columns.map { new[$0] } + writing.matches(row))
  }
}

package import MotionModelGenerator

/// Reads the tables that SQL creates, in the dialects of SQLite, PostgreSQL and MySQL.
package enum SQLSchemaReader {
  /// Returns the tables of SQL as a data model.
  ///
  /// Statements that say nothing of tables are passed over, so a whole dump may be given.
  ///
  /// - Parameters:
  ///   - text: The statements.
  ///   - file: The name of the file in diagnostics.
  ///   - name: The name of the data model.
  /// - Throws: ``Diagnostic`` for statements that cannot be read, with their place.
  /// - Complexity: O(*n*) in the length of the text, plus O(*t*²) for *t* tables.
  package static func dataModel(of text: String, file: String, named name: String) throws(Diagnostic) -> DataModel {
    var lexer = try SQLLexer(text, file: file, SQLDialect(of: text, file: file))
    var reader = SQLStatements()
    while let tokens = try lexer.nextStatement() { try reader.read(tokens) }
    if reader.schema.tables.isEmpty {
      if let first = reader.schema.leftOut.first { throw Diagnostic(first.message, at: first.place) }
      throw Diagnostic(
        "There is no CREATE TABLE in the file: give the schema of a database.", at: SourcePlace(file: file))
    }
    return try reader.schema.dataModel(named: name)
  }
}

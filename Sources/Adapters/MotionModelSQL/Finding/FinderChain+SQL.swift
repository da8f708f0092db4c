public import MotionModel

extension FinderChain {
  /// Returns the finder as SQL. Nothing is read.
  ///
  /// ```swift
  /// let sql = Todo.where(\.priority > 2).order(by: \.dueDate).limit(20).sql(.sqlite)
  /// print(sql.statement)   // SELECT … FROM "Todo" WHERE …
  /// sql.isExact            // true: the database answers all of the finder
  /// ```
  ///
  /// What has no SQL, such as a closure, is left out of the statement. It then reads more rows, in the order of
  /// insertion, and the adapter runs the finder over them. Conditions on related records are `EXISTS`, as if the same
  /// database had their tables.
  ///
  /// - Returns: The statement that reads the records, and whether it reads exactly the records of the finder, in its
  ///   order and window.
  /// - Complexity: O(*n*) in the number of conditions and their values.
  public func sql(_ dialect: SQLDialect) -> (statement: SQLStatement, isExact: Bool) {
    let select = SQLSelect(form, of: SQLLayout(Record.schema.tableForm), in: dialect)
    return (select.records.statement(in: dialect), select.isExact)
  }
}

import MotionModelValues

extension FinderChain {
  /// Returns the records as a table of text, for scripts and for looking at them in a debugger.
  ///
  /// ```swift
  /// print(Todo.where(\.done == false).textTable(\.id, \.name, \.priority))
  /// // id  name          priority
  /// //  1  Walk the dog         3
  /// //  2  犬の散歩            10
  /// ```
  ///
  /// The first line has the names of the columns. Numbers end where their column does, nil is empty, arrays,
  /// dictionaries and documents are JSON, and `Data` is its number of bytes. A record is one line: the end of a line in
  /// a text is `\n`, and what would command a terminal is escaped, too. If there are more records, the last line says
  /// how many. Wide characters take two places, as in a terminal.
  ///
  /// - Parameters:
  ///   - columns: The columns that are shown; all of them if none is named.
  ///   - rows: How many records are shown at most.
  ///   - width: How many places of a line a column takes at most: a longer text is cut, with … at its end.
  /// - Complexity: That of ``first(_:)`` and `count`, and O(*n*) in the length of the texts that are shown.
  public func textTable(
    _ columns: any PartialKeyPath<Record> & Sendable..., rows: Int = 100, width: Int = 40
  ) throws(Record.Adapter.Failure) -> String {
    Record.schema.textTable(of: try first(rows), try count, columns, width)
  }
}

extension Array where Element: Model {
  /// Returns the records as a table of text, whether they are stored or not; see
  /// ``FinderChain/textTable(_:rows:width:)``.
  ///
  /// - Complexity: O(*n*) in the length of the texts that are shown.
  public func textTable(
    _ columns: any PartialKeyPath<Element> & Sendable..., rows: Int = 100, width: Int = 40
  ) -> String {
    Element.schema.textTable(of: prefix(Swift.max(0, rows)), count, columns, width)
  }
}

extension Schema {
  /// Returns the first ones of some records as a table of text.
  fileprivate func textTable(
    of records: some Sequence<Record>, _ count: Int, _ properties: [any PartialKeyPath<Record> & Sendable], _ width: Int
  ) -> String {
    let shown = properties.isEmpty ? columns : properties.map { columns[number(of: $0)] }
    var table = TextTable(shown.map { .init(title: $0.name.printable, isRight: $0.type.stored.isNumber) })
    let rows = records.map { record in
      shown.map { column in
        let value = column[record]
        return value == .null ? "" : value.cellText.cut(to: width)
      }
    }
    for row in rows { table.widen(for: row) }
    let rest = count - rows.count
    return ([table.titles] + rows).map { table.line($0) }.joined(separator: "\n")
      + (rest > 0 ? "\n… \(rest) more" : "")
  }
}

extension ColumnType {
  fileprivate var isNumber: Bool {
    switch self {
    case .int, .uint, .double, .float, .decimal: true
    default: false
    }
  }
}

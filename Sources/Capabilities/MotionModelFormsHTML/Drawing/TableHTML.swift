import MotionModelValues

/// How a table is drawn as HTML.
///
/// ```swift
/// var options = TableHTML()
/// options.rowLink = "/todos/{id}"
/// options.nextLink = "/todos?after=25"
/// let html = table.html(options)
/// ```
///
/// The table's name is its caption, the names of columns are the heads of columns, and the first cell of a row is the
/// head of the row and leads to its record. Texts are escaped as in forms.
public struct TableHTML: Sendable, Hashable {
  /// The address of a record, in which `{id}` stands for its id; nil for no links.
  public var rowLink: String?
  /// The address of the next page, shown if the table has more rows; nil for no link.
  public var nextLink: String?
  /// The words of marks.
  public var words = FormWords()
  /// The class names.
  public var classes = HTMLClasses()

  /// Creates options.
  public init(rowLink: String? = nil, nextLink: String? = nil) { (self.rowLink, self.nextLink) = (rowLink, nextLink) }

  /// Writes a table.
  ///
  /// - Complexity: O(*n*) in the length of the result.
  public func draw(_ table: TableDescription, in writer: inout HTMLWriter) {
    writer.block("table", [classes.attribute(.table), table.language.map { HTMLAttribute("lang", $0) }]) { writer in
      writer.block("caption", text: table.title)
      writer.block("thead") { writer in
        writer.block("tr") { writer in
          for column in table.columns {
            writer.block("th", [HTMLAttribute("scope", "col"), alignment(of: column)], text: column.label)
          }
        }
      }
      writer.block("tbody") { writer in
        for row in table.rows { draw(row, table.columns, in: &writer) }
        if table.rows.isEmpty { drawEmptyRow(of: table, in: &writer) }
      }
    }
    if table.hasMore { drawMore(in: &writer) }
  }

  private func drawEmptyRow(of table: TableDescription, in writer: inout HTMLWriter) {
    writer.block("tr") { writer in
      let span = HTMLAttribute("colspan", String(max(1, table.columns.count)))
      writer.block("td", [classes.attribute(.empty), span], text: words[.empty])
    }
  }

  private func draw(_ row: TableDescription.Row, _ columns: [TableDescription.Column], in writer: inout HTMLWriter) {
    writer.block("tr") { writer in
      for (place, column) in columns.enumerated() {
        let text = place < row.cells.count ? row.cells[place] : ""
        if place == 0 {
          drawHead(of: row, text, column, in: &writer)
        } else {
          writer.block("td", [alignment(of: column), HTMLAttribute("dir", "auto")], text: text)
        }
      }
    }
  }

  private func drawHead(
    of row: TableDescription.Row, _ text: String, _ column: TableDescription.Column, in writer: inout HTMLWriter
  ) {
    let attributes = [HTMLAttribute("scope", "row"), alignment(of: column), HTMLAttribute("dir", "auto")]
    // Without a text, there would be nothing to press, or to call the row.
    let text = text.isEmpty ? row.id : text
    guard let rowLink else { return writer.block("th", attributes, text: text) }
    writer.element("th", attributes) { writer in
      let address = FormWords.filled(rowLink, ["id": PercentEncoding.encoded(row.id)])
      writer.element("a", [HTMLAttribute("href", address)], text: text)
    }
    writer.line()
  }

  private func alignment(of column: TableDescription.Column) -> HTMLAttribute? {
    column.isNumber ? classes.attribute(.number) : nil
  }

  private func drawMore(in writer: inout HTMLWriter) {
    guard let nextLink else { return writer.block("p", text: words[.more]) }
    writer.element("p") { writer in
      writer.element("a", [HTMLAttribute("href", nextLink), HTMLAttribute("rel", "next")], text: words[.more])
    }
    writer.line()
  }
}

extension TableDescription {
  /// Returns the table as HTML.
  ///
  /// - Complexity: O(*n*) in the length of the result.
  public func html(_ options: TableHTML = TableHTML()) -> String {
    var writer = HTMLWriter()
    options.draw(self, in: &writer)
    return writer.html
  }
}

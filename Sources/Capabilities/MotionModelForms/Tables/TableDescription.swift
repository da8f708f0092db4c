import MotionModelValues

/// Records as a table that is drawn: columns with their names and kinds, and rows of texts.
///
/// ```swift
/// let form = ModelForm<Todo>("Todos") {
///   Input(\.name)
///   Input(\.project, showing: \.name)
///   Input(\.dueDate)
/// }
/// let table = try form.table(of: Todo.order(by: \.dueDate).page(size: 25), locale: .german)
/// table.rows[0].cells                       // => ["Walk the dog", "House", "15.09.2012"]
/// ```
///
/// As a ``FormDescription`` describes one record, it describes several: a value without a model and without code, which
/// is drawn as HTML, in a terminal, or from its JSON in another process.
///
/// ## Topics
/// ### Parts
/// - ``Column``
/// - ``Row``
public struct TableDescription: Sendable, Hashable, Codable {
  /// The name of the model.
  public var model: String
  /// What the table is called.
  public var title: String
  /// The columns in order.
  public var columns: [Column]
  /// The rows in order, each with a cell for each column.
  public var rows: [Row]
  /// Whether there are more records behind the last row.
  public var hasMore: Bool
  /// The language of the words, as HTML and Foundation name it; nil if it is not known.
  public var language: String?

  /// Creates a table.
  public init(
    model: String, title: String, columns: [Column], rows: [Row] = [], hasMore: Bool = false,
    language: String? = nil
  ) {
    (self.model, self.title, self.columns, self.rows) = (model, title, columns, rows)
    (self.hasMore, self.language) = (hasMore, language)
  }

  /// A column of a table.
  public struct Column: Sendable, Hashable, Codable, Identifiable {
    /// The name of the model's column or property.
    public var key: String
    /// What the column is called.
    public var label: String
    /// What a person would use to fill it in, which says how its texts are drawn: numbers, for example, end where the
    /// column does.
    public var control: FormControl

    private enum CodingKeys: String, CodingKey {
      case key
      case label = "title"
      case control = "type"
    }

    /// Creates a column.
    public init(_ key: String, _ label: String, _ control: FormControl = .text) {
      (self.key, self.label, self.control) = (key, label, control)
    }

    /// The name of the model's column or property.
    public var id: String { key }

    /// Whether its texts are numbers.
    public var isNumber: Bool { control == .number }
  }

  /// A row of a table.
  public struct Row: Sendable, Hashable, Codable, Identifiable {
    /// The id of the record as text.
    public var id: String
    /// A text for each column, as a person reads it; empty for no value.
    public var cells: [String]

    /// Creates a row.
    public init(_ id: String, _ cells: [String]) { (self.id, self.cells) = (id, cells) }
  }
}

extension TableDescription: CustomStringConvertible {
  /// The table as lines of text, for a terminal, a file or a debugger.
  ///
  /// ```
  /// Todos
  /// Name          Project  Due date
  /// Walk the dog  House    15.09.2012
  /// ```
  ///
  /// Numbers end where their column does. A row is one line: what would command a terminal is escaped, as ends of lines
  /// are, and a text of more than 40 places is cut, with … at its end.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  public var description: String {
    var table = TextTable(columns.map { TextTable.Column(title: $0.label.printable, isRight: $0.isNumber) })
    let cells = rows.map { row in row.cells.map { $0.printable.cut(to: 40) } }
    for row in cells { table.widen(for: row) }
    let lines = ([table.titles] + cells).map { table.line($0) }
    return ([title.printable] + lines + (hasMore ? ["…"] : [])).joined(separator: "\n")
  }
}

extension StoreDocument {
  /// A column of a file, as the file describes it.
  public struct Column: Hashable, Sendable {
    /// The column's name.
    public var name: String
    /// The type of its values as Swift writes it, with a question mark if it can be nil: `String?`; nil if the file
    /// does not say it.
    public var type: String?
    /// Whether records without a value had nil in this column. Otherwise they get the default of their model.
    package var isListed = true

    /// Creates a column, which a file will list with its type.
    public init(_ name: String, type: String? = nil) { (self.name, self.type) = (name, type) }
  }
}

extension StoreDocument.Column: ExpressibleByStringLiteral {
  /// Creates a column without a type.
  public init(stringLiteral name: String) { self.init(name) }
}

/// The columns of rows, by their names.
///
/// An immutable class, so that many rows share it.
final class ColumnNames: Sendable {
  let columns: [StoreDocument.Column]
  private let places: [String: Int]

  static let none = ColumnNames([])

  /// - Parameter columns: If two have the same name, the first one has the values.
  init(_ columns: [StoreDocument.Column]) {
    self.columns = columns
    places = Dictionary(columns.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  func place(of name: String) -> Int? { places[name] }

  /// Returns these columns, followed by further columns.
  func appending(_ others: [StoreDocument.Column]) -> ColumnNames { ColumnNames(columns + others) }

  /// Returns these columns, and behind them those for which rows have values besides. If the columns of a row begin
  /// with these, it returns all columns of the row.
  func adding(columnsOf rows: some Collection<StoreDocument.Row>) -> ColumnNames {
    var names = self
    var (new, seen): ([StoreDocument.Column], Set<String>) = ([], [])
    var last: ColumnNames?
    for row in rows where row.names !== names {
      if row.names !== last {
        last = row.names
        if new.isEmpty && row.names.begins(with: names) { names = row.names }
      }
      for place in row.values.places {
        let column = row.names.columns[place]
        if names.place(of: column.name) == nil && seen.insert(column.name).inserted { new.append(column) }
      }
    }
    return new.isEmpty ? names : names.appending(new)
  }

  /// Whether the columns begin with those of another.
  func begins(with other: ColumnNames) -> Bool { self === other || columns.starts(with: other.columns) }
}

extension StoreDocument {
  /// The records of one model in a file, in their order.
  ///
  /// It is a collection that can be changed like an array. Rows of other models can be put into it: their values are
  /// put into the columns of the same names, and columns that it does not have are added.
  public struct Rows: Sendable {
    private(set) var names: ColumnNames
    private var rows: [Stored] = []

    private struct Stored {
      var values: RowValues
      var place: Int?
    }

    /// Creates rows without any.
    public init() { names = .none }

    init(_ columns: [StoreDocument.Column]) { names = ColumnNames(columns) }

    /// The columns. Values follow the name of their column; those of columns that are removed are removed.
    var columns: [StoreDocument.Column] {
      get { names.columns }
      set {
        let old = names
        names = ColumnNames(newValue)
        let places = newValue.map { old.place(of: $0.name) }
        if places.count >= old.columns.count, zip(old.columns.indices, places).allSatisfy({ $0 == $1 }) { return }
        // Places of the new columns, by the places of the old columns.
        var targets: [Int: Int] = [:]
        for (target, place) in places.enumerated() { if let place, targets[place] == nil { targets[place] = target } }
        for row in rows.indices {
          rows[row].values = rows[row].values.moved(to: targets, below: newValue.count)
        }
      }
    }

    /// Gives a column another name. The caller has made sure that no column has it.
    mutating func rename(_ name: String, to newName: String) {
      guard let place = names.place(of: name) else { return }
      var columns = names.columns
      columns[place].name = newName
      names = ColumnNames(columns)
    }

    /// Sorts the rows by their values in a column: whole numbers by size, and behind them other values by their text in
    /// JSON, which is the same whatever format they were read from. Rows with the same value keep their order.
    mutating func sort(by column: String) {
      guard let place = names.place(of: column) else { return }
      let keys = rows.map { SortedValue($0.values[place]) }
      let order = rows.indices.sorted { keys[$0] < keys[$1] }
      rows = order.map { rows[$0] }
    }

    /// Adds a row with values for all columns.
    mutating func append(_ values: RowValues, place: Int?) { rows.append(Stored(values: values, place: place)) }

    /// Returns the values of a row, by the places of their columns.
    package func values(at index: Int) -> RowValues { rows[index].values }

    /// Returns the value of a row in a column.
    package func value(at index: Int, column place: Int) -> AttributeValue? { rows[index].values[place] }

    /// Converts a row to the columns of these rows, and adds its further columns to them.
    private mutating func stored(_ row: StoreDocument.Row) -> Stored {
      if !names.begins(with: row.names) {
        if row.names.begins(with: names) {
          names = row.names
        } else {
          return merged(row)
        }
      }
      return Stored(values: row.values, place: row.place)
    }

    private mutating func merged(_ row: StoreDocument.Row) -> Stored {
      names = names.adding(columnsOf: CollectionOfOne(row))
      var values = RowValues()
      for place in row.values.places {
        if let target = names.place(of: row.names.columns[place].name), values[target] == nil {
          values[target] = row.values[place]
        }
      }
      return Stored(values: values, place: row.place)
    }
  }
}

extension StoreDocument.Rows: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// The index of the first row.
  public var startIndex: Int { 0 }

  /// The index behind the last row.
  public var endIndex: Int { rows.count }

  /// A row.
  public subscript(index: Int) -> StoreDocument.Row {
    get { StoreDocument.Row(names, rows[index].values, place: rows[index].place) }
    set { rows[index] = stored(newValue) }
    _modify {
      var row = StoreDocument.Row(names, rows[index].values, place: rows[index].place)
      // Two references to the values would make a change copy them.
      rows[index].values = RowValues()
      defer { rows[index] = stored(row) }
      yield &row
    }
  }

  /// Replaces some rows by others.
  public mutating func replaceSubrange<Rows: Collection<StoreDocument.Row>>(_ range: Range<Int>, with new: Rows) {
    names = names.adding(columnsOf: new)
    // Most rows have the columns of the one before.
    var last: (names: ColumnNames, areFirst: Bool)?
    rows.replaceSubrange(
      range,
      with: new.map { row in
        if row.names !== last?.names { last = (row.names, names.begins(with: row.names)) }
        return last?.areFirst == true ? Stored(values: row.values, place: row.place) : merged(row)
      })
  }

  /// Adds rows at the end.
  public mutating func append<Rows: Sequence<StoreDocument.Row>>(contentsOf new: Rows) {
    replaceSubrange(endIndex..<endIndex, with: Array(new))
  }

  /// Removes all rows. The columns stay.
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    rows.removeAll(keepingCapacity: keepCapacity)
  }

  /// Adds a row at the end.
  public mutating func append(_ row: StoreDocument.Row) { rows.append(stored(row)) }

  /// Makes room for a number of rows.
  public mutating func reserveCapacity(_ count: Int) { rows.reserveCapacity(count) }
}

extension StoreDocument.Rows: Hashable {
  /// Returns whether the columns and all rows are equal.
  public static func == (first: StoreDocument.Rows, second: StoreDocument.Rows) -> Bool {
    first.columns == second.columns && first.count == second.count
      && zip(first.rows, second.rows).allSatisfy { $0.values == $1.values }
  }

  /// Hashes the columns and all rows.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(columns)
    for row in rows { hasher.combine(row.values) }
  }
}

extension StoreDocument.Rows: ExpressibleByArrayLiteral {
  /// Creates rows, with the columns that they have.
  public init(arrayLiteral rows: StoreDocument.Row...) {
    self.init()
    append(contentsOf: rows)
  }
}

/// The place of a value among others of its column.
private enum SortedValue: Comparable {
  case number(Int64)
  case text(String)

  init(_ value: AttributeValue?) {
    switch value {
    case .int(let number): self = .number(number)
    case .uint(let number) where number <= UInt64(Int64.max): self = .number(Int64(number))
    default: self = .text(value.map { JSONFormat.written($0) } ?? "")
    }
  }
}

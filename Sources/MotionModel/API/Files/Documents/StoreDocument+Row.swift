extension StoreDocument {
  /// A record in a file, without the type of its model: a value or none for each column, read and written by the
  /// column's name.
  ///
  /// ```swift
  /// var row: StoreDocument.Row = ["id": 1, "name": "Walk the dog"]
  /// row["name"]               // => "Walk the dog"
  /// row["done"] = false
  /// row["name"] = nil         // no value
  /// ```
  ///
  /// No value (nil) is something else than a value that was written as null (`.null`), which only columns of untyped
  /// values have.
  public struct Row: Sendable {
    var names: ColumnNames
    var values: RowValues
    /// The place of the record in its table, if the file has it.
    var place: Int?

    init(_ names: ColumnNames, _ values: RowValues, place: Int?) {
      (self.names, self.values, self.place) = (names, values, place)
    }

    /// Creates a row with values by the names of columns.
    public init(_ attributes: [String: AttributeValue] = [:]) {
      let members = attributes.sorted { $0.key < $1.key }
      self.init(Self.names(members.map(\.key)), RowValues(members.map(\.value)), place: nil)
    }

    private static func names(_ names: [String]) -> ColumnNames {
      ColumnNames(names.map { StoreDocument.Column(unlisted: $0) })
    }

    /// The value of a column; nil if there is none.
    ///
    /// Setting a value of a new column adds the column to the model. Records without a value for it get the default of
    /// their model.
    public subscript(column: String) -> AttributeValue? {
      get { names.place(of: column).flatMap { values[$0] } }
      set {
        if names.place(of: column) == nil {
          if newValue == nil { return }
          names = names.appending([StoreDocument.Column(unlisted: column)])
        }
        if let place = names.place(of: column) { values[place] = newValue }
      }
    }

    /// The values by the names of the columns, without columns that have none.
    public var attributes: [String: AttributeValue] {
      Dictionary(values.places.map { (names.columns[$0].name, values[$0] ?? .null) }) { first, _ in first }
    }

    /// The names of the columns that have a value, in the order of the columns.
    public var columns: [String] { values.places.map { names.columns[$0].name } }
  }
}

extension StoreDocument.Column {
  /// A column that records without a value did not have at all.
  init(unlisted name: String) {
    self.init(name)
    isListed = false
  }
}

extension StoreDocument.Row: Hashable {
  /// Returns whether two rows have the same values in columns of the same names.
  public static func == (first: StoreDocument.Row, second: StoreDocument.Row) -> Bool {
    if first.names === second.names && first.values == second.values { return true }
    return first.attributes == second.attributes
  }

  /// Hashes the values.
  public func hash(into hasher: inout Hasher) { hasher.combine(attributes) }
}

extension StoreDocument.Row: ExpressibleByDictionaryLiteral {
  /// Creates a row with values by the names of columns, each of which occurs once.
  public init(dictionaryLiteral members: (String, AttributeValue)...) {
    self.init(Self.names(members.map(\.0)), RowValues(members.map(\.1)), place: nil)
  }
}

extension StoreDocument.Row: CustomStringConvertible {
  /// The values in the order of the columns, as in a file of JSON: `{"id": 1, "name": "Walk the dog"}`.
  public var description: String {
    var json = JSONWriter()
    json.write(object: values.places.map { (names.columns[$0].name, values[$0] ?? .null) })
    return String(decoding: json.takeBytes(), as: UTF8.self)
  }
}

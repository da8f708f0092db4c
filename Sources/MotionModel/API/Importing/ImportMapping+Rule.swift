extension ImportMapping {
  /// One rule of an ``ImportMapping``: where the value of a column comes from, how a parent is found, by which key a
  /// stored record is recognized, or which rows are imported.
  ///
  /// ## Topics
  /// ### Columns
  /// - ``column(_:to:optional:)``
  /// - ``column(_:to:optional:_:)``
  /// - ``ignoringOthers``
  /// ### Parents
  /// - ``parent(_:_:by:missing:optional:)``
  /// - ``parent(_:_:_:by:missing:optional:)``
  /// ### Records that are stored already
  /// - ``key(_:ifStored:)``
  /// ### Rows
  /// - ``rows(where:)``
  public struct Rule: Sendable {
    let kind: Kind

    enum Kind: Sendable {
      case column(MappedColumn<Record>)
      case parent(MappedParent<Record>)
      case key([any PartialKeyPath<Record> & Sendable], StoredKey)
      case rows(@Sendable ([String: AttributeValue]) -> Bool)
      case ignoringOthers
    }
  }
}

/// A column of rows that a mapping names.
struct MappedColumn<Record: Model>: Sendable {
  /// The name in the rows.
  let name: String
  let property: any PartialKeyPath<Record> & Sendable
  /// Whether all rows may lack it.
  let isOptional: Bool
  /// Assigns a value to the property; nil where the value is cast to the column's type.
  let assign: (@Sendable (AttributeValue, inout Record) throws -> Void)?
}

extension ImportMapping.Rule {
  /// Casts the values of a column of the rows to a column of the model.
  ///
  /// ```swift
  /// .column("Title", to: \.title)
  /// ```
  ///
  /// A row that lacks the column leaves the property as it is: the default in a new record.
  ///
  /// - Parameters:
  ///   - name: The name of the column in the rows, in the same spelling.
  ///   - property: A property that is a column of the model.
  ///   - optional: Whether all rows may lack the column. If not, an import in which no row has it is refused, because
  ///     the name is probably misspelled.
  public static func column(
    _ name: String, to property: any PartialKeyPath<Record> & Sendable, optional: Bool = false
  ) -> Self {
    Self(kind: .column(MappedColumn(name: name, property: property, isOptional: optional, assign: nil)))
  }

  /// Converts the values of a column of the rows to those of a column of the model.
  ///
  /// ```swift
  /// .column("Length", to: \.seconds) { try 60 * Int(attribute: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the column in the rows, in the same spelling.
  ///   - property: A property that is a column of the model.
  ///   - optional: Whether all rows may lack the column. If not, an import in which no row has it is refused, because
  ///     the name is probably misspelled.
  ///   - transform: Returns the property's value for a value of a row, which may be null. It is not called for a row
  ///     that lacks the column. If it throws, the row is refused with its error, and with an ``AttributeError`` for a
  ///     ``CastError``. Its error should not contain the value.
  public static func column<Value>(
    _ name: String, to property: any WritableKeyPath<Record, Value> & Sendable, optional: Bool = false,
    _ transform: @escaping @Sendable (AttributeValue) throws -> Value
  ) -> Self {
    Self(
      kind: .column(
        MappedColumn(name: name, property: property, isOptional: optional) { value, record in
          record[keyPath: property] = try transform(value)
        }))
  }

  /// Ignores the columns of rows that no rule names. Without this rule they belong to the model's columns with the same
  /// names, and a row with another name is refused.
  public static var ignoringOthers: Self { Self(kind: .ignoringOthers) }

  /// Recognizes stored records by a natural key in place of the id.
  ///
  /// ```swift
  /// .key(\.isbn)
  /// .key(\.artistID, \.title, ifStored: .skip)
  /// ```
  ///
  /// A row whose key no stored record has is inserted. The values of the key are those that the row gives, after casts,
  /// transforms and the search for parents; hooks run later. A row is refused if it has no key (all the values are
  /// nil), if an earlier row of the import has the same one, or if several stored records have it.
  ///
  /// The columns need not be indexed: without an index of exactly these columns, all records of the table are read
  /// once.
  ///
  /// - Parameters:
  ///   - columns: The properties that identify a record together.
  ///   - ifStored: What happens to a row whose key a stored record has.
  public static func key(
    _ columns: any PartialKeyPath<Record> & Sendable..., ifStored: StoredKey = .update
  ) -> Self {
    Self(kind: .key(columns, ifStored))
  }

  /// Imports only the rows that meet a condition. Row numbers count the skipped rows, too.
  ///
  /// ```swift
  /// .rows { $0["Status"] != "void" }
  /// ```
  ///
  /// - Parameter condition: Returns whether a row is imported. With several such rules, all have to be met.
  public static func rows(where condition: @escaping @Sendable ([String: AttributeValue]) -> Bool) -> Self {
    Self(kind: .rows(condition))
  }
}

/// What an import does with a row whose key a stored record has.
public enum StoredKey: String, Sendable, Hashable, CaseIterable {
  /// The stored record gets the values of the row. Its other columns stay as they are.
  case update
  /// The stored record stays as it is.
  case skip
  /// The row is refused.
  case refuse
}

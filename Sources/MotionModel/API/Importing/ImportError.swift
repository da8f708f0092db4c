public import MotionModelValues

/// The error for an import that is refused as a whole, or for one of its rows.
///
/// Messages name models, columns, relations, ids and rows, never the values of a row.
@nonexhaustive
public enum ImportError: DescribedError, Hashable {
  // MARK: - Of the whole import

  /// The mapping names a property that is not a column of the model.
  case notAColumn(model: String, property: String)
  /// Two rules of the mapping give values to the same column.
  case mappedTwice(model: String, column: String)
  /// The mapping has more than one key.
  case severalKeys(model: String)
  /// The mapping has a key of no columns.
  case emptyKey(model: String)
  /// No row has the columns of these names, which the mapping names.
  case columnsNotFound(model: String, names: [String])

  // MARK: - Of a row

  /// The row has a column of the model under its own name, and another for which the mapping has a rule.
  case givenTwice(model: String, column: String)
  /// No parent has the row's value.
  case parentNotFound(model: String, relation: String, parent: String, column: String)
  /// Several parents have the row's value.
  case parentAmbiguous(model: String, relation: String, parent: String, column: String)
  /// The parent is a row whose own parents lead back to it.
  case parentInCircle(model: String, relation: String)
  /// The row names parents of several models for one relation.
  case severalParents(model: String, relation: String)
  /// The row has no value for the key.
  case keyMissing(model: String, columns: [String])
  /// An earlier row of the import has the same key.
  case keyTwice(model: String, columns: [String], row: Int)
  /// Several stored records have the row's key.
  case keyAmbiguous(model: String, columns: [String])
  /// A stored record has the row's key, and the mapping refuses such rows.
  case keyStored(model: String, columns: [String], id: String)
}

extension ImportError {
  /// One sentence that says what was refused, and why.
  public var description: String {
    switch self {
    case .notAColumn(let model, let property):
      "The mapping names the property \(property), which is not a column of \(model): declare it in the schema."
    case .mappedTwice(let model, let column):
      "The mapping has two rules for the column \"\(column)\" of \(model): remove one."
    case .severalKeys(let model):
      "The mapping has two keys for \(model): name all columns that identify a record in one."
    case .emptyKey(let model):
      "The mapping has a key of no columns for \(model): name the columns that identify a record."
    case .columnsNotFound(let model, let names):
      """
      No row has the \(names.count == 1 ? "column" : "columns") \(Self.list(names)), which the mapping for \(model) names: correct \
      the spelling, or make the rule optional.
      """
    case .givenTwice(let model, let column):
      "\(model) was given two values for its column \"\(column)\", under its own name and by the mapping: give one."
    case .parentNotFound(let model, let relation, let parent, let column):
      """
      The \(model) cannot be imported, because no \(parent) has the value given for its relation "\(relation)" in the column \
      "\(column)": import the parent first, or let the mapping create it.
      """
    case .parentAmbiguous(let model, let relation, let parent, let column):
      """
      The \(model) cannot be imported, because several \(parent) records have the value given for its relation "\(relation)" in \
      the column "\(column)": find the parent by a column whose values are unique.
      """
    case .parentInCircle(let model, let relation):
      """
      The \(model) cannot be imported, because the parents that the rows give for its relation "\(relation)" lead back to a row \
      that waits for them: import one of these rows without its parent.
      """
    case .severalParents(let model, let relation):
      "The \(model) cannot be imported, because its row gives several parents for its relation \"\(relation)\": give one."
    case .keyMissing(let model, let columns):
      "The \(model) cannot be imported, because its row has no value for the key \(Self.list(columns)): give one."
    case .keyTwice(let model, let columns, let row):
      "The \(model) cannot be imported, because row \(row) has the same key \(Self.list(columns)): remove one of the rows."
    case .keyAmbiguous(let model, let columns):
      """
      The \(model) cannot be imported, because several stored records have its key \(Self.list(columns)): name columns whose \
      values are unique together.
      """
    case .keyStored(let model, let columns, let id):
      "The \(model) cannot be imported, because \(model) \(id) has the same key \(Self.list(columns)): remove the row."
    }
  }

  private static func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
}

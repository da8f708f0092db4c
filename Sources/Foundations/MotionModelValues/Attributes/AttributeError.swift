/// An untyped value that a record refused.
///
/// Messages name the model, the column and what was expected, and the value only as ``CastError`` does. For nested
/// attributes, the model is that of the outer record, and the column is a path: `todos[1].due_date`.
@nonexhaustive
public enum AttributeError: DescribedError, Hashable {
  /// The model has no column of the name.
  case unknownColumn(model: String, column: String)
  /// The value cannot be cast to the column's type.
  case cast(model: String, column: String, CastError)
  /// One column, or one relation, was given twice, by two of its names: one of them may be in snake case.
  case duplicateColumn(model: String, column: String)
  /// The value for a relation does not consist of dictionaries of attributes.
  case nestedShapeMismatch(model: String, relation: String, isArray: Bool)
  /// The value for a relation has more records than one call may have.
  case tooManyNested(model: String, relation: String, limit: Int)
}

extension AttributeError {
  /// One sentence with the model, its column or relation, what was expected and what was found.
  public var description: String {
    switch self {
    case .unknownColumn(let model, let column):
      "\(model) has no column \"\(column)\": use one that its schema declares."
    case .cast(let model, let column, let reason):
      "\(model) cannot take the value for its column \"\(column)\": \(reason)."
    case .duplicateColumn(let model, let column):
      "\(model) was given two values for \"\(column)\", under two of its names: give one."
    case .nestedShapeMismatch(let model, let relation, let isArray):
      "\(model) cannot take the value for its relation \"\(relation)\": it has to be \(isArray ? "an array of dictionaries" : "a dictionary") of attributes."
    case .tooManyNested(let model, let relation, let limit):
      "\(model) cannot take the value for its relation \"\(relation)\": it has more than \(limit) records, so give fewer at a time."
    }
  }
}

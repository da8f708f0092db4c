/// An error of a record that was written by the attributes of its owner.
package protocol NestableError: Error {
  /// Returns the same error with the position of the record in the owner's attributes: `todos[1].name`.
  ///
  /// - Parameters:
  ///   - relation: The relation's name.
  ///   - index: The index of the record's attributes among those of the relation, from 0; nil for a single record.
  ///   - owner: The owner, whose attributes were written.
  func nested(under relation: String, at index: Int?, of owner: some Model) -> any Error
}

extension StoreError: NestableError {
  package func nested(under relation: String, at index: Int?, of owner: some Model) -> any Error {
    let (model, place) = (type(of: owner).schema.modelName, relation + (index.map { "[\($0)]" } ?? ""))
    let inner = if case .nested(_, let path, _) = self { ".\(path)" } else { "" }
    return StoreError.nested(model: model, path: place + inner, reason)
  }
}

extension AttributeError: NestableError {
  package func nested(under relation: String, at index: Int?, of owner: some Model) -> any Error {
    let (model, place) = (type(of: owner).schema.modelName, relation + (index.map { "[\($0)]" } ?? ""))
    return switch self {
    case .unknownColumn(_, let column): AttributeError.unknownColumn(model: model, column: "\(place).\(column)")
    case .cast(_, let column, let reason): AttributeError.cast(model: model, column: "\(place).\(column)", reason)
    case .duplicateColumn(_, let column): AttributeError.duplicateColumn(model: model, column: "\(place).\(column)")
    case .tooManyNested(_, let relation, let limit):
      AttributeError.tooManyNested(model: model, relation: "\(place).\(relation)", limit: limit)
    case .nestedShapeMismatch(_, let relation, let isArray):
      AttributeError.nestedShapeMismatch(model: model, relation: "\(place).\(relation)", isArray: isArray)
    }
  }
}

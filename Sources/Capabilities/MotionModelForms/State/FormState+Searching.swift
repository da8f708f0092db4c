import MotionModel
import MotionModelValidation

extension FormState {
  /// Searches the records that a field offers, for a text in what is shown of them.
  ///
  /// ```swift
  /// try state.search("gar", at: "projectID").map(\.label)     // => ["Garden", "Kindergarten"]
  /// state.description.field(at: "projectID")?.search          // => "gar"
  /// ```
  ///
  /// The field keeps the text: if a field has too many options to list, ``description`` has the found options beside
  /// the chosen ones. A text without letters ends the search, and returns the first options.
  ///
  /// - Returns: At most 100 options, in the order of the form's finder.
  /// - Throws: ``FormError`` if there is no such field, or it does not offer records; the error of the adapter that
  ///   keeps them.
  /// - Complexity: That of `contains` in a finder. For a field without a shown column, that of reading all records.
  @discardableResult
  public func search(_ text: String, at path: FormPath) throws -> [FormField.Option] {
    try apply(.search(text), at: path)
    return try core.found(at: path.steps[...], in: environment)
  }
}

extension FormCore {
  func found(at steps: ArraySlice<ValidationError.Step>, in environment: FormEnvironment) throws -> [FormField.Option] {
    guard case .field(let name)? = steps.first else { return [] }
    if let index = plan.fieldIndex[name] {
      guard case .records(let records)? = plan.fields[index].facts.options else { return [] }
      return try records.found(fields[index].search, in: environment.store)
    }
    guard let index = plan.groupIndex[name], case .index(let number)? = steps.dropFirst().first,
      let item = groups[index].index(of: number)
    else { return [] }
    return try groups[index].items[item].node.found(at: steps.dropFirst(2), in: environment)
  }
}

extension RecordOptions {
  /// Returns the first options that have a text; the first of all if it is nil.
  fileprivate func found(_ text: String?, in store: Store) throws -> [FormField.Option] {
    try text.map { try search(store, $0, Self.listed) } ?? first(store, Self.listed)
  }
}

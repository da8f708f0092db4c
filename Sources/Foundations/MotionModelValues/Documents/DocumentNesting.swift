/// Checks that a document is nested no deeper than values may be, and than the stack allows. It also has the values for
/// keys that the document lacks.
///
/// It stores the first failure. A type that continues after an error, or that requests nested containers without
/// handling errors, therefore cannot produce a document with a part missing.
final class DocumentNesting {
  /// Stops the encoding or decoding of a document; ``DocumentNesting/failure`` holds the cause.
  struct TooDeep: Error {}

  /// The document from which missing keys are taken; nil if they are not to be.
  private let defaults: AttributeValue?

  init(defaults: AttributeValue? = nil) { self.defaults = defaults }

  /// Returns the value for a key that an object of the document lacks; nil if there is none.
  ///
  /// An object that has no key in common with the default one is of another kind, such as another case of an enum.
  ///
  /// - Parameters:
  ///   - members: The members of the object.
  ///   - path: The coding path of the object. Elements of arrays have no defaults.
  func value(missingIn members: [String: AttributeValue], at path: [any CodingKey], _ key: any CodingKey)
    -> AttributeValue?
  {
    guard var object = defaults else { return nil }
    for step in path {
      guard case .dictionary(let values) = object, let value = values[step.stringValue] else { return nil }
      object = value
    }
    guard case .dictionary(let values) = object else { return nil }
    return members.isEmpty || members.keys.contains { values[$0] != nil } ? values[key.stringValue] : nil
  }

  /// The first failure in words and its coding path; nil while there is none.
  private(set) var failure: (words: String, path: [any CodingKey])?

  /// Throws when the coding path of a value is too long or the stack is nearly used up.
  func check(at path: [any CodingKey]) throws {
    guard path.count >= Self.unchecked else { return }
    if path.count > AttributeValue.depthLimit { refuse(AttributeValue.tooDeep, path) }
    if StackSpace.isNearlyUsedUp() { refuse(StackSpace.tooDeep, path) }
    if failure != nil { throw TooDeep() }
  }

  /// Throws when a finished value is nested too deep for its coding path.
  func check(_ value: AttributeValue, at path: [any CodingKey]) throws {
    if value.isNested(deeperThan: AttributeValue.depthLimit - path.count) { refuse(AttributeValue.tooDeep, path) }
    if failure != nil { throw TooDeep() }
  }

  /// Returns whether an array or a dictionary is allowed at a coding path.
  func allowsContainer(at path: [any CodingKey]) -> Bool {
    if path.count >= AttributeValue.depthLimit { refuse(AttributeValue.tooDeep, path) }
    return failure == nil
  }

  private func refuse(_ words: String, _ path: [any CodingKey]) {
    failure = failure ?? (words, path)
  }

  /// The number of levels that are not checked: any stack is large enough for them.
  private static let unchecked = 8
}

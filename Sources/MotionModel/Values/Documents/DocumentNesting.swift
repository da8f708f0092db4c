/// Sees to it that a document is nested no deeper than values may be, and than the stack allows.
///
/// It remembers the first place that is too deep, so that a type which goes on after an error, or asks for containers in
/// containers without one, cannot make a document of which a part is missing.
final class DocumentNesting {
  /// Stops the encoding or decoding of a document; what went wrong is in ``DocumentNesting/failure``.
  struct TooDeep: Error {}

  /// What was found in place of a document that fits, and where; nil while nothing was.
  private(set) var failure: (words: String, path: [any CodingKey])?

  /// Throws unless a value at a place may hold others.
  func check(at path: [any CodingKey]) throws {
    guard path.count >= Self.unchecked else { return }
    if path.count > AttributeValue.depthLimit { refuse(AttributeValue.tooDeep, path) }
    if StackRoom.isNearlyUsedUp() { refuse(StackRoom.tooDeep, path) }
    if failure != nil { throw TooDeep() }
  }

  /// Throws unless a finished value may be at a place.
  func check(_ value: AttributeValue, at path: [any CodingKey]) throws {
    if value.isNested(deeperThan: AttributeValue.depthLimit - path.count) { refuse(AttributeValue.tooDeep, path) }
    if failure != nil { throw TooDeep() }
  }

  /// Whether there may be an array or a dictionary at a place.
  func allowsContainer(at path: [any CodingKey]) -> Bool {
    if path.count >= AttributeValue.depthLimit { refuse(AttributeValue.tooDeep, path) }
    return failure == nil
  }

  private func refuse(_ words: String, _ path: [any CodingKey]) {
    failure = failure ?? (words, path)
  }

  /// The levels at which nothing is checked: any stack is large enough for them.
  private static let unchecked = 8
}

/// Collects the elements of a list, one in each line, with `if` and loops.
///
/// What a list takes besides its elements, an extension of this type adds.
@resultBuilder
public enum ListBuilder<Element> {
  /// Adds an element.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }

  /// Concatenates elements.
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }

  /// Adds the elements of an `if` without `else`.
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }

  /// Adds the elements of the first of two alternatives.
  public static func buildEither(first part: [Element]) -> [Element] { part }

  /// Adds the elements of the second of two alternatives.
  public static func buildEither(second part: [Element]) -> [Element] { part }

  /// Concatenates the elements of a loop.
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }

  /// Returns the list.
  public static func buildFinalResult(_ parts: [Element]) -> [Element] { parts }
}

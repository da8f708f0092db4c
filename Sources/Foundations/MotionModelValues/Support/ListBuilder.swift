/// Collects the elements of a list, one in each line.
@resultBuilder
public enum ListBuilder<Element> {
  /// Adds an element.
  public static func buildExpression(_ element: Element) -> Element { element }

  /// Returns the elements as a list.
  public static func buildBlock(_ elements: Element...) -> [Element] { elements }
}

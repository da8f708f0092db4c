public import MotionModel

/// A column whose texts can be searched: a string or an array of strings, or an optional of these.
public protocol SearchableValue: ColumnValue {
  /// Calls `body` with each text, in order.
  func forEachSearchedText(_ body: (String) -> Void)
}

extension String: SearchableValue {
  /// Calls `body` with the string.
  public func forEachSearchedText(_ body: (String) -> Void) { body(self) }
}

extension Optional: SearchableValue where Wrapped: SearchableValue {
  /// Calls `body` with each text of the value, if there is one.
  public func forEachSearchedText(_ body: (String) -> Void) { self?.forEachSearchedText(body) }
}

extension Array: SearchableValue where Element: SearchableValue {
  /// Calls `body` with each text of each element.
  public func forEachSearchedText(_ body: (String) -> Void) {
    for element in self { element.forEachSearchedText(body) }
  }
}

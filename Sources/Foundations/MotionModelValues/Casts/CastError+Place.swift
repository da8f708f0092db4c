extension CastError {
  /// Returns this error with an index in an array: `a text at index 3`.
  func within(index: Int) -> CastError {
    CastError(expected: expected, found: found + " at index \(index)")
  }

  /// Returns this error with a key in a dictionary: `a text at "size"`.
  func within(key: String) -> CastError {
    CastError(expected: expected, found: found + " at \(key.debugDescription)")
  }
}

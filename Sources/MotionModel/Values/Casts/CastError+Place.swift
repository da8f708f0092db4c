extension CastError {
  /// This error, met at a place in an array: `a text at index 3`.
  func within(index: Int) -> CastError {
    CastError(expected: expected, found: found + " at index \(index)")
  }

  /// This error, met under a name in a dictionary: `a text at "size"`.
  func within(key: String) -> CastError {
    CastError(expected: expected, found: found + " at \(key.debugDescription)")
  }
}

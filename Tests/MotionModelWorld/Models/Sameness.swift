extension String {
  /// Whether two strings have the same scalars; `==` takes other forms of a letter for the same.
  func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Double {
  /// Whether two numbers are the same: zeros of two signs are not, all NaN are.
  func isSame(as other: Double) -> Bool { bitPattern == other.bitPattern || (isNaN && other.isNaN) }
}

extension String {
  /// Whether two strings have the same scalars; `==` is also true for canonically equivalent strings.
  func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Double {
  /// Whether two numbers are the same: zeros of two signs are not, all NaN are.
  func isSame(as other: Double) -> Bool { bitPattern == other.bitPattern || (isNaN && other.isNaN) }
}

extension DecimalForm: Comparable {
  static func < (first: DecimalForm, second: DecimalForm) -> Bool {
    switch (first.signum, second.signum) {
    case (1, 1): first.isSmallerMagnitude(than: second)
    case (-1, -1): second.isSmallerMagnitude(than: first)
    case (let first, let second): first < second
    }
  }

  private var signum: Int { isZero ? 0 : isNegative ? -1 : 1 }

  private func isSmallerMagnitude(than other: DecimalForm) -> Bool {
    let (height, otherHeight) = (digits.digitCount + exponent, other.digits.digitCount + other.exponent)
    guard height == otherHeight else { return height < otherHeight }
    // Both begin at the same power of ten, so with the same exponent neither has more digits than the longer one.
    let shared = min(exponent, other.exponent)
    guard let scaled = digits.timesTen(toThe: exponent - shared) else { return false }
    guard let otherScaled = other.digits.timesTen(toThe: other.exponent - shared) else { return true }
    return scaled < otherScaled
  }
}

extension UInt128 {
  /// The number of decimal digits of this number.
  fileprivate var digitCount: Int {
    var count = 1
    var rest = self
    while rest >= 10 {
      rest /= 10
      count += 1
    }
    return count
  }
}

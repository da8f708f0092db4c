/// A sum of floating-point numbers that is not rounded while numbers are added and removed, only when it is read.
///
/// Adding and subtracting floating-point numbers loses digits, so a sum maintained in this way would drift away from
/// its numbers. This one is an integer, in units of the least number that a `Double` can hold.
struct ExactSum: Sendable {
  /// The digits of the integer, to the base 2³², the lowest first. Each may be negative, or too large, until
  /// ``normalized`` moves what is too much to the next one.
  private var digits: [Int64] = []
  /// The place of the first digit: all lower ones are zero.
  private var first = 0
  /// How many numbers were added since the digits were normalized.
  private var additions = 0
  private var (nans, infinities, negativeInfinities) = (0, 0, 0)

  /// Adds a number.
  mutating func add(_ number: Double) { count(number, 1) }

  /// Removes a number that was added.
  mutating func remove(_ number: Double) { count(number, -1) }

  mutating func count(_ number: Double, _ step: Int) {
    if number.isFinite { return addFinite(step == 1 ? number : -number) }
    if number.isNaN {
      nans += step
    } else if number > 0 {
      infinities += step
    } else {
      negativeInfinities += step
    }
  }

  private mutating func addFinite(_ number: Double) {
    if number == 0 { return }
    // A finite number is an integer of 53 bits, times a power of two.
    let exponent = max(Int(number.exponentBitPattern), 1) - 1
    let significand = number.significandBitPattern | (number.isNormal ? UInt64(1) << 52 : 0)
    let (place, shift) = (exponent / 32, exponent % 32)
    let (low, high) = ((significand & .digit) << shift, (significand >> 32) << shift)
    makeRoom(from: place, to: place + 3)
    let sign: Int64 = number < 0 ? -1 : 1
    digits[place - first] += sign * Int64(low & .digit)
    digits[place - first + 1] += sign * Int64(low >> 32 + high & .digit)
    digits[place - first + 2] += sign * Int64(high >> 32)
    additions += 1
    if additions == 1 << 28 { normalize() }
  }

  private mutating func makeRoom(from start: Int, to end: Int) {
    if digits.isEmpty { first = start }
    if start < first {
      digits.insert(contentsOf: repeatElement(0, count: first - start), at: 0)
      first = start
    }
    if end > first + digits.count { digits += repeatElement(0, count: end - first - digits.count) }
  }

  /// Makes all digits but the last one to numbers from 0 to 2³² - 1. The last one has the sign of the sum.
  private mutating func normalize() {
    for index in digits.indices.dropLast() {
      digits[index + 1] += digits[index] >> 32
      digits[index] &= 0xFFFF_FFFF
    }
    if let last = digits.last, last > 0xFFFF_FFFF || last < -0xFFFF_FFFF {
      digits[digits.count - 1] = last & 0xFFFF_FFFF
      digits.append(last >> 32)
    }
    additions = 0
  }

  /// The sum, rounded once to the nearest number, or that of two with the even last digit.
  var rounded: Double {
    if nans > 0 || infinities > 0 && negativeInfinities > 0 { return .nan }
    if infinities > 0 { return .infinity }
    if negativeInfinities > 0 { return -.infinity }
    var sum = self
    sum.normalize()
    let isNegative = (sum.digits.last ?? 0) < 0
    if isNegative {
      for index in sum.digits.indices { sum.digits[index].negate() }
      sum.normalize()
    }
    return isNegative ? -sum.roundedMagnitude : sum.roundedMagnitude
  }

  /// The sum, if it is not negative.
  private var roundedMagnitude: Double {
    guard let top = digits.lastIndex(where: { $0 != 0 }) else { return 0 }
    let dropped = max(0, top * 32 + (64 - digits[top].leadingZeroBitCount) - 53)
    var kept = bits(from: dropped)
    if dropped > 0, bit(dropped - 1), kept & 1 == 1 || (0..<(dropped - 1)).contains(where: bit) { kept += 1 }
    return Double(sign: .plus, exponent: first * 32 + dropped - 1074, significand: Double(kept))
  }

  private func bit(_ index: Int) -> Bool { digits[index / 32] >> (index % 32) & 1 == 1 }

  /// The 64 bits from an index on.
  private func bits(from index: Int) -> UInt64 {
    (0..<3).reduce(0) { bits, next in
      let place = index / 32 + next
      if place >= digits.count { return bits }
      let (digit, shift) = (UInt64(digits[place]), next * 32 - index % 32)
      return bits | (shift < 0 ? digit >> -shift : digit << shift)
    }
  }
}

extension UInt64 {
  /// The bits of one digit.
  fileprivate static var digit: UInt64 { 0xFFFF_FFFF }
}

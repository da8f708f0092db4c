import MotionModel

/// The minimum and the maximum length.
struct LengthLimits: Sendable {
  let min: Int
  let max: Int

  init<Record: Validatable>(_ min: Int, _ max: Int, _ model: Record.Type) {
    if min > max || max < 0 {
      Misuse.stop(
        "A rule Length of \(Record.schema.modelName)", "can never be met, because its range is empty",
        "give a least length that is not above the greatest")
    }
    (self.min, self.max) = (Swift.max(0, min), max)
  }

  /// Creates limits that follow from a record, between which there may be no length.
  init(min: Int, max: Int) { (self.min, self.max) = (Swift.max(0, min), max) }

  init<Record: Validatable>(_ range: some RangeExpression<Int>, _ model: Record.Type) {
    if let range = range as? ClosedRange<Int> {
      self.init(range.lowerBound, range.upperBound, model)
    } else {
      // A range that is open at an end extends to the least or the greatest possible length.
      let lengths = range.relative(to: 0..<Int.max)
      self.init(lengths.lowerBound, lengths.upperBound == .max ? .max : lengths.upperBound - 1, model)
    }
  }

  func contain(_ count: Int) -> Bool { count >= min && count <= max }

  /// Whether the length of a string is within the limits.
  ///
  /// - Complexity: O(*n*) in the length of the string, and O(1) if it has fewer bytes than the minimum. ASCII
  ///   strings are not split into characters.
  func contain(_ text: String) -> Bool {
    let bytes = text.utf8.count
    if bytes < min { return false }
    if min <= 1 && bytes <= max { return bytes >= min }
    return contain(text.characterCount)
  }

  /// Returns the problem of a length, if any.
  func problem(_ count: Int, _ isString: Bool) -> Problem? {
    if contain(count) { return nil }
    if min == max { return .broken(isString ? .wrongLength : .wrongCount, ["count": min.attribute]) }
    if count < min { return .broken(isString ? .tooShort : .tooFew, parameters(missed: min)) }
    return .broken(isString ? .tooLong : .tooMany, parameters(missed: max))
  }

  /// The parameters of an error: the limit that was missed, and both limits if there are two.
  private func parameters(missed limit: Int) -> [String: AttributeValue] {
    let both: [String: AttributeValue] = ["minimum": min.attribute, "maximum": max.attribute]
    return (min > 0 && max < .max ? both : [:]).merging(["count": limit.attribute]) { $1 }
  }
}

extension String {
  /// The number of characters, counted without splitting the string if every byte is a character.
  fileprivate var characterCount: Int {
    let isPlain = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 < 0x80 && $0 != 0x0D }
    }
    return isPlain ?? false ? utf8.count : count
  }
}

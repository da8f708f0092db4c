/// A position in the UTF-8 bytes of a string, with the steps that readers of numbers, dates and JSON take from
/// there.
///
/// It is valid inside ``Swift/String/withBytes(_:)`` only, and reads no byte past the end.
struct ByteCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let end: Int
  private(set) var index: Int

  /// Starts at the first byte, or at another, and ends after the last.
  init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int = 0) {
    (self.bytes, self.index, end) = (bytes, index, bytes.count)
  }

  /// Starts at the first byte that is not white space and ends after the last one.
  fileprivate init(trimming bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var end = bytes.count
    while start < end, bytes[start].isWhiteSpace { start += 1 }
    while end > start, bytes[end - 1].isWhiteSpace { end -= 1 }
    self.bytes = bytes
    self.end = end
    self.index = start
  }

  var isAtEnd: Bool { index == end }

  /// Returns the place of a byte that was passed.
  func place(of index: Int) -> TextPlace { TextPlace(of: index, in: bytes) }

  /// The byte at this position; nil at the end.
  var byte: UInt8? { index < end ? bytes[index] : nil }

  mutating func advance() {
    if index < end { index += 1 }
  }

  /// Advances as long as the bytes meet a condition.
  @inline(__always)
  mutating func advance(while condition: (UInt8) -> Bool) {
    while index < end, condition(bytes[index]) { index += 1 }
  }

  /// Takes one byte if it is the given one.
  mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    index += 1
    return true
  }

  /// Takes a string of ASCII letters and signs if it comes next.
  mutating func take(_ expected: StaticString) -> Bool {
    let count = expected.utf8CodeUnitCount
    guard index + count <= end else { return false }
    for offset in 0..<count where bytes[index + offset] != expected.utf8Start[offset] { return false }
    index += count
    return true
  }

  /// Takes bytes if they come next.
  mutating func take(_ expected: [UInt8]) -> Bool {
    guard end - index >= expected.count else { return false }
    for offset in expected.indices where bytes[index + offset] != expected[offset] { return false }
    index += expected.count
    return true
  }

  /// Takes all white space that comes next, and returns whether there was any.
  @discardableResult
  mutating func takeSpaces() -> Bool {
    let start = index
    while let next = byte, next.isWhiteSpace { index += 1 }
    return index > start
  }

  /// Takes the byte order mark: three bytes that some programs write before the first character of a file.
  mutating func takeByteOrderMark() {
    if end - index >= 3, (bytes[index], bytes[index + 1], bytes[index + 2]) == (0xEF, 0xBB, 0xBF) { index += 3 }
  }

  /// Takes one ASCII digit.
  mutating func takeDigit() -> UInt8? {
    guard let digit = byte?.digit else { return nil }
    index += 1
    return digit
  }

  /// Returns how many ASCII digits come next, counted up to a limit.
  func digitCount(limit: Int) -> Int {
    var count = 0
    while count < limit, index + count < end, bytes[index + count].digit != nil { count += 1 }
    return count
  }

  /// Takes a number of exactly `digits` digits, at most eight.
  mutating func takeNumber(digits: Int) -> Int? {
    guard digits > 0, digitCount(limit: digits) == digits else { return nil }
    var number = 0
    for _ in 0..<digits { number = number * 10 + Int(takeDigit() ?? 0) }
    return number
  }

  /// Takes a run of ASCII letters, in lower case; nil when there are none or more than `limit`.
  mutating func takeWord(limit: Int = 12) -> String? {
    var letters = ""
    var place = index
    while place < end, let letter = bytes[place].lowercasedLetter {
      guard letters.utf8.count < limit else { return nil }
      letters.unicodeScalars.append(Unicode.Scalar(letter))
      place += 1
    }
    guard place > index else { return nil }
    index = place
    return letters
  }

  /// Returns the bytes from a position to this one as a string, and nil if they are not UTF-8.
  func validText(from start: Int) -> String? { String(validating: bytes[start..<index], as: UTF8.self) }

  /// Returns the bytes between two positions as a string.
  func text(from start: Int, to end: Int) -> String {
    String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The byte at a position that the cursor has passed.
  subscript(passed place: Int) -> UInt8 { bytes[place] }
}

extension String {
  /// Reads the bytes of this string without the white space around it, and without copying a native string.
  func withBytes<Result>(_ body: (inout ByteCursor) -> Result) -> Result {
    var text = self
    return text.withUTF8 { bytes in
      var cursor = ByteCursor(trimming: bytes)
      return body(&cursor)
    }
  }

  /// Whether this string is empty or only white space.
  var isBlank: Bool { utf8.allSatisfy(\.isWhiteSpace) }

  /// This string without the white space around it.
  var trimmed: String {
    guard let first = utf8.first, let last = utf8.last, first.isWhiteSpace || last.isWhiteSpace else { return self }
    return withBytes { $0.rest }
  }
}

extension ByteCursor {
  /// Everything from this position to the end as a string.
  var rest: String { text(from: index, to: end) }
}

extension UInt8 {
  /// Whether the byte is a space, tab, line feed, vertical tab, form feed or carriage return.
  var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  /// The value of an ASCII digit; nil for other bytes.
  var digit: UInt8? { (0x30...0x39).contains(self) ? self - 0x30 : nil }

  /// An ASCII letter in lower case; nil for other bytes.
  var lowercasedLetter: UInt8? {
    let lowered = self | 0x20
    return (0x61...0x7A).contains(lowered) ? lowered : nil
  }
}

/// The word that is being read, folded. Its memory is that of a block, so a word takes no allocation.
struct WordBuffer {
  /// How many bytes of UTF-8 a word can have. Of longer ones, the rest is left out.
  static let limit = 256

  private let memory: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private(set) var isASCII = true

  /// Once something was left out, all that follows is.
  private var isCut = false

  /// Whether marks were added, whose order may be another than the canonical one.
  private var hasMarks = false

  /// Calls `body` with a buffer.
  static func withBuffer<Result>(_ body: (inout WordBuffer) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: limit) { memory in
      // NB: The capacity is not 0, so there is an address.
      guard let base = memory.baseAddress else { fatalError("A buffer of \(limit) bytes has no memory.") }
      var buffer = WordBuffer(memory: base)
      return body(&buffer)
    }
  }

  private init(memory: UnsafeMutablePointer<UInt8>) { self.memory = memory }

  /// The word, until the buffer changes.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

  /// The word, to be changed in place and shortened.
  mutating func withBytes(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    count = body(UnsafeMutableBufferPointer(start: memory, count: count))
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  mutating func clear() { (count, isASCII, isCut, hasMarks) = (0, true, false, false) }

  // MARK: - Appending

  mutating func append(ascii byte: UInt8) {
    guard count < Self.limit, !isCut else { return isCut = true }
    memory[count] = byte
    count += 1
  }

  /// Appends the folded forms of bytes as long as they are letters or digits of ASCII, and returns the index of the
  /// first that is not.
  mutating func appendASCII(
    of text: UnsafeBufferPointer<UInt8>, from start: Int, _ fold: UnsafePointer<UInt8>
  ) -> Int {
    var index = start
    if !isCut {
      let (target, end) = (memory + (count - start), min(text.count, start + Self.limit - count))
      while index < end {
        let form = fold[Int(text[index])]
        if form <= ASCIIFold.notASCII { break }
        target[index] = form
        index += 1
      }
      count += index - start
      if index < end { return index }
    }
    while index < text.count, fold[Int(text[index])] > ASCIIFold.notASCII {
      isCut = true
      index += 1
    }
    return index
  }

  /// Appends a character that is packed into a number: as many bytes as `count` says, the first one lowest.
  mutating func append(packed: UInt64, count width: Int) {
    guard !isCut, count + width <= Self.limit else { return isCut = isCut || width > 0 }
    var bytes = packed
    for _ in 0..<width {
      let byte = UInt8(truncatingIfNeeded: bytes)
      if byte >= 0x80 { isASCII = false }
      memory[count] = byte
      count += 1
      bytes >>= 8
    }
  }

  /// Appends one character with all of its bytes, or cuts the word there.
  mutating func append(_ character: some Collection<UInt8>) {
    guard !isCut, count + character.count <= Self.limit else { return isCut = true }
    for byte in character {
      if byte >= 0x80 { isASCII = false }
      memory[count] = byte
      count += 1
    }
  }

  mutating func append(_ scalar: Unicode.Scalar) { append(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter) }

  /// Notes that a mark was appended.
  mutating func noteMark() { hasMarks = true }

  // MARK: - Marks

  /// Puts marks that follow one another into the canonical order, so that equivalent spellings become equal.
  @inline(__always)
  mutating func orderMarks() {
    if hasMarks { sortMarks() }
  }

  private mutating func sortMarks() {
    var scalars = Array(string.unicodeScalars)
    var start = 0
    while start < scalars.count {
      guard scalars[start].combiningClass != 0 else { start += 1; continue }
      let end = scalars[start...].firstIndex { $0.combiningClass == 0 } ?? scalars.endIndex
      // NB: Swift's sort is stable, as the canonical order demands.
      scalars[start..<end].sort { $0.combiningClass < $1.combiningClass }
      start = end
    }
    clear()
    for scalar in scalars { append(scalar) }
  }
}

extension Unicode.Scalar {
  /// The canonical combining class: 0 for all that is not a mark above, below or in a letter.
  var combiningClass: UInt8 { properties.canonicalCombiningClass.rawValue }
}

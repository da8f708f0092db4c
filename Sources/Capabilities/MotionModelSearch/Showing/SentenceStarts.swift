/// Where the sentences begin in which something was found.
struct SentenceStarts {
  /// For each hit, the number of the first word of its sentence. It is nil where another hit is in the same one.
  private(set) var before: [Int?] = []

  init(of found: FoundText) {
    found.text.withBytes { bytes in
      var word = 0
      var start = 0
      var last: Int?
      for hit in found.hits {
        while word < hit.words.lowerBound {
          word += 1
          if Self.isStart(found.places[word].lowerBound, bytes) { start = word }
        }
        before.append(start == last ? nil : start)
        last = start
      }
    }
  }

  /// Whether a sentence begins at an offset: after white space that follows `.`, `!`, `?`, `:` or `…`, perhaps with a
  /// closing quote or bracket; after a new line; or after a full stop of Chinese and Japanese.
  private static func isStart(_ offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = offset
    // An opening quote or bracket belongs to the word. No more than a few bytes are looked at.
    let lowest = max(0, offset - 16)
    while index > lowest, opening.contains(bytes[index - 1]) { index -= 1 }
    if isAfter(index, bytes, fullWidth) { return true }
    let end = index
    while index > lowest, bytes[index - 1] == 0x20 || (0x09...0x0D).contains(bytes[index - 1]) {
      if bytes[index - 1] == 0x0A { return true }
      index -= 1
    }
    guard index < end else { return false }
    while index > lowest, closing.contains(bytes[index - 1]) { index -= 1 }
    return index > 0 && (terminators.contains(bytes[index - 1]) || isAfter(index, bytes, ["…"]))
  }

  private static func isAfter(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ signs: [String]) -> Bool {
    index >= 3 && signs.contains { $0.utf8.elementsEqual(bytes[index - 3..<index]) }
  }

  private static let opening = Set("\"'([".utf8)
  private static let closing = Set("\"')]".utf8)
  private static let terminators = Set(".!?:".utf8)
  private static let fullWidth = ["。", "！", "？"]
}

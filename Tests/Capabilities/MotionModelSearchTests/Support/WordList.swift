import MotionModelSearch
import MotionModelTestSupport

/// Sorted words in an array, which counts how many of them were read.
struct WordList: SortedWords {
  /// How often each word was given.
  let counts: [String: Int]
  let reads = Counter()
  private let words: [(bytes: [UInt8], count: Int)]

  init(_ words: some Sequence<String>) {
    // NB: Equal strings can have other bytes; the words of an index are in one form.
    counts = words.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    self.words = counts.map { (Array($0.key.utf8), $0.value) }.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  func forEachWord(from start: [UInt8], _ body: (UnsafeBufferPointer<UInt8>, Int) -> Bool) {
    var (low, high) = (0, words.count)
    while low < high {
      let middle = (low + high) / 2
      if words[middle].bytes.lexicographicallyPrecedes(start) { low = middle + 1 } else { high = middle }
    }
    for word in words[low...] {
      reads.add()
      guard word.bytes.withUnsafeBufferPointer({ body($0, word.count) }) else { return }
    }
  }
}

@testable import MotionModelSearch

enum StemmedWord {
  /// Returns the English stem of a word, which can have apostrophes.
  static func stem(of word: String) -> String {
    var bytes = Array(word.utf8)
    let count = bytes.withUnsafeMutableBufferPointer { EnglishStemmer.stem($0) }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}

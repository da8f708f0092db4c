import Foundation

/// Words that are drawn by Zipf's law: the word of rank *r* is drawn 1/*r* times as often as the first one.
///
/// Frequent words are short, and the words that begin with two given letters are of all ranks, as in a language.
struct Vocabulary {
  /// For each rank, the share of draws that it and all ranks before it take, multiplied by a constant.
  private let sums: [Double]

  init(count: Int) {
    var sum = 0.0
    sums = (1...count).map { rank in
      sum += 1 / Double(rank)
      return sum
    }
  }

  /// Returns one of the words, chosen by a random number.
  func word(_ random: UInt64) -> String {
    let drawn = Double(random >> 11) / 9_007_199_254_740_992 * sums[sums.count - 1]
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] <= drawn { low = middle + 1 } else { high = middle }
    }
    return Self.word(ofRank: low)
  }

  /// The rank in the base of 100 syllables, its last digit first; two syllables or more.
  private static func word(ofRank rank: Int) -> String {
    var (word, rest) = ("", rank + 100)
    while rest > 0 {
      word.append(consonants[rest % 100 / 5])
      word.append(vowels[rest % 5])
      rest /= 100
    }
    return word
  }

  private static let consonants = Array("bcdfghjklmnpqrstvwxz")
  private static let vowels = Array("aeiou")
}

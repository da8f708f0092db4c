/// Names in a language that knows fewer names than a file.
enum UniqueNames {
  /// Returns a name for each of several, of which no two are the same.
  ///
  /// A name that an earlier one has already gets a number: `name`, `name_2`.
  ///
  /// - Parameters:
  ///   - names: The names that the language allows, but for equal ones.
  ///   - taken: Names that none may get.
  ///   - longest: The greatest number of bytes in UTF-8; longer names are cut.
  ///   - key: What is equal for names that the language takes for the same.
  /// - Complexity: O(*n*) for *n* names.
  static func distinct(
    _ names: [String], taken: Set<String> = [], longest: Int = .max, key: (String) -> String = { $0 }
  ) -> [String] {
    var used = taken
    var numbers: [String: Int] = [:]
    return names.map { name in
      let base = name.prefix(bytes: longest)
      var candidate = base
      while !used.insert(key(candidate)).inserted {
        let number = numbers[key(base), default: 1] + 1
        numbers[key(base)] = number
        candidate = base.prefix(bytes: longest - "_\(number)".utf8.count) + "_\(number)"
      }
      return candidate
    }
  }
}

extension String {
  /// The longest beginning of whole characters that has no more than a number of bytes in UTF-8.
  fileprivate func prefix(bytes: Int) -> String {
    guard utf8.count > bytes else { return self }
    var result = ""
    var count = 0
    for character in self {
      count += character.utf8.count
      if count > bytes { break }
      result.append(character)
    }
    return result
  }

  /// The string with every character that is not an ASCII letter, a digit or an underscore replaced, and with an
  /// underscore before a digit at its beginning.
  var asASCIIWord: String {
    var word = ""
    for scalar in unicodeScalars { word.unicodeScalars.append(scalar.isASCIIWord ? scalar : "_") }
    guard let first = word.unicodeScalars.first else { return "_" }
    return ("0"..."9").contains(first) ? "_\(word)" : word
  }
}

extension Unicode.Scalar {
  private static let letters: [ClosedRange<Unicode.Scalar>] = ["a"..."z", "A"..."Z", "0"..."9", "_"..."_"]

  fileprivate var isASCIIWord: Bool { Self.letters.contains { $0.contains(self) } }
}

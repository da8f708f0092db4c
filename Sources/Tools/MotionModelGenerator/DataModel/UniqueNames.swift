/// Unique names: a name that is taken already gets the first free number.
package struct UniqueNames {
  private let separator: String
  private let longest: Int
  private let key: (String) -> String
  private var taken: Set<String>
  private var numbers: [String: Int] = [:]

  /// - Parameters:
  ///   - taken: Names that are taken already.
  ///   - separator: What stands between a name and its number.
  ///   - longest: The greatest number of bytes in UTF-8; longer names are cut.
  ///   - key: What is equal for names that count as the same.
  package init(
    taken: some Sequence<String> = [], separator: String = "", longest: Int = .max,
    key: @escaping (String) -> String = { $0 }
  ) {
    (self.separator, self.longest, self.key) = (separator, longest, key)
    self.taken = Set(taken.map(key))
  }

  /// Takes a name: the wanted one, or the first of `name2`, `name3` and so on that is free.
  ///
  /// - Complexity: O(1) on average, whatever the number of names that were taken with it.
  package mutating func take(_ wanted: String) -> String {
    let base = wanted.prefix(bytes: longest)
    var name = base
    while !taken.insert(key(name)).inserted {
      let number = numbers[key(base), default: 1] + 1
      numbers[key(base)] = number
      let ending = "\(separator)\(number)"
      name = base.prefix(bytes: longest - ending.utf8.count) + ending
    }
    return name
  }

  /// Takes a name if it is free, and returns whether it was.
  package mutating func takeExactly(_ name: String) -> Bool { taken.insert(key(name)).inserted }

  /// Takes the first of some names that is free, or the last one with a number.
  package mutating func take(firstOf wanted: [String]) -> String {
    take(wanted.first { !taken.contains(key($0)) } ?? wanted.last ?? "")
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
}

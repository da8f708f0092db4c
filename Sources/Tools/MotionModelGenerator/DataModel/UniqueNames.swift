/// Unique names: a name that is taken already gets the first free number.
package struct UniqueNames {
  private let key: (String) -> String
  private var taken: Set<String>
  private var numbers: [String: Int] = [:]

  /// - Parameters:
  ///   - taken: Names that are taken already.
  ///   - key: What is equal for names that count as the same.
  package init(taken: some Sequence<String> = [], key: @escaping (String) -> String = { $0 }) {
    self.key = key
    self.taken = Set(taken.map(key))
  }

  /// Takes a name: the wanted one, or the first of `name2`, `name3` and so on that is free.
  ///
  /// - Complexity: O(1) on average, whatever the number of names that were taken with it.
  package mutating func take(_ wanted: String) -> String {
    var name = wanted
    while !taken.insert(key(name)).inserted {
      let number = numbers[key(wanted), default: 1] + 1
      numbers[key(wanted)] = number
      name = "\(wanted)\(number)"
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

/// Finds what a misspelled name was meant to be.
package enum Spelling {
  /// Returns the name that differs by the fewest letters, if they are few; nil if none is near.
  package static func nearest(to name: String, in names: [String]) -> String? {
    let limit = name.count > 2 ? 2 : 1
    return names.map { (name: $0, distance: distance(from: name.lowercased(), to: $0.lowercased(), limit: limit)) }
      .filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
  }

  /// Returns how many letters have to be inserted, removed or replaced, or a number above the limit.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of the names, which are cut where they are too long for a name.
  private static func distance(from first: String, to second: String, limit: Int) -> Int {
    let (first, second) = (Array(first.prefix(100)), Array(second.prefix(100)))
    if abs(first.count - second.count) > limit { return limit + 1 }
    var previous = Array(0...second.count)
    for (index, character) in first.enumerated() {
      var current = [index + 1]
      for (place, other) in second.enumerated() {
        let replaced = previous[place] + (character == other ? 0 : 1)
        current.append(min(replaced, previous[place + 1] + 1, current[place] + 1))
      }
      previous = current
    }
    return previous[second.count]
  }
}

/// An expected text beside the one that was found.
package struct TextComparison {
  private let expected: [String]
  private let found: [String]

  /// Creates a comparison. Empty lines at the beginning and the end do not count.
  package init(expected: String, found: String) {
    (self.expected, self.found) = (Self.lines(of: expected), Self.lines(of: found))
  }

  /// Whether both texts have the same lines.
  package var isEqual: Bool { expected == found }

  /// The text that was found, in a form that can be pasted into a test.
  var foundText: String { found.joined(separator: "\n") }

  /// The lines of both texts; those of only one text are marked.
  ///
  /// ```
  ///           + Todo 2: name "Feed the cat"
  /// expected: ~ Todo 1: priority 0 → 3
  /// found:    ~ Todo 1: priority 0 → 4
  /// ```
  package var difference: String {
    let start = zip(expected, found).prefix { $0 == $1 }.count
    let (restOfExpected, restOfFound) = (expected.dropFirst(start), found.dropFirst(start))
    let end = zip(restOfExpected.reversed(), restOfFound.reversed()).prefix { $0 == $1 }.count
    let lines =
      found.prefix(start).map { Line(.both, $0) }
      + Self.compare(Array(restOfExpected.dropLast(end)), Array(restOfFound.dropLast(end)))
      + found.suffix(end).map { Line(.both, $0) }
    return Self.withoutDistantLines(lines).joined(separator: "\n")
  }

  // MARK: - Lines

  private struct Line {
    enum Origin: String {
      case both = "          "
      case expected = "expected: "
      case found = "found:    "
    }
    let origin: Origin
    let text: String

    init(_ origin: Origin, _ text: String) { (self.origin, self.text) = (origin, text) }

    var description: String { origin.rawValue + text }
  }

  /// How many lines are compared one with each other, which takes time and memory by the square of their number.
  private static let limit = 1_000
  /// How many lines around a difference are shown.
  private static let context = 3

  private static func lines(of text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    lines = lines.drop(while: \.isEmpty)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return Array(lines)
  }

  private static func compare(_ expected: [String], _ found: [String]) -> [Line] {
    if expected.count + found.count > limit {
      return expected.map { Line(.expected, $0) } + found.map { Line(.found, $0) }
    }
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in found.difference(from: expected) {
      switch change {
      case .remove(let index, _, _): removed.insert(index)
      case .insert(let index, _, _): inserted.insert(index)
      }
    }
    var (lines, position): ([Line], Int) = ([], 0)
    for (index, text) in expected.enumerated() {
      if removed.contains(index) {
        lines.append(Line(.expected, text))
        continue
      }
      appendInsertions()
      lines.append(Line(.both, text))
      position += 1
    }
    appendInsertions()
    return lines

    func appendInsertions() {
      while inserted.contains(position) {
        lines.append(Line(.found, found[position]))
        position += 1
      }
    }
  }

  /// Returns the lines of both texts that are near a difference, with a mark where others were left out.
  private static func withoutDistantLines(_ lines: [Line]) -> [String] {
    var isNear = Array(repeating: false, count: lines.count)
    for (index, line) in lines.enumerated() where line.origin != .both {
      for near in max(0, index - context)...min(lines.count - 1, index + context) { isNear[near] = true }
    }
    var result: [String] = []
    for (index, line) in lines.enumerated() {
      if isNear[index] {
        result.append(line.description)
      } else if index == 0 || isNear[index - 1] {
        result.append("          …")
      }
    }
    return result
  }
}

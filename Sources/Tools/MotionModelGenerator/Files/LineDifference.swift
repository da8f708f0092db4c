/// The difference of two texts as `diff -u` prints it.
package enum LineDifference {
  /// Returns the lines of the difference; none if the texts are equal.
  ///
  /// - Parameters:
  ///   - path: The file whose texts are compared.
  ///   - old: Its text before; nil if it was not there.
  ///   - new: Its text after.
  package static func lines(_ path: String, _ old: String?, _ new: String) -> [String] {
    let edits = edits(lines(of: old ?? ""), lines(of: new))
    let changed = edits.indices.filter { edits[$0].mark != " " }
    if changed.isEmpty { return [] }
    var result = ["--- " + (old == nil ? "/dev/null" : path), "+++ " + path]
    for hunk in hunks(changed, count: edits.count) {
      let before = edits[..<hunk.lowerBound]
      let (oldStart, newStart) = (before.count { $0.mark != "+" }, before.count { $0.mark != "-" })
      let part = edits[hunk]
      let (oldCount, newCount) = (part.count { $0.mark != "+" }, part.count { $0.mark != "-" })
      result.append("@@ -\(range(oldStart, oldCount)) +\(range(newStart, newCount)) @@")
      result += part.map { $0.mark + $0.line }
    }
    return result
  }

  private static func lines(of text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  private static func range(_ start: Int, _ count: Int) -> String { "\(count == 0 ? start : start + 1),\(count)" }

  /// All lines in order, each with a mark: kept, removed or added.
  private static func edits(_ old: [String], _ new: [String]) -> [(mark: String, line: String)] {
    let difference = new.difference(from: old)
    let removed = Set(difference.removals.map(\.offset))
    let added = Set(difference.insertions.map(\.offset))
    var result: [(mark: String, line: String)] = []
    var (place, other) = (0, 0)
    while place < old.count || other < new.count {
      if place < old.count, removed.contains(place) {
        result.append(("-", old[place]))
        place += 1
      } else if other < new.count, added.contains(other) {
        result.append(("+", new[other]))
        other += 1
      } else {
        result.append((" ", old[place]))
        (place, other) = (place + 1, other + 1)
      }
    }
    return result
  }

  /// The parts with changes, each with three lines around it; parts that meet are one.
  private static func hunks(_ changed: [Int], count: Int) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for place in changed {
      let range = max(place - 3, 0)..<min(place + 4, count)
      if let last = result.last, last.upperBound >= range.lowerBound {
        result[result.count - 1] = last.lowerBound..<range.upperBound
      } else {
        result.append(range)
      }
    }
    return result
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

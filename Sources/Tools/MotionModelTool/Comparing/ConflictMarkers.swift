/// Two versions of a text as one, with both versions of the lines in which they differ between markers, as git writes
/// them.
enum ConflictMarkers {
  /// - Complexity: O(*n*) in the number of lines.
  static func text(ours: String, theirs: String) -> String {
    let (ours, theirs) = (lines(of: ours), lines(of: theirs))
    // The places of each line in theirs, the last one first.
    var places: [Substring: [Int]] = [:]
    for (place, line) in theirs.enumerated().reversed() { places[line, default: []].append(place) }
    var (merged, i, j): ([Substring], Int, Int) = ([], 0, 0)
    while i < ours.count || j < theirs.count {
      if i < ours.count, j < theirs.count, ours[i] == theirs[j] {
        merged.append(ours[i])
        (i, j) = (i + 1, j + 1)
        continue
      }
      // The next line of ours that theirs has too.
      var (end, next) = (i, theirs.count)
      while end < ours.count {
        if let place = place(of: ours[end], from: j, in: &places) {
          next = place
          break
        }
        end += 1
      }
      merged += ["<<<<<<< ours"] + ours[i..<end] + ["======="] + theirs[j..<next] + [">>>>>>> theirs"]
      (i, j) = (end, next)
    }
    return merged.joined(separator: "\n") + "\n"
  }

  private static func lines(of text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Returns the first place of a line that is not before `start`. Earlier places are discarded.
  private static func place(of line: Substring, from start: Int, in places: inout [Substring: [Int]]) -> Int? {
    while let first = places[line]?.last {
      if first >= start { return first }
      places[line]?.removeLast()
    }
    return nil
  }
}

/// The distances of sorted words from one, by a matrix of which words that begin alike share the first rows.
///
/// A edit is a letter too many, too few or wrong, or two neighbours that changed places. This is the distance of
/// optimal string alignment: no letter is changed twice. A word that begins with another letter has one edit more.
/// Where all words that begin alike are too far away, the walk says so, and they are passed over.
struct EditDistanceMatcher {
  enum Result: Hashable {
    case within(edits: Int)
    case beyond
    /// So many bytes of the word are enough to be beyond, whatever follows.
    case dead(bytes: Int)
  }

  private let wanted: [Unicode.Scalar]
  private let limit: Int
  private let isPrefix: Bool

  /// The letters of the last word, as far as it was read.
  private var letters: [Unicode.Scalar] = []

  /// For each number of letters, from none on: the distances of so many from the beginnings of the wanted word; the
  /// least of these distances; and the least distance of a beginning of the letters from the whole word.
  private var rows: [[Int]]
  private var least: [Int]
  private var best: [Int]

  /// Greater than any distance of interest.
  private var far: Int { limit + 2 }

  init(_ wanted: String, limit: Int, isPrefix: Bool) {
    (self.wanted, self.limit, self.isPrefix) = (Array(wanted.unicodeScalars), limit, isPrefix)
    rows = [(0...self.wanted.count).map { min($0, limit + 2) }]
    least = [0]
    best = [rows[0][self.wanted.count]]
  }

  /// Returns how far a word is away. The words come in the order of their UTF-8.
  mutating func visit(_ word: UnsafeBufferPointer<UInt8>) -> Result {
    var depth = 0
    var index = 0
    while index < word.count {
      let (letter, length) = word.scalar(at: index)
      index += length
      if depth == letters.count || letters[depth] != letter { replace(from: depth, with: letter) }
      depth += 1
      if isDead(depth) { return .dead(bytes: index) }
    }
    letters.removeLast(letters.count - depth)
    let edits = (isPrefix ? best[depth] : rows[depth][wanted.count]) + firstEdit(depth)
    return edits <= limit ? .within(edits: edits) : .beyond
  }

  private func firstEdit(_ depth: Int) -> Int { depth > 0 && letters[0] == wanted.first ? 0 : 1 }

  private func isDead(_ depth: Int) -> Bool {
    let left = limit - firstEdit(depth)
    // Changing places leads from the row before the last one to the next.
    return min(least[depth], least[depth - 1] + 1) > left && (!isPrefix || best[depth] > left)
  }

  /// Puts a letter in the place of all from a depth on, and computes its row.
  private mutating func replace(from depth: Int, with letter: Unicode.Scalar) {
    letters.removeLast(letters.count - depth)
    letters.append(letter)
    let row = depth + 1
    if rows.count == row {
      rows.append(Array(repeating: far, count: wanted.count + 1))
      least.append(far)
      best.append(far)
    }
    fill(row, letter)
    best[row] = min(best[depth], rows[row][wanted.count])
  }

  /// Computes a row, of which only the middle can have distances of interest.
  private mutating func fill(_ row: Int, _ letter: Unicode.Scalar) {
    if row <= limit { rows[row][0] = row }
    var lowest = rows[row][0]
    let first = max(1, row - limit)
    if first <= wanted.count {
      for column in first...min(wanted.count, row + limit) {
        var distance = min(rows[row - 1][column], rows[row][column - 1]) + 1
        distance = min(distance, rows[row - 1][column - 1] + (wanted[column - 1] == letter ? 0 : 1))
        if row > 1, column > 1, letter == wanted[column - 2], letters[row - 2] == wanted[column - 1] {
          distance = min(distance, rows[row - 2][column - 2] + 1)
        }
        rows[row][column] = min(distance, far)
        lowest = min(lowest, distance)
      }
    }
    least[row] = lowest
  }
}

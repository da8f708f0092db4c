package import MotionModelLive

/// The board at one moment, as lines of text: its columns side by side.
///
/// ```
/// TO DO 2                  DOING 1                  DONE 1
/// -----------------------  -----------------------  -----------------------
///   Paint the door         * Sweep the floor (ann)  > Walk the dog (bob)
/// + Read
/// ```
///
/// New cards are marked by `+`, moved ones by `>`, and other changed ones by `*`.
package struct Frame {
  package let lines: [String]

  /// - Parameters:
  ///   - list: The cards by stage. A stage without cards has an empty column.
  ///   - change: What led to them.
  ///   - width: The number of characters of a column.
  ///   - height: The greatest number of cards that a column shows.
  package init(
    _ list: LiveSectionList<Card.Stage, Card>, after change: LiveSectionsChange<Card.Stage, Card>? = nil,
    width: Int = 24, height: Int = 12
  ) {
    let marks = Self.marks(of: change)
    let columns = Card.Stage.allCases.map { stage in
      let section = list.firstIndex { $0.key == stage }
      let cards = section.map { Array(list[$0].records.prefix(height)) } ?? []
      let count = section.map { list[$0].records.count } ?? 0
      var lines = ["\(stage.title) \(count)", String(repeating: "-", count: width)]
      lines += cards.enumerated().map { index, card in
        let mark = section.flatMap { marks[LivePlace(section: $0, index: index)] } ?? " "
        return "\(mark) \(card.line)"
      }
      return count > height ? lines + ["  and \(count - height) more"] : lines
    }
    lines = (0..<(columns.map(\.count).max() ?? 0)).map { row in
      let cells = columns.map { $0.indices.contains(row) ? $0[row].fitted(to: width) : "".fitted(to: width) }
      return cells.joined(separator: "  ").withoutTrailingSpaces
    }
  }

  private static func marks(of change: LiveSectionsChange<Card.Stage, Card>?) -> [LivePlace: Character] {
    var marks: [LivePlace: Character] = [:]
    guard let change else { return marks }
    for update in change.updates { marks[update.new] = "*" }
    for move in change.moves { marks[move.new] = ">" }
    for place in change.insertions { marks[place] = "+" }
    return marks
  }
}

extension Card {
  /// The card in one line. What a terminal would obey, such as a line break, is a space.
  fileprivate var line: String {
    let text = person.map { "\(title) (\($0))" } ?? title
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}

extension String {
  /// Cuts the string or fills it with spaces, so that it has a number of characters.
  fileprivate func fitted(to width: Int) -> String {
    count > width ? prefix(width - 1) + "…" : self + String(repeating: " ", count: width - count)
  }

  fileprivate var withoutTrailingSpaces: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}

import MotionModelLive

/// Where frames are shown: a terminal, of which each frame replaces the one before, or anything else that takes text.
package struct Screen: Sendable {
  /// The size of a terminal, in characters.
  package struct Size: Sendable {
    let columns: Int
    let rows: Int

    package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }
  }

  private let isTerminal: Bool
  private let size: @Sendable () -> Size?
  private let write: @Sendable (String) -> Void

  /// - Parameter size: Returns the size of the terminal, which each frame looks at again, because it may change; nil if
  ///   it is not known.
  package init(
    isTerminal: Bool, size: @escaping @Sendable () -> Size? = { nil }, write: @escaping @Sendable (String) -> Void
  ) {
    (self.isTerminal, self.size, self.write) = (isTerminal, size, write)
  }

  func show(
    _ list: LiveSectionList<Card.Stage, Card>, after change: LiveSectionsChange<Card.Stage, Card>? = nil,
    _ caption: String
  ) {
    let size = size()
    // Three columns with two spaces between them, and below them the caption.
    let width = size.map { min(max(($0.columns - 4) / 3, 6), 24) } ?? 24
    let height = size.map { min(max($0.rows - 6, 1), 12) } ?? 12
    let frame = Frame(list, after: change, width: width, height: height)
    let caption = size.map { String(caption.prefix(max($0.columns - 1, 1))) } ?? caption
    let text = (frame.lines + ["", caption, ""]).joined(separator: "\n")
    // The cursor goes home, and the screen is cleared.
    write(isTerminal ? "\u{1B}[H\u{1B}[2J\(text)" : "\(text)\n")
  }
}

/// Where frames are shown: a terminal, of which each frame replaces the one before, or anything else that takes text.
package struct Screen: Sendable {
  private let isTerminal: Bool
  private let write: @Sendable (String) -> Void

  package init(isTerminal: Bool, write: @escaping @Sendable (String) -> Void) {
    (self.isTerminal, self.write) = (isTerminal, write)
  }

  func show(_ frame: Frame, _ caption: String) {
    let text = (frame.lines + ["", caption, ""]).joined(separator: "\n")
    // The cursor goes home, and the screen is cleared.
    write(isTerminal ? "\u{1B}[H\u{1B}[2J\(text)" : "\(text)\n")
  }
}

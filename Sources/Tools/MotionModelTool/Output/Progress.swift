/// What long work says of itself on standard error, if that is a terminal.
struct Progress {
  private let console: Console
  private let label: String
  private var isShown = false
  private var next = Self.step

  /// After how many records it is printed again.
  private static let step = 100_000

  init(_ label: String, _ console: Console) { (self.label, self.console) = (label, console) }

  mutating func update(_ count: Int) {
    guard count >= next else { return }
    next = count + Self.step
    guard console.terminals.errors else { return }
    isShown = true
    console.writeError("\r\(label): \(count) records")
  }

  /// Removes what was printed.
  mutating func end() {
    if isShown { console.writeError("\r\u{1B}[K") }
    isShown = false
  }
}

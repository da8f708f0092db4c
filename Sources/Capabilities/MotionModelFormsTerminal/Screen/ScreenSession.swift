import MotionModelValidation

/// Fills a terminal with a form: passes keys on, performs their requests, and writes the changed lines.
struct ScreenSession {
  private let form: any FilledForm
  private let terminal: any FormTerminal
  /// Saves the form; returns whether it was saved.
  private let submit: () throws -> Bool
  private var screen: FormScreen
  private var reader = KeyReader()
  private var shown: ScreenFrame?
  private var end: End?

  /// How a session ends.
  enum End {
    case saved
    case left(UnsavedChoice)
  }

  /// Begins with another screen, without wrapped lines and with pasted texts marked; then all of it is taken back.
  private static let prologue = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h"
  private static let epilogue = "\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  init(
    _ form: any FilledForm, on terminal: any FormTerminal, words: FormTerminalWords, submit: @escaping () throws -> Bool
  ) {
    (self.form, self.terminal, self.submit) = (form, terminal, submit)
    screen = FormScreen(form.description, isChanged: form.isChanged, size: terminal.size, words: words)
  }

  /// Runs until the form is saved or left. The terminal is as it was then, also after an error.
  mutating func run() throws -> End {
    guard terminal.isInteractive else { throw FormTerminalError.notInteractive }
    try terminal.begin(endingWith: Self.epilogue)
    defer { terminal.end() }
    try terminal.write(Self.prologue)
    while end == nil {
      try draw()
      // An escape is a key of its own if nothing follows it soon.
      switch try terminal.read(within: reader.isUndecided ? .milliseconds(50) : nil) {
      case .bytes(let bytes): try take(reader.keys(from: bytes))
      case .nothing: try take(reader.keysOfRest())
      case .end: end = .left(.endOfInput)
      }
    }
    return end ?? .left(.endOfInput)
  }

  // MARK: - Keys

  private mutating func take(_ keys: [TerminalKey]) throws {
    for key in keys {
      let requests = screen.press(key)
      for request in requests where end == nil { try run(request) }
      if !requests.isEmpty { screen.show(form.description, isChanged: form.isChanged) }
      if requests.contains(where: { if case .submit = $0 { true } else { false } }) { screen.goToError() }
      if end != nil { return }
    }
  }

  /// Does what a key asks. What the form refuses is said at the bottom.
  private mutating func run(_ request: FormScreen.Request) throws {
    do {
      try apply(request)
    } catch let error as FormError {
      screen.notice = error.description
    }
  }

  private mutating func apply(_ request: FormScreen.Request) throws {
    switch request {
    case .enter(let input, let path): try form.enter(input, at: path)
    case .enterFile(let name, let path): try enterFile(name, at: path)
    case .leave(let path): try form.leave(path)
    case .takeTheirs(let path): try form.takeTheirs(path)
    case .search(let text, let path): _ = try form.search(text, at: path)
    case .add(let path): try add(to: path)
    case .remove(let path): try form.remove(path)
    case .restore(let path): try form.restore(path)
    case .move(let path, let place): try form.move(path, to: place)
    case .submit: try save()
    case .close(let reason): end = .left(reason)
    case .redraw: shown = nil
    }
  }

  private mutating func enterFile(_ name: String, at path: FormPath) throws {
    guard let file = FormFile(atPath: name) else { return screen.notice = screen.words.noFile }
    try form.enter(.file(file), at: path)
    screen.endFile()
  }

  private mutating func add(to path: FormPath) throws {
    let item = try form.add(to: path)
    screen.show(form.description, isChanged: form.isChanged)
    screen.goInto(item)
  }

  private mutating func save() throws {
    if try submit() { return end = .saved }
    let count = form.description.allMessages.count { $0.severity == .error }
    screen.notice = "\(screen.words.refused) \(count)"
  }

  // MARK: - Drawing

  /// Writes the lines that differ from what is shown, and puts the cursor in its place.
  private mutating func draw() throws {
    if screen.size != terminal.size { (screen.size, shown) = (terminal.size, nil) }
    let frame = screen.frame()
    if frame == shown { return }
    try terminal.write(Self.difference(frame, from: shown))
    shown = frame
  }

  static func difference(_ frame: ScreenFrame, from shown: ScreenFrame?) -> String {
    var text = "\u{1B}[?25l" + (shown == nil ? "\u{1B}[0m\u{1B}[2J" : "")
    for (row, line) in frame.lines.enumerated() {
      if let shown, shown.lines.indices.contains(row), shown.lines[row] == line { continue }
      text += "\u{1B}[\(row + 1);1H\u{1B}[2K" + line.spans.map(written).joined()
    }
    if let cursor = frame.cursor { text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h" }
    return text
  }

  private static func written(_ span: ScreenSpan) -> String {
    guard let code = span.look.code, !span.text.isEmpty else { return span.text }
    return "\u{1B}[\(code)m\(span.text)\u{1B}[0m"
  }
}

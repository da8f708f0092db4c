import MotionModel
import MotionModelTestSupport
import MotionModelValues
import Testing

@testable import MotionModelForms
@testable import MotionModelFormsTerminal

struct ScreenSessionTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func run(_ script: Script, _ form: ModelForm<Todo> = Desk.stepsForm) throws -> FormTerminalOutcome<Todo> {
    let state = try FormState(form, editing: desk.todo, in: desk.store)
    defer { #expect(script.depth == 0) }
    return try state.fillScreen(of: script)
  }

  @Test func `keys fill in the form and save it`() throws {
    let script = Script(keys: ["!", .tab, .tab, "x", .save])
    let todo = try #require(try run(script).record)
    #expect(todo.name == "Walk the dog!")
    #expect(desk.storedSteps.map(\.name) == ["Leashx", "Walk"])
  }

  @Test func `what is refused has the focus at its first error`() throws {
    let script = Script(keys: [.down, .down, "\u{15}", .tab, "x", .save, "Lead", .tab, "\u{7F}", .save])
    var screen = ""
    script.meanwhile = { script in if script.output.contains("Nothing was saved") { screen = script.output } }
    #expect(try run(script).record != nil)
    #expect(desk.storedSteps.map(\.name) == ["Lead", "Walk"])
    #expect(screen.contains("! is not a number"))
  }

  @Test func `the screen is given back, whatever happens`() throws {
    struct Failure: Error {}
    let epilogue = "\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
    let cases: [(Script, UnsavedChoice)] = [
      (Script(keys: [.escape]), .chosen), (Script(keys: ["x", .escape, "y"]), .chosen),
      (Script(keys: ["x", "\u{3}"]), .interrupted), (Script(keys: ["x"]), .endOfInput),
    ]
    for (script, reason) in cases {
      guard case .left(reason, _) = try run(script) else {
        Issue.record("not left: \(reason)")
        return
      }
      #expect(script.output.hasSuffix(epilogue))
    }
    let script = Script(keys: ["x"])
    script.meanwhile = { _ in throw Failure() }
    #expect(throws: Failure.self) { try run(script) }
    #expect(script.output.hasSuffix(epilogue))
    #expect(throws: FormTerminalError.notInteractive) { try run(Script(["x"])) }
  }

  @Test func `a window of another size is drawn anew`() throws {
    let script = Script(keys: ["a", "b", .tab, .escape, "y"])
    script.meanwhile = { script in
      if script.output.contains("doga") { script.size = FormTerminalSize(columns: 20, rows: 5) }
    }
    _ = try run(script)
    var emulator = Emulator(columns: 60, rows: 16)
    try emulator.write(script.output)
    #expect(emulator.deepest == 16, "before")
    #expect(script.output.contains("\u{1B}[2J\u{1B}[1;1H\u{1B}[2K\u{1B}[7m Todo       changed \u{1B}[0m"), "after")
  }

  /// Random keys, among values that would command a terminal if they could.
  @Test(arguments: 0..<shortened(30))
  func `the terminal shows the frames, and nothing else commands it`(run: Int) throws {
    var random = TestSeed.generator(run)
    let hostile = "\u{1B}[2J\u{1B}]0;x\u{7}\u{9B}1m\r\n\u{202E}日\u{301}🎉"
    var step = Step(hostile, of: desk.todo)
    try desk.store.table(Step.self).save(&step)
    let state = try FormState(Self.everything(hostile), editing: desk.todo, in: desk.store)
    let size = FormTerminalSize(columns: random.number(1...70), rows: random.number(1...20))
    var (screen, shown) = (FormScreen(state.description, size: size), ScreenFrame?.none)
    var emulator = Emulator(columns: size.columns, rows: size.rows)
    for _ in 0..<60 {
      let frame = screen.frame()
      #expect(frame.lines.count == size.rows)
      try emulator.write(ScreenSession.difference(frame, from: shown))
      for (row, line) in frame.lines.enumerated() {
        #expect(emulator.line(row) == line.text.padded(to: size.columns), "\(size) row \(row)")
      }
      #expect(emulator.cursor == frame.cursor)
      shown = frame
      for request in screen.press(random.pick(Self.keys(hostile))) { Self.run(request, state) }
      screen.show(state.description, isChanged: state.isChanged)
    }
  }

  private static func everything(_ hostile: String) -> ModelForm<Todo> {
    ModelForm<Todo>(hostile) {
      Input(\.name, hostile).help(hostile).placeholder(hostile)
      Fieldset(hostile, help: hostile) { OtherInputs() }
      Children(\.steps, hostile, orderedBy: \.position) {
        Input(\.name)
        Children(\.remarks)
      }
    }
  }

  private static func keys(_ hostile: String) -> [TerminalKey] {
    [
      .text("a"), .text("日"), .text("\u{301}"), .text("🎉"), .paste(hostile), .text(" "), .control("n"), .control("x"),
      .control("w"), .enter, .tab, .backTab, .backspace, .delete, .up, .down, .down, .down, .left, .right, .home, .end,
      .pageUp, .pageDown, .wordLeft, .moveUp, .moveDown, .escape, .control("s"), .control("k"),
    ]
  }

  private static func run(_ request: FormScreen.Request, _ state: FormState<Todo>) {
    switch request {
    case .enter(let input, let path): try? state.enter(input, at: path)
    case .leave(let path): try? state.leave(path)
    case .add(let path): _ = try? state.add(to: path)
    case .remove(let path): try? state.remove(path)
    case .restore(let path): try? state.restore(path)
    case .move(let path, let place): try? state.move(path, to: place)
    case .submit: _ = try? state.submit()
    case .search(let text, let path): _ = try? state.search(text, at: path)
    case .takeTheirs, .enterFile, .close, .redraw: break
    }
  }
}

/// A terminal that knows what a form writes, and nothing else.
private struct Emulator {
  struct Unknown: Error { let sequence: String }

  private(set) var cursor: ScreenPlace?
  /// The number of the lowest line that was written.
  private(set) var deepest = 0

  private let (columns, rows): (Int, Int)
  private var cells: [[String]]
  private var place = ScreenPlace(column: 0, row: 0)

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  func line(_ row: Int) -> String { cells[row].joined() }

  mutating func write(_ text: String) throws {
    var rest = Substring(text)
    while let character = rest.first {
      rest.removeFirst()
      if character == "\u{1B}" { try command(&rest) } else { try put(character) }
    }
  }

  private mutating func put(_ character: Character) throws {
    guard character.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      throw Unknown(sequence: String(character).debugDescription)
    }
    let width = String(character).displayWidth
    guard width > 0, place.column + width <= columns else { throw Unknown(sequence: "\(character) at \(place)") }
    cells[place.row][place.column] = String(character)
    if width == 2 { cells[place.row][place.column + 1] = "" }
    place.column += width
    deepest = max(deepest, place.row + 1)
  }

  private mutating func command(_ rest: inout Substring) throws {
    let body = rest.prefix { !$0.isLetter }
    let final = rest.dropFirst(body.count).first ?? " "
    rest = rest.dropFirst(body.count + 1)
    let numbers = body.dropFirst().split(separator: ";").map { Int($0) ?? -1 }
    switch (final, numbers) {
    case ("H", _): place = ScreenPlace(column: numbers[1] - 1, row: numbers[0] - 1)
    case ("K", [2]): cells[place.row] = Array(repeating: " ", count: columns)
    case ("J", [2]): cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    case ("m", _): break
    case ("l", _) where body == "[?25": cursor = nil
    case ("h", _) where body == "[?25": cursor = place
    case ("h", _) where ["[?1049", "[?2004", "[?7"].contains(body): break
    case ("l", _) where ["[?1049", "[?2004", "[?7"].contains(body): break
    default: throw Unknown(sequence: "\(body)\(final)".debugDescription)
    }
  }
}

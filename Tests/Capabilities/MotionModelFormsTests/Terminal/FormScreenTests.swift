import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelValues
import Testing

@testable import MotionModelForms
@testable import MotionModelFormsTerminal

struct FormScreenTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private static let form = ModelForm<Todo>("Todo") {
    Input(\.name).help("What is to be done, in a few words.").placeholder("Walk the dog")
    Fieldset("When", help: "Both may be left empty.") {
      Input(\.dueDate)
      Input(\.status)
    }
    Input(\.isDone)
    Input(\.notes).control(.longText)
    Children(\.steps, orderedBy: \.position) { Input(\.name) }
  }

  private func press(
    _ keys: [TerminalKey], _ form: ModelForm<Todo> = form, columns: Int = 44, rows: Int = 12
  ) throws -> (frame: ScreenFrame, state: FormState<Todo>) {
    let state = try FormState(form, editing: desk.todo, in: desk.store)
    var screen = FormScreen(state.description, size: FormTerminalSize(columns: columns, rows: rows))
    for key in keys {
      for request in screen.press(key) { try Self.run(request, state, &screen) }
      screen.show(state.description, isChanged: state.isChanged)
    }
    return (screen.frame(), state)
  }

  private static func run(_ request: FormScreen.Request, _ state: FormState<Todo>, _ screen: inout FormScreen) throws {
    switch request {
    case .enter(let input, let path): try state.enter(input, at: path)
    case .leave(let path): try state.leave(path)
    case .takeTheirs(let path): try state.takeTheirs(path)
    case .add(let path):
      let item = try state.add(to: path)
      screen.show(state.description, isChanged: true)
      screen.goInto(item)
    case .remove(let path): try state.remove(path)
    case .restore(let path): try state.restore(path)
    case .move(let path, let place): try state.move(path, to: place)
    case .submit: _ = try state.submit()
    case .search(let text, let path): try state.search(text, at: path)
    case .enterFile, .close, .redraw: break
    }
  }

  /// Compares the lines of a screen, without the spaces at their ends.
  private func expect(_ frame: ScreenFrame, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let lines = frame.lines.map { line in String(line.text.reversed().drop { $0 == " " }.reversed()) }
    #expect(lines.joined(separator: "\n") == text, sourceLocation: sourceLocation)
    #expect(frame.lines.allSatisfy { $0.text.displayWidth <= 44 }, sourceLocation: sourceLocation)
  }

  @Test func `a wide window has values beside labels`() throws {
    let (frame, _) = try press([], rows: 21)
    expect(
      frame,
      """
       Todo
      > Name*     Walk the dog
                  What is to be done, in a few
                  words.
                  Example: Walk the dog

      When
        Both may be left empty.
        Due date  2012-09-15
        Status*   ‹ Open ›
        Is done   [ ]
        Notes

      Steps
        1.
          Name*   Leash
        2.
          Name*   Walk
        [+] Add

      ↑↓ go  ^S save  Esc leave
      """)
    #expect(frame.cursor == ScreenPlace(column: 24, row: 1))
  }

  @Test func `a small window has a few lines around the focus`() throws {
    let (frame, _) = try press([.tab, .tab], columns: 20, rows: 5)
    expect(
      frame,
      """
       Todo
          2012-09-15
      > Status*
          ‹ Open ›
      ←→ choose, or type …
      """)
    #expect(frame.cursor == ScreenPlace(column: 4, row: 3))
    for (columns, rows) in [(1, 1), (2, 2), (3, 3), (8, 4)] {
      let (frame, _) = try press([.tab, .text("w")], columns: columns, rows: rows)
      #expect(frame.lines.count == rows)
      #expect(frame.lines.allSatisfy { $0.text.displayWidth <= columns }, "\(frame.text)")
    }
  }

  @Test func `errors show when a field is left, beside it`() throws {
    let (frame, _) = try press([.control("u"), .text("Wa"), .tab, .backTab], rows: 6)
    expect(
      frame,
      """
       Todo                               changed
      > Name*     Wa
                  ! is too short (at least 5
                  characters)
                  What is to be done, in a few
      ↑↓ go  ^S save  Esc leave
      """)
  }

  @Test func `a choice is made by arrows, or from a list that letters filter`() throws {
    let (_, turned) = try press([.tab, .tab, .right])
    #expect(turned.record.status == .waiting)
    let (_, back) = try press([.tab, .tab, .left])
    #expect(back.record.status == .done)
    let (frame, _) = try press([.tab, .tab, .text("n")], rows: 7)
    expect(
      frame,
      """
       Todo
        Due date  2012-09-15
      > Status*   n
                  > Open
                    Waiting
                    Done
      ←→ choose, or type to filter  ↑↓ go  ^S sav…
      """)
    let (_, picked) = try press([.tab, .tab, .text("n"), .down, .down, .enter])
    #expect(picked.record.status == .done)
    let (_, left) = try press([.tab, .tab, .text("n"), .down, .escape])
    #expect(left.record.status == .open)
  }

  @Test func `one of many records is searched for`() throws {
    for number in 1...120 { _ = try desk.store.table(Project.self).saved(Project("Room \(number)")) }
    let form = ModelForm<Todo> { Input(\.project, showing: \.name) }
    let (frame, _) = try press([.text("m"), .text("12")], form, rows: 7)
    expect(
      frame,
      """
       Todo
      > Project  m12
                 Nothing is found.



      ←→ choose, or type to filter  ↑↓ go  ^S sav…
      """)
    let (_, picked) = try press([.text(" 12"), .down, .enter], form)
    #expect(picked.description.field(at: "projectID")?.shownValue == "Room 120")
    #expect(picked.description.field(at: "projectID")?.search == nil)
  }

  @Test func `boxes are ticked, and several lines are typed`() throws {
    let (frame, state) = try press(
      [.tab, .tab, .tab, .text(" "), .tab, .text("one"), .enter, .paste("two\nthree"), .up, .home, .text("日")], rows: 8)
    expect(
      frame,
      """
       Todo                               changed
        Due date  2012-09-15
        Status*   ‹ Open ›
        Is done   [x]
      > Notes     one
                  日two
                  three
      ↑↓ go  ^S save  Esc leave
      """)
    #expect(frame.cursor == ScreenPlace(column: 14, row: 5))
    #expect(state.record.notes == "one\n日two\nthree")
    #expect(state.record.isDone)
  }

  @Test func `children are added, removed and moved`() throws {
    let end: [TerminalKey] = [.pageDown, .pageDown]
    let (frame, state) = try press(
      end + [.enter, .text("Wash"), .moveUp, .tab, .control("x")], rows: 10)
    expect(
      frame,
      """
       Todo                               changed
        Notes

      Steps
        1.
          Name*   Leash
        2. (new)
          Name*   Wash
      > 3. (removed)
      ↑↓ go  ^S save  Esc leave  ^N add  ^X remov…
      """)
    #expect(state.description.group(at: "steps")?.items.map(\.isRemoved) == [false, false, true])
  }

  @Test func `keys for children are those of what their group allows`() throws {
    func keys(_ keys: [TerminalKey], _ group: Children<Todo>) throws -> String {
      let form = ModelForm<Todo> {
        Input(\.name)
        group
      }
      let line = try press(keys, form, columns: 70).frame.lines.last?.text ?? ""
      return String(line.dropFirst("↑↓ go  ^S save  Esc leave".count)).trimmingCharacters(in: .whitespaces)
    }
    let (ordered, plain) = (
      Children<Todo>(\.steps, orderedBy: \.position) { Input(\.name) }, Children<Todo>(\.steps) { Input(\.name) }
    )
    #expect(try keys([], ordered) == "")
    #expect(try keys([.tab], ordered) == "^N add  ^X remove  ^↑^↓ move")
    #expect(try keys([.tab], plain.adding(false)) == "^X remove")
    #expect(try keys([.tab], plain.removing(false)) == "^N add")
    #expect(try keys([.tab, .control("n")], plain.removing(false)) == "^N add  ^X remove")
    #expect(try keys([.pageDown], ordered) == "^N add")
  }

  @Test func `a field keeps in sight what is typed`() throws {
    let text = String(repeating: "日本", count: 20)
    let (frame, _) = try press([.control("u"), .paste(text), .left], rows: 3)
    expect(
      frame,
      """
       Todo                               changed
      > Name*     …本日本日本日本日本日本日本日本
      ↑↓ go  ^S save  Esc leave
      """)
    #expect(frame.cursor == ScreenPlace(column: 41, row: 1))
  }

  @Test func `escape asks before changes are lost`() throws {
    let state = try FormState(Self.form, editing: desk.todo, in: desk.store)
    var screen = FormScreen(state.description, size: FormTerminalSize(columns: 44, rows: 6))
    #expect(screen.press(.escape) == [.close(.chosen)])
    screen.show(state.description, isChanged: true)
    #expect(screen.press(.escape) == [])
    #expect(screen.frame().lines[5].text == "Leave without saving? (y/n)")
    #expect(screen.press(.text("n")) == [])
    #expect(screen.frame().lines[5].text == "↑↓ go  ^S save  Esc leave")
    #expect(screen.press(.escape) == [])
    #expect(screen.press(.text("y")) == [.close(.chosen)])
    #expect(screen.press(.control("c")) == [.close(.interrupted)])
    #expect(screen.press(.control("s")) == [.leave("name"), .submit])
  }

  @Test func `a value of somebody else is shown, and taken by a key`() throws {
    let state = try FormState(Self.form, editing: desk.todo, in: desk.store)
    try state.type("Mine, mine", at: "name")
    var theirs = desk.todo
    theirs.name = "Theirs"
    try desk.store.table(Todo.self).save(&theirs)
    _ = try state.submit()
    var screen = FormScreen(state.description, isChanged: true, size: FormTerminalSize(columns: 44, rows: 6))
    expect(
      screen.frame(),
      """
       Todo                               changed
      > Name*     Mine, mine
                  ! was changed by somebody else
                  meanwhile
                  Others have stored: Theirs (^T
      ↑↓ go  ^S save  Esc leave
      """)
    #expect(screen.press(.control("t")) == [.takeTheirs("name")])
  }

  @Test func `several choices are boxes, and a secret is dots`() throws {
    let form = ModelForm<Todo> { Input(\.tags, options: [("r", "Red"), ("g", "Green")]) }
    let (frame, state) = try press([.text(" "), .down, .text(" "), .up, .text(" ")], form, rows: 5)
    expect(
      frame,
      """
       Todo                               changed
      > Tags  [ ] Red
              [x] Green

      Space ticks  ↑↓ go  ^S save  Esc leave
      """)
    #expect(frame.cursor == ScreenPlace(column: 9, row: 1))
    #expect(state.record.tags == ["g"])

    let account = FormState(ModelForm<Account> { Input(\.password) }, in: desk.store)
    var screen = FormScreen(account.description, size: FormTerminalSize(columns: 44, rows: 3))
    #expect(screen.press(.text("secret")) == [.enter(.text("secret"), "password")])
    expect(
      screen.frame(),
      """
       Account
      > Password*  ••••••
      ↑↓ go  ^S save  Esc leave
      """)
  }
}

import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

@testable import MotionModelForms
@testable import MotionModelFormsTerminal

struct FormQuestionsTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func ask(_ form: ModelForm<Todo>, _ lines: [String]) throws -> (Todo?, Script) {
    let script = Script(lines)
    let state = try FormState(form, editing: desk.todo, in: desk.store)
    return (try state.askQuestions(on: script), script)
  }

  @Test func `a whole conversation`() throws {
    let form = ModelForm<Todo> {
      Input(\.name, "What").help("A few words.").placeholder("Walk the dog")
      Fieldset("When", help: "It may be left as it is.") { Input(\.status) }
      Input(\.isDone)
      Input(\.number)
      Children(\.steps, orderedBy: \.position) {
        Input(\.name)
        Input(\.minutes)
      }
    }
    let (outcome, script) = try ask(
      form, ["Wa", "Walk the cat", "2", "maybe", "y", "+", "Wash", "5", "-1", "3>1", "", "1", "<", ""])
    #expect(
      script.output == """
        Todo
        ====

          A few words.
          Example: Walk the dog
        What* [Walk the dog]
        >\u{20}
          ! is too short (at least 5 characters)
        What* [Wa]
        >\u{20}

        When
        ----
          It may be left as it is.

          1 Open
          2 Waiting
          3 Done
        Status* [Open]
        >\u{20}

        Is done [no]
        >\u{20}
          ! Answer yes or no.
        Is done [no]
        >\u{20}
        Number: 0

        Steps
        -----
          1 Leash, 1
          2 Walk, 30
          1 edits, + adds, -1 removes, 1>2 moves, Enter goes on
        >\u{20}

        Name*
        >\u{20}

        Minutes* [0]
        >\u{20}
          1 Leash, 1
          2 Walk, 30
          3 Wash, 5 (new)
          1 edits, + adds, -1 removes, 1>2 moves, Enter goes on
        >\u{20}
          1 Leash, 1 (removed)
          2 Walk, 30
          3 Wash, 5 (new)
          1 edits, + adds, -1 removes, 1>2 moves, Enter goes on
        >\u{20}
          1 Wash, 5 (new)
          2 Leash, 1 (removed)
          3 Walk, 30
          1 edits, + adds, -1 removes, 1>2 moves, Enter goes on
        >\u{20}

        Review
        ------
          1 What: Walk the cat
          2 Status: Waiting
          3 Is done: yes
          4 Number: 0
          5 Steps:
            1 Wash, 5 (new)
            2 Leash, 1 (removed)
            3 Walk, 30
          Enter saves, a number changes an answer, q leaves
        >\u{20}

          A few words.
          Example: Walk the dog
        What* [Walk the cat]
        >\u{20}

        Review
        ------
          1 What: Walk the cat
          2 Status: Waiting
          3 Is done: yes
          4 Number: 0
          5 Steps:
            1 Wash, 5 (new)
            2 Leash, 1 (removed)
            3 Walk, 30
          Enter saves, a number changes an answer, q leaves
        >\u{20}

        """)
    let todo = try #require(outcome)
    #expect((todo.name, todo.status, todo.isDone) == ("Walk the cat", .waiting, true))
    #expect(desk.storedSteps.map(\.name) == ["Wash", "Walk"])
  }

  @Test func `an empty answer keeps, a hyphen empties, and a backslash means the sign itself`() throws {
    let form = ModelForm<Todo> {
      Input(\.notes)
      Input(\.email)
      Input(\.name)
    }
    let (outcome, _) = try ask(form, ["\\-", "a@b.de", "", "2", "-", ""])
    let todo = try #require(outcome)
    #expect((todo.notes, todo.email, todo.name) == ("-", nil, "Walk the dog"))
  }

  @Test func `one can go back, also out of a child`() throws {
    let (outcome, _) = try ask(
      Desk.stepsForm, ["Walk it", "<", "Walk him", "1", "<", "1", "Lead", "<", "Rope", "2", "", "", ""])
    #expect(outcome?.name == "Walk him")
    #expect(desk.storedSteps.map(\.name) == ["Rope", "Walk"])
  }

  @Test func `lists, choices and lines are answered`() throws {
    let form = ModelForm<Todo> {
      Input(\.tags, options: [("red", "Red"), ("green", "Green"), ("blue", "Blue")])
      Input(\.notes).control(.longText)
      Input(\.project, showing: \.name)
      Input(\.isBillable)
    }
    let (outcome, script) = try ask(form, ["pink", "3, red,1", "one", " two", ".", "gard", "no", ""])
    let todo = try #require(outcome)
    #expect(todo.tags == ["blue", "red"])
    #expect(todo.notes == "one\n two")
    #expect((todo.projectID, todo.isBillable) == (desk.garden.id, false))
    #expect(script.output.contains("! is not included in the list\n"))
    #expect(script.output.contains("Tags [Blue, Red]") == false, "an answer that is right is not asked again")
  }

  @Test func `one of many records is searched for`() throws {
    for number in 1...120 { _ = try desk.store.table(Project.self).saved(Project("Room \(number)")) }
    let form = ModelForm<Todo> { Input(\.project, showing: \.name) }
    let (outcome, script) = try ask(form, ["none", "room", "m 12", "3", ""])
    #expect(desk.store.table(Project.self).find(outcome?.projectID ?? 0)?.name == "Room 120")
    #expect(script.output.contains("Type a part of it to search."))
    #expect(script.output.contains("! Nothing is found."))
    #expect(script.output.contains("There are more: type more of it."))
    #expect(script.output.contains("  1 House\n  2 Room 12\n  3 Room 120\nProject [House]\n"))
  }

  @Test func `a file is named by its path`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "photo-\(UUID()).png")
    try Data("image".utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let script = Script(["/nowhere", url.path, ""])
    let form = ModelForm<Account> { Input(\.photo) }
    var account = Account()
    (account.email, account.password) = ("a@b.de", "long enough")
    let state = FormState(form, making: account, in: desk.store)
    #expect(try state.askQuestions(on: script)?.photo == Data("image".utf8))
    #expect(script.output.contains("! There is no such file."))
  }

  @Test func `the end of the input leaves with what was entered`() throws {
    let state = try FormState(Desk.stepsForm, editing: desk.todo, in: desk.store)
    #expect(try state.askQuestions(on: Script(["Walk the cat", "+"])) == nil)
    let draft = state.draft
    #expect(draft.answers.entries == [FormSubmission.Entry("name", "Walk the cat")])
    #expect(try desk.stored(desk.todo) == desk.todo)
    let later = try FormState(Desk.stepsForm, continuing: draft, in: desk.store)
    #expect(later.record.name == "Walk the cat")
  }

  @Test func `what is refused is asked again`() throws {
    let form = ModelForm<Todo> {
      Input(\.name).shows(.submitting)
      Input(\.priority)
    }
    let (outcome, script) = try ask(form, ["Wa", "9", "", "Walk the cat", "2", "3", ""])
    #expect(outcome?.name == "Walk the cat")
    #expect(
      script.output.contains(
        """

        Nothing was saved. Please mend:
          ! Name is too short (at least 5 characters)

        Name* [Wa]
        """))
  }

  @Test(arguments: [("m", "Mine, mine"), ("t", "Theirs")])
  func `a conflict shows theirs beside mine`(choice: String, name: String) throws {
    let script = Script(["Mine, mine", "", choice, "", ""])
    let form = ModelForm<Todo> { Input(\.name) }
    let state = try FormState(form, editing: desk.todo, in: desk.store)
    var isChanged = false
    script.meanwhile = { [desk] script in
      if isChanged || !script.output.contains("Review") { return }
      isChanged = true
      var theirs = desk.todo
      theirs.name = "Theirs"
      try desk.store.table(Todo.self).save(&theirs)
    }
    let outcome = try state.askQuestions(on: script)
    #expect(outcome?.name == name)
    #expect(script.output.contains("Name*\n  Others have stored: Theirs\n  You have entered: Mine, mine\n"))
  }

  @Test func `values do not command the terminal`() throws {
    let hostile = "\u{1B}]0;title\u{7}\u{9B}2J"
    var (todo, step) = (desk.todo, Step(hostile, of: desk.todo))
    todo.notes = hostile
    try desk.store.table(Todo.self).save(&todo)
    try desk.store.table(Step.self).save(&step)
    let form = ModelForm<Todo>(hostile) {
      Input(\.notes, hostile).help(hostile).placeholder(hostile)
      Fieldset(hostile, help: hostile) { Input(\.status) }
      Children(\.steps, hostile, orderedBy: \.position) { Input(\.name) }
    }
    let script = Script(["", "", "", ""])
    _ = try FormState(form, editing: todo, in: desk.store).askQuestions(on: script)
    #expect(script.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    #expect(script.output.contains("␛]0;title␇\u{FFFD}2J [␛]0;title␇\u{FFFD}2J]\n"))
  }

  @Test func `a password is read without being shown`() throws {
    let form = ModelForm<Account> {
      Input(\.email)
      Input(\.password)
    }
    let script = Script(["a@b.de", "very secret", ""])
    let state = FormState(form, in: desk.store)
    let account = try #require(try state.askQuestions(on: script))
    #expect((account.email, account.password) == ("a@b.de", "very secret"))
    #expect(script.hidden == ["very secret"])
    #expect(!script.output.contains("secret"))
  }
}

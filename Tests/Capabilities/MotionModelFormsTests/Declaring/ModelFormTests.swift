import Foundation
import MotionModel
import MotionModelForms
import MotionModelTestSupport
import MotionModelValidation
import Testing

struct ModelFormTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  @Test func `a form without a list has what people fill in`() throws {
    let form = ModelForm<Todo>()
    #expect(
      try form.description(of: desk.todo, in: desk.store).description == """
        Todo (edit)
          Name*: string = "Walk the dog"
          Notes: string = ""
          Priority*: number = "3"
          Status*: picker = "open" [open, waiting, done]
          Is done: check = "false"
          Is billable: picker = "" [true, false]
          Due date: date = "2012-09-15"
          Price: number = ""
          Email: string = ""
          Tags: text = ""
          Project: picker = "1" [1, 2]
          Number* (read-only): number = "0"
        """)
    #expect(ModelForm<Project>().description(in: desk.store).fields.map(\.key) == ["name", "isOpen"])
    #expect(ModelForm<Sign>().description(in: desk.store).fields.map(\.key) == ["text", "color"])
    #expect(
      ModelForm<Step>().description(in: desk.store).fields.map(\.key) == ["name", "minutes", "position", "todoID"])
  }

  @Test func `limits, browsers' names and keyboards come from rules, types and names`() throws {
    let form = ModelForm<Todo>().description(in: desk.store)
    #expect(form.field(at: "name")?.limits == FormField.Limits(minimumLength: 5, maximumLength: 80))
    #expect(form.field(at: "priority")?.limits == FormField.Limits(minimum: 0, maximum: 9))
    #expect(form.field(at: "priority")?.inputMode == .numeric)
    #expect(form.field(at: "price")?.inputMode == nil, "it may be negative")
    #expect(form.field(at: "email")?.inputMode == .email)
    #expect(form.field(at: "email")?.autocomplete == "email")
    #expect(form.field(at: "name")?.autocomplete == nil)
    let account = ModelForm<Account>().description(in: desk.store)
    #expect(account.fields.map(\.key) == ["email", "password"])
    #expect(account.field(at: "password")?.control == .password)
    #expect(account.field(at: "password")?.autocomplete == "new-password")
  }

  @Test func `what is said of an input is drawn`() throws {
    let form = ModelForm<Todo>("Task") {
      Input(\.name, "What").placeholder("Walk the dog").help("In a few words")
      Fieldset("More", help: "If you like") {
        Input(\.notes).control(.longText).required()
        Input(\.status, options: [(.open, "To do"), (.done, "Done")])
        Input(\.tags, options: [("a", "Ay"), ("b", "Bee")])
        Input(\.email).autocomplete(nil).inputMode(nil)
      }
      Input(\.priority).control(.custom("stars")).readOnly(.edit)
      Input(\.dueDate).only(.edit)
    }
    let drawn = form.description(in: desk.store)
    #expect(drawn.title == "Task")
    #expect(drawn.sections.map(\.title) == [nil, "More", nil])
    #expect(drawn.sections[1].help == "If you like")
    let name = try #require(drawn.field(at: "name"))
    #expect([name.label, name.placeholder, name.help] == ["What", "Walk the dog", "In a few words"])
    #expect(drawn.field(at: "notes")?.isRequired == true)
    #expect(
      drawn.field(at: "status")?.options == [FormField.Option("open", "To do"), FormField.Option("done", "Done")])
    #expect(drawn.field(at: "tags")?.control == .choices)
    #expect(drawn.field(at: "email")?.inputMode == nil)
    #expect(drawn.field(at: "email")?.autocomplete == nil)
    #expect(drawn.field(at: "priority")?.control == .custom("stars"))
    #expect(drawn.field(at: "priority")?.isReadOnly == false)
    #expect(drawn.field(at: "dueDate") == nil)
    let edited = try form.description(of: desk.todo, in: desk.store)
    #expect(edited.field(at: "priority")?.isReadOnly == true)
    #expect(edited.field(at: "dueDate") != nil)
  }

  @Test func `other inputs stand for the rest`() {
    let form = ModelForm<Todo> {
      Input(\.priority)
      OtherInputs(except: \.notes, \.tags)
    }
    #expect(
      form.description(in: desk.store).fields.map(\.key) == [
        "priority", "name", "status", "isDone", "isBillable", "dueDate", "price", "email", "projectID", "number",
      ])
  }

  @Test func `a nested form has neither the owner's key nor the place`() throws {
    let form = ModelForm<Todo> { Children(\.steps, orderedBy: \.position) { OtherInputs() } }
    let drawn = try form.description(of: desk.todo, in: desk.store)
    #expect(
      drawn.group(at: "steps")?.items.first?.rows.map(\.path.description) == [
        "steps[0].name", "steps[0].minutes",
      ])
  }

  @Test func `a parent is chosen among the records that a form offers`() throws {
    let form = ModelForm<Todo> { Input(\.project, showing: \.name) { $0.where(\.isOpen == true) } }
    let field = form.description(in: desk.store).field(at: "projectID")
    #expect(field?.options == [FormField.Option("\(desk.house.id)", "House")])
    #expect(field?.label == "Project")
    var todo = desk.todo
    todo.projectID = desk.garden.id
    let edited = try form.description(of: todo, in: desk.store).field(at: "projectID")
    #expect(edited?.options.map(\.label) == ["Garden", "House"], "a chosen one that is not offered stays")
  }

  @Test func `a relation alone is a choice among all of its records`() {
    let field = ModelForm<Todo> { Input(\.project, "For") }.description(in: desk.store).field(at: "projectID")
    #expect(field?.label == "For")
    #expect(field?.control == .choice)
    #expect(field?.options.map(\.label) == ["House", "Garden"])
  }

  @Test func `of many records only the chosen one is listed`() throws {
    for number in 0..<120 { _ = try desk.store.table(Project.self).saved(Project("P\(number)")) }
    let field = try #require(
      try ModelForm<Todo> { Input(\.project, showing: \.name) }.description(of: desk.todo, in: desk.store)
        .field(at: "projectID"))
    #expect(field.isSearched)
    #expect(field.options.map(\.label) == ["House"])
  }

  @Test func `forms that show the same are equal`() {
    #expect(ModelForm<Todo>() == ModelForm<Todo>())
    #expect(ModelForm<Todo> { Input(\.name) } == ModelForm<Todo> { Input(\.name) })
    #expect(ModelForm<Todo> { Input(\.name) } != ModelForm<Todo> { Input(\.notes) })
    #expect(ModelForm<Todo> { Input(\.name).only(.edit) } != ModelForm<Todo> { Input(\.name) })
    #expect(ModelForm<Todo>("A") != ModelForm<Todo>("B"))
  }

  @Test func `words are those of the language in use`() {
    let german = ValidationMessages(
      templates: [:], fields: ["name": "Name der Aufgabe", "Status.open": "offen", "Bool.true": "ja"])
    let form = ValidationMessages.with(german) { ModelForm<Todo>().description(in: desk.store) }
    #expect(form.field(at: "name")?.label == "Name der Aufgabe")
    #expect(form.field(at: "status")?.options.map(\.label) == ["offen", "Waiting", "Done"])
    #expect(form.field(at: "isBillable")?.options.map(\.label) == ["ja", "No"])
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `children need a relation that accepts attributes`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = ModelForm<Project> { Children(\.todos) }
      }
      expectSentence(
        """
        The form of Project has children of the relation "todos", which does not accept attributes: add \
        .acceptingAttributes() to the relation, or leave the children out.
        """, result)
    }

    @Test func `a form can remove children only where their relation allows it`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        struct Menu: Model {
          var id = 0
          static let schema = Schema<Menu> {}
          struct Relations: Sendable { let todos = HasMany<Todo>(\.projectID).acceptingAttributes() }
          static let relations = Relations()
        }
        _ = ModelForm<Menu> { Children(\.todos).removing(false) }
        _ = ModelForm<Menu> { Children(\.todos).removing(true) }
      }
      expectSentence(
        """
        The form of Menu removes children of the relation "todos", which does not allow that: write \
        .acceptingAttributes(allowingRemoval: true) at the relation, or leave out .removing(true).
        """, result)
    }

    @Test func `a form has a column once`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = ModelForm<Todo> {
          Input(\.name)
          Fieldset { Input(\.name) }
        }
      }
      expectSentence("The form of Todo has \"name\" twice: remove one.", result)
    }
  #endif
}

import Foundation
import MotionModel
import MotionModelForms
import Testing

struct FormDescriptionTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private var description: FormDescription {
    get throws { try Desk.stepsForm.description(of: desk.todo, in: desk.store) }
  }

  @Test func `a description comes back from its JSON`() throws {
    for form in [
      try description, ModelForm<Todo>().description(in: desk.store), ModelForm<Account>().description(in: desk.store),
    ] {
      let data = try JSONEncoder().encode(form)
      #expect(try JSONDecoder().decode(FormDescription.self, from: data) == form)
    }
  }

  @Test func `the JSON has Formotion's keys`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let form = ModelForm<Project>("House") { Input(\.name).placeholder("Home") }
    var description = form.description(in: desk.store)
    description.version = "1"
    #expect(
      String(decoding: try encoder.encode(description), as: UTF8.self) == """
        {"context":"new","model":"Project","sections":[{"rows":[{"key":"name","path":"name","placeholder":"Home",\
        "title":"Name","type":"string","value":""}]}],"title":"House","version":"1"}
        """)
  }

  @Test func `a description of Formotion's keys alone is read`() throws {
    let json = """
      {"title": "Todo", "sections": [{"title": "When", "rows": [
        {"key": "dueDate", "title": "Due date", "type": "date", "value": "2012-09-15"},
        {"key": "done", "type": "check", "value": true}, {"key": "stars", "type": "stars"}]}]}
      """
    let form = try JSONDecoder().decode(FormDescription.self, from: Data(json.utf8))
    #expect(form.fields.map(\.control) == [.date, .toggle, .custom("stars")])
    #expect(form.field(at: "dueDate")?.value == "2012-09-15")
    #expect(form.field(at: "done")?.value == .flag(true))
  }

  @Test func `groups nested a thousand deep are refused`() {
    let head = String(repeating: #"{"key":"a","type":"group","items":[{"path":"a[0]","rows":["#, count: 200)
    let json = #"{"sections":[{"rows":["# + head + String(repeating: "]}]}", count: 200) + "]}]}"
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(FormDescription.self, from: Data(json.utf8)) }
  }

  @Test func `fields and groups are found by their paths`() throws {
    let form = try description
    #expect(form.field(at: "name")?.value == "Walk the dog")
    #expect(form.field(at: "steps[1].minutes")?.value == "30")
    #expect(form.group(at: "steps")?.items.map(\.number) == [0, 1])
    #expect(form.field(at: "steps[7].minutes") == nil)
    #expect(form.field(at: "steps") == nil)
    #expect(form.group(at: "name") == nil)
    #expect(
      form.fields.map(\.path.description) == [
        "name", "steps[0].name", "steps[0].minutes", "steps[1].name", "steps[1].minutes",
      ])
    #expect(form.groups.map(\.key) == ["steps"])
  }

  @Test func `a group has the records of its items, and a blank one`() throws {
    let group = try #require(try description.group(at: "steps"))
    #expect(group.items.map(\.record) == desk.steps.map { "\($0.id)" })
    #expect(group.blank?.path == "steps[2]")
    #expect(group.blank?.isNew == true)
    #expect([group.canAdd, group.canRemove, group.canReorder] == [true, true, true])
    #expect(group.maximumCount == 1000)
  }

  @Test func `the text of a description has all of it`() throws {
    #expect(
      try description.description == """
        Todo (edit)
          Name*: string = "Walk the dog"
          Steps (add, remove, reorder)
            - 0
              Name*: string = "Leash"
              Minutes*: number = "1"
            - 1
              Name*: string = "Walk"
              Minutes*: number = "30"
        """)
  }

  @Test(arguments: [#"{"key": "", "type": "string"}"#, #"{"key": "", "type": "list", "items": []}"#])
  func `what has neither a key nor a path is refused`(row: String) throws {
    let json = Data(#"{"title": "Todo", "sections": [{"rows": [\#(row)]}]}"#.utf8)
    let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(FormDescription.self, from: json) }
    #expect("\(try #require(error))".contains("The key is empty, and there is no path: give one of them."))
  }

  @Test func `the words of a value are the labels of the chosen options`() throws {
    var field = FormField(path: "size", label: "Size", control: .choices, value: .choices(["s", "x"]))
    field.options = [FormField.Option("s", "Small"), FormField.Option("l", "Large")]
    #expect(field.shownValue == "Small, x")
    #expect(field.options.map(field.isChosen) == [true, false])
    let password = FormField(path: "password", label: "Password", control: .password, value: "secret")
    #expect(password.shownValue == "")
  }
}

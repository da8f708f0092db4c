import MotionModel
import Testing

@testable import MotionModelForms

struct FormEntryTests {
  private let desk: Desk
  private let state: FormState<Todo>

  init() throws {
    desk = try Desk()
    let form = ModelForm<Todo> {
      Input(\.name).help("A few words").placeholder("Walk the dog")
      Input(\.isDone)
      Input(\.project, showing: \.name)
      Input(\.tags, options: [("r", "Red"), ("g", "Green")])
      Children(\.steps, orderedBy: \.position) { Input(\.name) }
    }
    state = try FormState(form, editing: desk.todo, in: desk.store)
  }

  private func entry(_ path: FormPath) throws -> FormEntry {
    FormEntry(field: try #require(state.description.field(at: path)), form: state)
  }

  @Test func `what a view changes is entered in the form`() throws {
    try entry("name").text = "Wa"
    try state.leave("name")
    try entry("isDone").isOn = true
    try entry("tags").choose(FormField.Option("g"), true)
    try entry("tags").choose(FormField.Option("r"), true)
    try entry("tags").choose(FormField.Option("g"), false)
    try entry("projectID").search("gar")
    try entry("projectID").text = "\(desk.garden.id)"
    #expect((try entry("name").text, try entry("isDone").isOn) == ("Wa", true))
    #expect((state.record.tags, state.record.projectID) == (["r"], desk.garden.id))
    #expect(try entry("name").spokenHint == "A few words. Name is too short (at least 5 characters)")
    try entry("name").takeTheirs()
    #expect(try entry("name").text == "Walk the dog")
  }

  @Test func `a label says what is required, and a choice that need not be made has none`() throws {
    #expect(
      (try entry("name").label, try entry("name").spokenLabel, try entry("name").prompt) == (
        "Name *", "Name", "Walk the dog"
      ))
    #expect(try entry("projectID").choices.map(\.label) == ["–", "House", "Garden"])
  }

  @Test func `a password has no text`() throws {
    let state = FormState(ModelForm<Account> { Input(\.password) }, in: desk.store)
    let entry = FormEntry(field: try #require(state.description.field(at: "password")), form: state)
    entry.text = "secret"
    #expect(state.record.password == "secret")
    #expect(FormEntry(field: state.description.fields[0], form: state).text.isEmpty)
  }

  @Test func `children are removed, restored and moved`() throws {
    func child(_ place: Int) throws -> FormChild {
      FormChild(item: try #require(state.description.group(at: "steps")).items[place], place: place, form: state)
    }
    try child(0).remove()
    #expect(try child(0).item.isRemoved)
    try child(0).restore()
    try child(0).move(by: 1)
    _ = try state.submit()
    #expect(desk.storedSteps.map(\.name) == ["Walk", "Leash"])
  }
}

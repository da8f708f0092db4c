import Foundation
import MotionModel
import MotionModelForms
import MotionModelValidation
import Testing

struct FormSearchingTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.store.table(Project.self).insert(contentsOf: (0..<150).map { Project("Plot \($0)", isOpen: $0 % 2 == 0) })
  }

  private static let form = ModelForm<Todo> {
    Input(\.name)
    Input(\.project, showing: \.name) { $0.where(\.isOpen == true).order(by: \.name) }
    Input(\.status)
  }
  private static let anyForm = ModelForm<Todo>()
  private static let stepsForm = ModelForm<Todo> {
    Children(\.steps) { Input(\.todo, showing: \.name) }
  }

  private func open(_ form: ModelForm<Todo> = form) throws -> FormState<Todo> {
    try FormState(form, editing: desk.todo, in: desk.store)
  }

  private func field(_ state: FormState<Todo>) throws -> FormField {
    try #require(state.description.field(at: "projectID"))
  }

  @Test func `what is found is listed behind the chosen one, and the text stays`() throws {
    let state = try FormState(
      ModelForm<Todo> { Input(\.project, showing: \.name) }, editing: desk.todo, in: desk.store)
    #expect(try field(state).options.map(\.label) == ["House"])
    #expect(try field(state).search == nil)
    let found = try state.search("PLOT 14", at: "projectID")
    let labels = ["Plot 14", "Plot 140", "Plot 141", "Plot 142", "Plot 143", "Plot 144", "Plot 145", "Plot 146"]
    #expect(found.map(\.label).prefix(8) == labels[...])
    #expect(try field(state).options.map(\.label).prefix(9) == (["House"] + labels)[...])
    #expect(try field(state).search == "PLOT 14")
    #expect(try field(state).hasMore == false)
    try state.type(found[3].value, at: "projectID")
    #expect(try field(state).options.map(\.label).count == found.count, "the chosen one is among those that are found")
    try state.search("nothing", at: "projectID")
    #expect(try field(state).options.map(\.label) == ["Plot 142"])
    #expect(try state.submit().record?.projectID?.description == found[3].value)
  }

  @Test func `only what the form offers is found`() throws {
    #expect(
      try FormState(Self.form, in: desk.store).search("Plot 1", at: "projectID").allSatisfy { option in
        Int(option.label.dropFirst(5)).map { $0 % 2 == 0 } ?? false
      })
    #expect(try open().search("Garden", at: "projectID") == [], "it is closed")
  }

  @Test func `no more than a hundred are found, and the field says that there are more`() throws {
    let state = try open(Self.anyForm)
    #expect(try state.search("plot", at: "projectID").count == 100)
    let field = try field(state)
    #expect(field.isSearched)
    #expect(field.hasMore)
    #expect(field.options.count == 101, "and the chosen one")
    #expect(field.description.hasSuffix(#", …] (search "plot", more)"#))
  }

  @Test(arguments: ["", " ", "\n"])
  func `a text without letters ends the search`(text: String) throws {
    let state = try open(Self.anyForm)
    try state.search("plot", at: "projectID")
    #expect(try state.search(text, at: "projectID").count == 100, "the first ones")
    #expect(try field(state).search == nil)
    #expect(try field(state).hasMore == false)
    #expect(try field(state).options.map(\.label) == ["House"])
  }

  @Test func `an answer can search instead of being submitted`() throws {
    let state = try open(Self.anyForm)
    var answer = FormSubmission([("name", "Wal")])
    answer.searches = ["projectID": "Plot 148"]
    state.receive(answer)
    let data = try JSONEncoder().encode(state.description)
    let drawn = try #require(try JSONDecoder().decode(FormDescription.self, from: data).field(at: "projectID"))
    #expect(drawn == (try field(state)))
    #expect(drawn.search == "Plot 148")
    #expect(drawn.options.map(\.label) == ["House", "Plot 148"])
    #expect(state.description.field(at: "name")?.value == "Wal", "what was typed is kept")
    #expect(state.errors.isEmpty, "and nothing shows yet")
  }

  @Test func `an answer that searches where nothing can be found is refused`() throws {
    let state = try open()
    var answer = FormSubmission([("name", "Walk the cat")])
    answer.searches = ["status": "open", "nothing": "x"]
    state.receive(answer)
    #expect(
      Set(try state.submit().errors.map(\.rule)) == [.refused, .unknownField])
    #expect(try desk.stored(desk.todo).name == "Walk the dog")
  }

  @Test func `a field of a child is searched too, and one without records is an error`() throws {
    let state = try open(Self.stepsForm)
    #expect(try state.search("dog", at: "steps[1].todoID").map(\.label) == ["Walk the dog"])
    #expect(throws: FormError.unknownField("steps[7].todoID")) { try state.search("dog", at: "steps[7].todoID") }
    let other = try open()
    #expect(throws: FormError.notSearched("status")) { try other.search("open", at: "status") }
    #expect(throws: FormError.unknownField("notes")) { try other.search("x", at: "notes") }
    #expect(
      FormError.notSearched("status").description
        == "The field \"status\" cannot be searched, because it does not offer records to choose from.")
  }

  @Test func `a submission is read from as little JSON as it needs`() throws {
    let json = #"{"entries": [{"path": "name", "input": "Walk the cat"}], "searches": {"projectID": "Plot"}}"#
    var expected = FormSubmission([("name", "Walk the cat")])
    expected.searches = ["projectID": "Plot"]
    #expect(try JSONDecoder().decode(FormSubmission.self, from: Data(json.utf8)) == expected)
    #expect(
      try JSONDecoder().decode(FormSubmission.self, from: JSONEncoder().encode(expected)) == expected)
  }
}

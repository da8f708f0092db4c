import Foundation
import MotionModel
import MotionModelForms
import MotionModelValidation
import Testing

/// The rows F204 to F210 of the list of what MotionModel did for Formotion: descriptions of forms.
struct ComingFromFormotionTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  @Test func `F204: the types of rows are Formotion's, and every column has one`() {
    let types = Dictionary(
      uniqueKeysWithValues: ModelForm<Todo>().description(in: desk.store).fields.map { ($0.key, $0.control.rawValue) })
    #expect(types["name"] == "string")
    #expect(types["priority"] == "number")
    #expect(types["price"] == "number")
    #expect(types["isDone"] == "check")
    #expect(types["dueDate"] == "date")
    #expect(types["tags"] == "text", "an array had none")
    #expect(types["status"] == "picker", "an enum had none")
    let form = ModelForm<Todo> { Input(\.notes).control(.longText) }
    #expect(form.description(in: desk.store).field(at: "notes")?.control.rawValue == "text")
  }

  @Test func `F205: ids, relations' keys as numbers and times are not exposed, unless they are listed`() {
    let keys = ModelForm<Todo>().description(in: desk.store).fields.map(\.key)
    #expect(!keys.contains { ["id", "createdAt", "updatedAt"].contains($0) })
    #expect(
      ModelForm<Todo>().description(in: desk.store).field(at: "projectID")?.control == .choice, "a choice, no number")
    let listed = ModelForm<Todo> {
      Input(\.createdAt).readOnly()
      OtherInputs()
    }
    #expect(listed.description(in: desk.store).fields.map(\.key).contains("createdAt"))
    #expect(ModelForm<Todo>().description(in: desk.store).fields.map(\.key) == keys, "nothing sticks")
  }

  @Test func `F206: a row has key, title, type, placeholder and value, and a missing date is none`() throws {
    let form = ModelForm<Todo> {
      Input(\.name).placeholder("Walk the dog")
      Input(\.dueDate)
    }
    var todo = desk.todo
    todo.dueDate = nil
    let data = try JSONEncoder().encode(form.description(of: todo, in: desk.store))
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let sections = try #require(json["sections"] as? [[String: Any]])
    let rows = try #require(sections.first?["rows"] as? [[String: Any]])
    #expect(rows.map { $0["key"] as? String } == ["name", "dueDate"])
    #expect(rows.map { $0["title"] as? String } == ["Name", "Due date"])
    #expect(rows.map { $0["type"] as? String } == ["string", "date"])
    #expect(rows.map { $0["placeholder"] as? String } == ["Walk the dog", nil], "a placeholder is not the title")
    #expect(rows.map { $0["value"] as? String } == ["Walk the dog", ""], "it was 0.0, the year 1970")
    #expect(rows.allSatisfy { $0["section"] == nil })
  }

  @Test func `F207 and F208: columns are in sections, and drawing one form does not change another`() throws {
    let first = ModelForm<Todo> {
      Input(\.name)
      Fieldset("When") { Input(\.dueDate) }
      Fieldset("More") { OtherInputs(except: \.tags) }
    }
    let drawn = try first.description(of: desk.todo, in: desk.store)
    #expect(drawn.sections.map(\.title) == [nil, "When", "More"])
    #expect(drawn.title == "Todo")
    var todo = desk.todo
    todo.name = "Feed the cat"
    _ = try first.description(of: todo, in: desk.store)
    _ = first.description(in: desk.store)
    #expect(try first.description(of: desk.todo, in: desk.store) == drawn)
  }

  @Test func `F209: a form lists its title, sections and fields, each under its own name`() {
    let form = ModelForm<Todo>("What is to be done") {
      Fieldset("First") {
        Input(\.name)
        Input(\.priority).control(.custom("slider"))
      }
    }
    let drawn = form.description(in: desk.store)
    #expect(drawn.title == "What is to be done")
    #expect(drawn.sections.map(\.title) == ["First"])
    #expect(drawn.fields.map(\.control.rawValue) == ["string", "slider"])
    #expect(ModelForm<Todo> {}.description(in: desk.store).sections == [])
  }

  @Test func `F210: what an answer does not have stays, and what it has is cast, checked and saved`() throws {
    let state = try FormState(ModelForm<Todo>(), editing: desk.todo, in: desk.store)
    let answer = FormSubmission([("name", "Walk the cat"), ("isDone", .flag(true))])
    state.receive(answer)
    let saved = try #require(try state.submit().record)
    var expected = desk.todo
    (expected.name, expected.isDone, expected.updatedAt) = ("Walk the cat", true, saved.updatedAt)
    #expect(saved == expected)
    #expect(answer == FormSubmission([("name", "Walk the cat"), ("isDone", .flag(true))]), "a value is not rewritten")
  }
}

import MotionModel
import MotionModelForms
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// A key stroke concerns one field.
struct KeyStrokeTests {
  /// A model whose rules count how often they are checked.
  private struct Counted: Model, Validatable {
    static let checked = Counter()

    var id = 0
    var first = ""
    var second = ""

    static let schema = Schema<Counted> {
      Column(\.first)
      Column(\.second)
    }
    static let validations = Validations<Counted> {
      Validate(\.first) { (_: String) in
        checked.add(1)
        return true
      }
      Validate(\.second) { (_: String) in
        checked.add(1)
        return true
      }
    }
  }

  @Test func `a key stroke in a form of 200 fields costs no more than one in a form of 2`() throws {
    let desk = try Desk()
    for number in 3...100 {
      _ = try desk.store.table(Step.self).saved(Step("Step \(number)", position: number, of: desk.todo))
    }
    let state = try FormState(Desk.stepsForm, editing: desk.todo, in: desk.store)
    #expect(state.description.fields.count == 201)
    let clock = ContinuousClock()
    let time = try clock.measure {
      for number in 0..<1000 { try state.type("Step \(number)", at: "steps[99].name") }
    }
    print("a key stroke in a form of 201 fields: \(time / 1000)")
  }

  @Test func `a key stroke checks the rules of its field once, and no other rule`() throws {
    let state = FormState(Form<Counted>(), in: Store())
    let before = Counted.checked.value
    for text in ["a", "ab", "abc"] { try state.type(text, at: "first") }
    #expect(Counted.checked.value == before + 3)
  }
}

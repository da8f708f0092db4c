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

  @Test(.enabled(if: Allocations.areCounted))
  func `a key stroke in a form of 200 fields costs no more than one in a form of 4`() throws {
    let small = try allocations(fields: 4)
    let large = try allocations(fields: 200)
    #expect(small > 0)
    #expect(large <= small * 1.05)
  }

  /// Returns how many bytes a key stroke allocates in the last field of a form. A copy of what the form has would be many.
  private func allocations(fields: Int) throws -> Double {
    let desk = try Desk()
    for number in 2..<(fields / 2) {
      _ = try desk.store.table(Step.self).saved(Step("Step \(number)", position: number + 1, of: desk.todo))
    }
    let form = ModelForm<Todo> {
      Children(\.steps, orderedBy: \.position) {
        Input(\.name)
        Input(\.minutes)
      }
    }
    let state = try FormState(form, editing: desk.todo, in: desk.store)
    #expect(state.description.fields.count == fields)
    let path = FormPath([.field("steps"), .index(fields / 2 - 1), .field("minutes")])
    var isSecond = false
    func strokes(_ count: Int) throws {
      for _ in 0..<count {
        isSecond.toggle()
        try state.type(isSecond ? "12" : "123", at: path)
      }
    }
    try strokes(10)
    return Double(try Allocations.total { try strokes(100) }) / 100
  }

  @Test func `a key stroke checks the rules of its field once, and no other rule`() throws {
    let state = FormState(ModelForm<Counted>(), in: Store())
    let before = Counted.checked.value
    for text in ["a", "ab", "abc"] { try state.type(text, at: "first") }
    #expect(Counted.checked.value == before + 3)
  }
}

import Foundation
import MotionModel
import MotionModelForms
import MotionModelTestSupport
import Testing

/// What a program that uses forms wrongly is told.
struct FormMisuseTests {
  private struct Place: Model {
    struct Shape: Codable, Hashable, Sendable { var width = 0 }

    var id = 0
    var name = ""
    var shape = Shape()
    var note = ""

    static let schema = Schema<Place> {
      Column(\.name)
      Transient(\.shape)
      Transient(\.note)
    }
  }

  @Test func `a record that was never saved is not edited but made`() throws {
    let desk = try Desk()
    let error = #expect(throws: FormError.neverSaved(model: "Todo")) {
      try FormState(ModelForm<Todo>(), editing: Todo("Feed the cat"), in: desk.store)
    }
    #expect(
      error?.description == """
        A record of Todo that was never saved cannot be edited: open a form that makes it, with FormState(form, making: record).
        """)
    let state = FormState(ModelForm<Todo>(), making: Todo("Feed the cat"), in: desk.store)
    #expect(try state.submit().record?.name == "Feed the cat")
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a fieldset is not in a fieldset`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = ModelForm<Place> { Fieldset("A") { Fieldset("B") { Input(\.name) } } }
      }
      expectSentence("The form of Place has a fieldset in a fieldset: end the outer one before.", result)
    }

    @Test func `what is left out is a column`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = ModelForm<Place> { OtherInputs(except: \.note) }
      }
      expectSentence("The form of Place leaves out \\Place.note, which is no column: remove it.", result)
    }

    @Test func `a value that is stored as a whole is a column`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = ModelForm<Place> { Input(\.shape, shown: { "\($0.width)" }, read: { Place.Shape(width: Int($0) ?? 0) }) }
      }
      expectSentence("The form of Place has \\Place.shape, which is no column: declare it in the schema.", result)
    }
  #endif
}

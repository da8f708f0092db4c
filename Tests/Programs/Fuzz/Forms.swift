import Foundation
import MotionModel
import MotionModelForms
import MotionModelFormsHTML
import MotionModelTestSupport

/// Descriptions of forms, as a program sends them to another.
enum Forms {
  static let target = Target("form") { random in
    let store = try Target.startingStore()
    return try Store.with(store) {
      let form =
        random.chance(50)
        ? try ModelForm<AllTypes>().description(of: .random(1, using: &random))
        : FormState(Recipe.form, in: store).description
      return try Seeds.encoder.encode(form)
    }
  } read: { input, bound in
    guard
      let form = try bound.check(input.count, { try? JSONDecoder().decode(FormDescription.self, from: input) })
    else { return false }
    guard try JSONDecoder().decode(FormDescription.self, from: JSONEncoder().encode(form)) == form else {
      throw Target.Changed(what: "a description")
    }
    _ = (form.html(), form.fields.map(\.path.description))
    return true
  }
}

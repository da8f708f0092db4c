import MotionModelValidation

/// A field of a form, as a view shows and changes it.
///
/// It has everything that ``FormView`` decides, and needs no framework for it. What the form refuses, such as a field
/// that is gone, changes nothing: the view is drawn again.
struct FormEntry {
  let field: FormField
  let form: any FilledForm

  /// The field's text. Of a password it is empty: only the view knows what was typed.
  var text: String {
    get { field.control == .password ? "" : field.value.text }
    nonmutating set { enter(.text(newValue)) }
  }

  /// Whether the field is on.
  var isOn: Bool {
    get { field.value.isOn }
    nonmutating set { enter(.flag(newValue)) }
  }

  /// Chooses an option of several, or takes that back.
  func choose(_ option: FormField.Option, _ isChosen: Bool) {
    guard case .choices(let values) = field.value else { return }
    let others = values.filter { $0 != option.value }
    enter(.choices(isChosen ? others + [option.value] : others))
  }

  // The calls below throw only for a field or child that the form no longer has, which the view is about to leave out.

  /// Searches the options.
  func search(_ text: String) { _ = try? form.search(text, at: field.path) }

  /// Gives the field what others have stored.
  func takeTheirs() { try? form.takeTheirs(field.path) }

  private func enter(_ input: FormInput) { try? form.enter(input, at: field.path) }

  // MARK: - Words

  /// What the field is called; a star stands for a value that is required.
  var label: String { field.label + (field.isRequired ? " *" : "") }

  /// What is spoken of the field before its value: a star would not be.
  var spokenLabel: String { field.label }

  /// What is spoken behind the value: the explanation, and what is wrong.
  var spokenHint: String { ([field.help].compactMap { $0 } + field.messages.map(\.sentence)).joined(separator: ". ") }

  /// The options of a choice, with that of none if the field need not be filled in.
  var choices: [FormField.Option] {
    let needsNone = !field.isRequired || field.value.isEmpty
    return (needsNone && !field.options.contains { $0.value.isEmpty } ? [FormField.Option("", "–")] : [])
      + field.options
  }

  /// What a text field shows while it is empty.
  var prompt: String { field.placeholder ?? "" }
}

/// A child in a form, as a view shows and changes it.
struct FormChild {
  let item: FormGroup.Item
  let place: Int
  let form: any FilledForm

  func remove() { try? form.remove(item.path) }

  func restore() { try? form.restore(item.path) }

  /// Moves the child by a number of places.
  func move(by count: Int) { try? form.move(item.path, to: place + count) }
}

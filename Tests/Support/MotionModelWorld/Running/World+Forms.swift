import MotionModel
import MotionModelForms
import MotionModelValidation

extension World {
  /// Opens a form of a record, types into it what another one has, and submits it. The naive store saves the fields that
  /// were typed in; whatever one of them refuses, the other refuses, too.
  func submit<Record: WorldModel>(_ stored: Record, _ record: Record) throws {
    let typed = inputs(stored, record)
    if typed.isEmpty { return }
    var expected = stored
    let names = Set(typed.map(\.path.description))
    for field in Record.fields where names.contains(field.name) { field.copy(record, &expected) }
    let isOutermost = depth == 0
    let changed = try both(source(stored, typed)) {
      let state = try FormState(ModelForm<Record>(), editing: stored)
      state.receive(FormSubmission(typed.map { ($0.path, $0.input) }))
      do {
        guard let saved = try state.submit().record else { throw Refusal.form }
        return Same(saved)
      } catch is HookRefusal {
        throw Refusal.form
      }
    } naive: { naive throws(Refusal) in
      // A save inserts a record that was never stored, and a form edits one that is.
      if naive[keyPath: Record.rows].find(stored.id) == nil { throw .form }
      var changed = expected
      do throws(Refusal) {
        try naive.save(&changed, .save)
        if isOutermost { try naive.checkCommit() }
      } catch {
        throw .form
      }
      return Same(changed)
    }
    if let changed { keep(changed.record) }
  }

  /// Returns what a person types to make one record of another, as far as the form lets them.
  private func inputs<Record: WorldModel>(_ stored: Record, _ record: Record) -> [FormSubmission.Entry] {
    guard let before = try? ModelForm<Record>().description(of: stored),
      let after = try? ModelForm<Record>().description(of: record)
    else { return [] }
    let names = Set(Record.fields.map(\.name))
    return zip(before.fields, after.fields).compactMap { old, new in
      guard names.contains(old.key), !old.isReadOnly, old.value != new.value, Self.isExact(new),
        new.control != .choice || old.options.contains(where: { .text($0.value) == new.value }),
        Record.schema[old.key]?.isOptional != true || !new.value.isEmpty || Record.schema[old.key]?[record] == .null
      else { return nil }
      return FormSubmission.Entry(old.path, new.value)
    }
  }

  /// Whether a field shows all of its value, and what is typed becomes the same value: a form makes line feeds of the ends of
  /// lines.
  private static func isExact(_ field: FormField) -> Bool {
    if field.value.text.contains("\r\n" as Character) { return false }
    return isShown(field)
  }

  private static func isShown(_ field: FormField) -> Bool {
    switch field.control {
    case .text, .number, .toggle, .choice: true
    case .longText:
      // An element for each line.
      !field.value.text.split(separator: "\n", omittingEmptySubsequences: false).contains { $0.isEmpty }
        || field.value.isEmpty
    default: false
    }
  }

  private func source<Record: WorldModel>(_ stored: Record, _ typed: [FormSubmission.Entry]) -> String {
    let entries = typed.map { entry in
      let input =
        switch entry.input {
        case .flag(let isOn): ".flag(\(isOn))"
        case .choices(let values): ".choices(\(values))"
        case .text, .file: entry.input.text.debugDescription
        }
      return "(\"\(entry.path)\", \(input))"
    }
    return """
      { let form = try FormState(ModelForm<\(Record.name)>(), editing: \(source(stored))); \
      form.receive(FormSubmission([\(entries.joined(separator: ", "))])); _ = try form.submit() }()
      """
  }
}

#if canImport(SwiftUI)
  public import MotionModel
  import MotionModelValidation
  public import SwiftUI

  /// A form in SwiftUI: its sections, fields and children, with errors beside them and a button that saves.
  ///
  /// ```swift
  /// struct TodoEditor: View {
  ///   @State private var state: FormState<Todo>
  ///   @Environment(\.dismiss) private var dismiss
  ///
  ///   var body: some View { FormView(state) { _ in dismiss() } }
  /// }
  /// ```
  ///
  /// Its buttons are `Save`, `Add`, `Remove`, `Restore`, `Move up`, `Move down` and `Take theirs`, which the strings of
  /// the program translate. A program that needs another look draws ``FormState/description`` itself.
  @MainActor
  public struct FormView<Record: Model>: View {
    private let state: FormState<Record>
    private let onSave: (Record) -> Void
    @FocusState private var focus: FormPath?
    @State private var failure: String?

    /// Creates a view of a form.
    ///
    /// - Parameters:
    ///   - state: The form with what is entered.
    ///   - onSave: Gets the record when it was saved.
    public init(_ state: FormState<Record>, onSave: @escaping (Record) -> Void = { _ in }) {
      (self.state, self.onSave) = (state, onSave)
    }

    /// The view.
    public var body: some View {
      let description = state.description
      Form {
        if let failure { Text(verbatim: failure).foregroundStyle(.red) }
        FormMessages(messages: description.messages, areSentences: true)
        ForEach(Array(description.sections.enumerated()), id: \.offset) { _, section in
          Section {
            FormRows(rows: section.rows, form: state, focus: $focus)
          } header: {
            if let title = section.title { Text(verbatim: title) }
          } footer: {
            if let help = section.help { Text(verbatim: help) }
          }
        }
        Button("Save") { save() }
      }
      .navigationTitle(Text(verbatim: description.title))
      .onChange(of: focus) { left, _ in if let left { try? state.leave(left) } }
    }

    private func save() {
      failure = nil
      do {
        switch try state.submit() {
        case .saved(let record): onSave(record)
        case .refused(let errors):
          focus = errors.first.map { FormPath($0.path) }
        }
      } catch {
        failure = "\(error)"
      }
    }
  }

  /// Fields and children.
  private struct FormRows: View {
    let rows: [FormDescription.Row]
    let form: any FilledForm
    let focus: FocusState<FormPath?>.Binding

    var body: some View {
      ForEach(rows) { row in
        switch row {
        case .field(let field):
          if field.control != .hidden { FormFieldView(entry: FormEntry(field: field, form: form), focus: focus) }
        case .group(let group): FormGroupView(group: group, form: form, focus: focus)
        }
      }
    }
  }

  /// A field with its control, its explanation and its errors.
  private struct FormFieldView: View {
    let entry: FormEntry
    let focus: FocusState<FormPath?>.Binding
    @State private var secret = ""

    var body: some View {
      VStack(alignment: .leading) {
        control
          .focused(focus, equals: entry.field.path)
          .accessibilityLabel(Text(verbatim: entry.spokenLabel))
          .accessibilityHint(Text(verbatim: entry.spokenHint))
        if let help = entry.field.help {
          Text(verbatim: help).font(.footnote).foregroundStyle(.secondary).accessibilityHidden(true)
        }
        FormMessages(messages: entry.field.messages).accessibilityHidden(true)
        if let theirs = entry.field.theirs, entry.field.isChanged {
          Text(verbatim: theirs.text).font(.footnote)
          Button("Take theirs") { entry.takeTheirs() }
        }
      }
    }

    @ViewBuilder private var control: some View {
      if entry.field.isReadOnly {
        LabeledContent(entry.label) { Text(verbatim: entry.field.shownValue) }
      } else {
        switch entry.field.control {
        case .toggle: Toggle(entry.label, isOn: Binding(get: { entry.isOn }, set: { entry.isOn = $0 }))
        case .choice: choice
        case .choices: choices
        case .password: SecureField(entry.label, text: password)
        case .longText: TextField(entry.label, text: text, prompt: Text(verbatim: entry.prompt), axis: .vertical)
        case .file: LabeledContent(entry.label) { Text(verbatim: entry.field.shownValue) }
        default: TextField(entry.label, text: text, prompt: Text(verbatim: entry.prompt))
        }
      }
    }

    private var text: Binding<String> { Binding(get: { entry.text }, set: { entry.text = $0 }) }

    private var password: Binding<String> {
      Binding(
        get: { secret },
        set: { text in
          secret = text
          entry.text = text
        })
    }

    @ViewBuilder private var choice: some View {
      if entry.field.isSearched { search }
      Picker(entry.label, selection: text) {
        ForEach(entry.choices, id: \.value) { option in Text(verbatim: option.label).tag(option.value) }
      }
    }

    @ViewBuilder private var choices: some View {
      Text(verbatim: entry.label)
      if entry.field.isSearched { search }
      ForEach(entry.field.options, id: \.value) { option in
        Toggle(
          option.label,
          isOn: Binding(get: { entry.field.isChosen(option) }, set: { entry.choose(option, $0) }))
      }
    }

    private var search: some View {
      TextField("Search", text: Binding(get: { entry.field.search ?? "" }, set: { entry.search($0) }))
    }
  }

  /// The children of a record, with what may be done with them.
  private struct FormGroupView: View {
    let group: FormGroup
    let form: any FilledForm
    let focus: FocusState<FormPath?>.Binding

    var body: some View {
      Text(verbatim: group.label).font(.headline).accessibilityAddTraits(.isHeader)
      if let help = group.help { Text(verbatim: help).font(.footnote) }
      FormMessages(messages: group.messages)
      ForEach(Array(group.items.enumerated()), id: \.element.path) { place, item in
        FormItemView(child: FormChild(item: item, place: place, form: form), group: group, focus: focus)
      }
      if group.canAdd { Button("Add") { _ = try? form.add(to: group.path) } }
    }
  }

  /// A child with its fields.
  private struct FormItemView: View {
    let child: FormChild
    let group: FormGroup
    let focus: FocusState<FormPath?>.Binding

    var body: some View {
      FormMessages(messages: child.item.messages, areSentences: true)
      if child.item.isRemoved {
        Button("Restore") { child.restore() }
      } else {
        FormRows(rows: child.item.rows, form: child.form, focus: focus)
        HStack {
          if group.canReorder && child.place > 0 { Button("Move up") { child.move(by: -1) } }
          if group.canReorder && child.place < group.items.count - 1 { Button("Move down") { child.move(by: 1) } }
          if group.canRemove(child.item) { Button("Remove", role: .destructive) { child.remove() } }
        }
        .buttonStyle(.borderless)
      }
    }
  }

  /// What is wrong, in words.
  private struct FormMessages: View {
    let messages: [FormDescription.Message]
    var areSentences = false

    var body: some View {
      ForEach(Array(messages.enumerated()), id: \.offset) { _, message in
        Text(verbatim: areSentences ? message.sentence : message.text)
          .font(.footnote)
          .foregroundStyle(message.severity == .error ? AnyShapeStyle(.red) : AnyShapeStyle(.secondary))
      }
    }
  }
#endif

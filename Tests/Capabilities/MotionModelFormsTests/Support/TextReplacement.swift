import MotionModelForms
import MotionModelFormsHTML
import MotionModelValidation

/// Replaces the texts of views, so that one view is drawn with other texts.
struct TextReplacement {
  let words: [String: String]

  func callAsFunction(_ text: String) -> String { words[text] ?? text }

  func callAsFunction(_ text: String?) -> String? { text.map { self($0) } }

  func callAsFunction(_ form: FormDescription) -> FormDescription {
    FormDescription(
      model: form.model, title: self(form.title), context: form.context, record: self(form.record),
      version: self(form.version),
      sections: form.sections.map {
        FormDescription.Section(self($0.title), help: self($0.help), rows: $0.rows.map { self($0) })
      },
      messages: form.messages.map { self($0) }, language: self(form.language))
  }

  private func callAsFunction(_ message: FormDescription.Message) -> FormDescription.Message {
    var copy = message
    (copy.text, copy.sentence) = (self(message.text), self(message.sentence))
    return copy
  }

  private func callAsFunction(_ row: FormDescription.Row) -> FormDescription.Row {
    switch row {
    case .field(let field): .field(self(field))
    case .group(let group): .group(self(group))
    }
  }

  private func callAsFunction(_ field: FormField) -> FormField {
    var copy = field
    (copy.label, copy.placeholder, copy.help) = (self(field.label), self(field.placeholder), self(field.help))
    (copy.example, copy.autocomplete, copy.search) = (self(field.example), self(field.autocomplete), self(field.search))
    copy.options = field.options.map { FormField.Option(self($0.value), self($0.label)) }
    (copy.value, copy.theirs) = (self(field.value), field.theirs.map { self($0) })
    copy.messages = field.messages.map { self($0) }
    return copy
  }

  private func callAsFunction(_ input: FormInput) -> FormInput {
    switch input {
    case .text(let text): .text(self(text))
    case .choices(let values): .choices(values.map { self($0) })
    case .file(let file?): .file(FormInput.File(name: self(file.name), size: file.size))
    case .flag, .file(nil): input
    }
  }

  private func callAsFunction(_ group: FormGroup) -> FormGroup {
    var copy = group
    (copy.label, copy.help, copy.messages) = (self(group.label), self(group.help), group.messages.map { self($0) })
    copy.items = group.items.map { item in
      var copy = item
      (copy.record, copy.rows) = (self(item.record), item.rows.map { self($0) })
      copy.messages = item.messages.map { self($0) }
      return copy
    }
    return copy
  }

  func callAsFunction(_ options: FormHTML) -> FormHTML {
    var copy = options
    copy.hidden = options.hidden.map { (self($0.name), self($0.value)) }
    copy.words = self(options.words)
    return copy
  }

  private func callAsFunction(_ words: FormWords) -> FormWords {
    var copy = words
    for word in FormWords.random { copy[word] = self(words[word]) }
    return copy
  }

  func callAsFunction(_ table: TableDescription) -> TableDescription {
    TableDescription(
      model: table.model, title: self(table.title),
      columns: table.columns.map { TableDescription.Column($0.key, self($0.label), $0.control) },
      rows: table.rows.map { TableDescription.Row(self($0.id), $0.cells.map { self($0) }) }, hasMore: table.hasMore,
      language: self(table.language))
  }

  func callAsFunction(_ options: TableHTML) -> TableHTML {
    var copy = options
    copy.words = self(options.words)
    return copy
  }
}

extension FormWords {
  /// The words that random options have texts for.
  static var random: [Word] {
    [.save, .error, .optional, .none, .choose, .add, .remove, .takeTheirs, .search, .problem]
  }
}

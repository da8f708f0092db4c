extension FormHTML {
  /// What a field looks like.
  enum Shape {
    case line, lines, toggle, menu, file
    /// Radio buttons, or boxes to tick.
    case options(isMany: Bool)
    case own(@Sendable (Control, inout HTMLWriter) -> Void)
  }

  func shape(of field: FormField) -> Shape {
    switch field.control {
    case .toggle: return .toggle
    case .file: return .file
    case .longText: return .lines
    case .choices: return .options(isMany: true)
    case .choice: return field.isSearched || field.options.count <= radioLimit ? .options(isMany: false) : .menu
    case .password: return .line
    case .custom(let name): return controls[name].map { .own($0) } ?? shape(ofCustom: field)
    default: return field.hasSeveralLines ? .lines : .line
    }
  }

  private func shape(ofCustom field: FormField) -> Shape {
    switch field.value {
    case .flag: return .toggle
    case .file: return .file
    case .choices: return .options(isMany: true)
    case .text:
      if !field.options.isEmpty { return field.options.count <= radioLimit ? .options(isMany: false) : .menu }
      return field.hasSeveralLines ? .lines : .line
    }
  }

  /// Writes a field: its label, what describes it, and its control.
  func draw(_ field: FormField, in writer: inout HTMLWriter) {
    if field.control == .hidden { return drawHidden(field, in: &writer) }
    if field.isReadOnly { return drawFixed(field, in: &writer) }
    let invalid = field.errors.isEmpty ? nil : classes.attribute(.field, .invalid)
    writer.block("div", [invalid ?? classes.attribute(.field)]) { writer in
      switch shape(of: field) {
      case .toggle: drawToggle(field, in: &writer)
      case .options(let isMany): drawOptions(field, isMany: isMany, in: &writer)
      case .line: drawLabelled(field, in: &writer) { drawLine(field, $0, in: &$1) }
      case .lines: drawLabelled(field, in: &writer) { drawLines(field, $0, in: &$1) }
      case .menu: drawLabelled(field, in: &writer) { drawMenu(field, $0, in: &$1) }
      case .file: drawLabelled(field, in: &writer) { drawFile(field, $0, in: &$1) }
      case .own(let draw):
        drawLabelled(field, in: &writer) { attributes, writer in
          let (id, name) = (ids.id(field.path), names.name(of: field.path))
          draw(Control(field: field, id: id, name: name, attributes: attributes), &writer)
          writer.line()
        }
      }
    }
  }

  // MARK: - Around a control

  /// Writes a control below its label and what describes it.
  private func drawLabelled(
    _ field: FormField, in writer: inout HTMLWriter, _ control: ([HTMLAttribute?], inout HTMLWriter) -> Void
  ) {
    let attributes = [classes.attribute(.label), HTMLAttribute("for", ids.id(field.path))]
    writer.element("label", attributes) { drawLabel(of: field, in: &$0) }
    writer.line()
    drawDescription(of: field, in: &writer)
    control(self.attributes(of: field) + state(of: field), &writer)
  }

  /// Writes what the field is called, and whether it may be empty.
  func drawLabel(of field: FormField, in writer: inout HTMLWriter) {
    writer.text(field.label)
    if !field.isRequired && !field.keepsPassword {
      writer.text(" ")
      writer.element("span", [classes.attribute(.optional)], text: words[.optional])
    }
  }

  /// The ids of what describes a field, in the order in which it is drawn.
  private func described(_ field: FormField) -> [String] {
    let parts = [
      field.help == nil ? nil : "hint", field.example == nil ? nil : "example", field.storedFile == nil ? nil : "file",
      field.errors.isEmpty ? nil : "error", field.warnings.isEmpty ? nil : "warning",
      field.shownTheirs == nil ? nil : "theirs",
    ]
    return parts.compactMap { $0.map { ids.id(field.path, $0) } }
  }

  /// Writes the explanation, the example, the errors and the value that others have stored.
  func drawDescription(of field: FormField, in writer: inout HTMLWriter) {
    if let help = field.help { drawNote("hint", of: field, help, in: &writer) }
    if let example = field.example {
      drawNote("example", of: field, FormWords.filled(words[.example], ["example": example]), in: &writer)
    }
    if let file = field.storedFile {
      drawNote("file", of: field, FormWords.filled(words[.file], ["name": file.name]), in: &writer)
    }
    draw(field.messages, at: field.path, in: &writer)
    if let theirs = field.shownTheirs { draw(theirs, of: field, in: &writer) }
  }

  private func drawNote(_ part: String, of field: FormField, _ text: String, in writer: inout HTMLWriter) {
    writer.block("p", [classes.attribute(.hint), HTMLAttribute("id", ids.id(field.path, part))], text: text)
  }

  /// Writes the value that others have stored, with a button that takes it.
  private func draw(_ theirs: FormInput, of field: FormField, in writer: inout HTMLWriter) {
    writer.block("div", [classes.attribute(.theirs)]) { writer in
      let text = field.text(of: theirs, in: words)
      let values = ["value": text.isEmpty ? words[.nothing] : text]
      let attributes = [HTMLAttribute("id", ids.id(field.path, "theirs"))]
      writer.block("p", attributes, text: FormWords.filled(words[.theirs], values))
      drawButton(words[.takeTheirs], of: field.label, FormAction(.takeTheirs, field.path), in: &writer)
    }
  }

  /// What all controls of one value have.
  private func attributes(of field: FormField) -> [HTMLAttribute?] {
    [
      classes.attribute(.input), HTMLAttribute("id", ids.id(field.path)),
      HTMLAttribute("name", names.name(of: field.path)),
    ]
  }

  /// What a reader of the screen says about a control.
  func state(of field: FormField) -> [HTMLAttribute?] {
    [
      field.isRequired && !field.keepsPassword && field.storedFile == nil
        ? HTMLAttribute("aria-required", "true") : nil,
      field.errors.isEmpty ? nil : HTMLAttribute("aria-invalid", "true"), describing(field),
    ]
  }

  /// What describes a control.
  func describing(_ field: FormField) -> HTMLAttribute? {
    let ids = described(field)
    return ids.isEmpty ? nil : HTMLAttribute("aria-describedby", ids.joined(separator: " "))
  }

  // MARK: - Controls

  private func drawLine(_ field: FormField, _ attributes: [HTMLAttribute?], in writer: inout HTMLWriter) {
    let isPassword = field.control == .password
    let own = [
      HTMLAttribute("type", isPassword ? "password" : "text"),
      isPassword ? nil : HTMLAttribute("value", field.value.text),
    ]
    writer.void("input", own + attributes + typing(in: field))
    writer.line()
  }

  private func drawLines(_ field: FormField, _ attributes: [HTMLAttribute?], in writer: inout HTMLWriter) {
    let text = field.value.text
    let rows = min(max(text.utf8.count { $0 == 0x0A } + 2, 5), 20)
    let own = [HTMLAttribute("rows", String(rows))]
    writer.block("textarea", own + attributes + typing(in: field), text: text)
  }

  /// What concerns the typing of a text.
  private func typing(in field: FormField) -> [HTMLAttribute?] {
    [
      field.autocomplete.map { HTMLAttribute("autocomplete", $0) },
      field.inputMode.map { HTMLAttribute("inputmode", $0.rawValue) },
      field.placeholder.map { HTMLAttribute("placeholder", $0) },
      field.control == .password ? nil : HTMLAttribute("dir", "auto"),
    ]
  }

  private func drawFile(_ field: FormField, _ attributes: [HTMLAttribute?], in writer: inout HTMLWriter) {
    writer.void("input", [HTMLAttribute("type", "file")] + attributes)
    writer.line()
    if field.storedFile == nil || field.isRequired { return }
    drawBox(
      .checkbox, (names.name(of: .clearing(field.path)), "true"), words[.clear], ids.id(field.path, "clear"),
      in: &writer)
  }

  private func drawToggle(_ field: FormField, in writer: inout HTMLWriter) {
    drawDescription(of: field, in: &writer)
    let box = (names.name(of: field.path), "true")
    drawBox(.checkbox, box, field.label, ids.id(field.path), isOn: field.value.isOn, state(of: field), in: &writer)
  }

  enum BoxKind: String {
    case checkbox, radio
  }

  /// Writes a box or a radio button, with its label behind it.
  func drawBox(
    _ kind: BoxKind, _ sent: (name: String, value: String), _ label: String, _ id: String, isOn: Bool = false,
    _ state: [HTMLAttribute?] = [], in writer: inout HTMLWriter
  ) {
    writer.block("div", [classes.attribute(.choice)]) { writer in
      let attributes = [
        HTMLAttribute("type", kind.rawValue), HTMLAttribute("id", id), HTMLAttribute("name", sent.name),
        HTMLAttribute("value", sent.value), isOn ? HTMLAttribute("checked") : nil,
      ]
      writer.void("input", attributes + state)
      writer.line()
      writer.block("label", [HTMLAttribute("for", id)], text: label)
    }
  }

  // MARK: - Without a control

  private func drawHidden(_ field: FormField, in writer: inout HTMLWriter) {
    let name = names.name(of: field.path)
    switch field.value {
    case .text(let text): drawHidden(name, text, in: &writer)
    case .flag(let isOn): if isOn { drawHidden(name, "true", in: &writer) }
    case .choices(let values):
      for value in values { drawHidden(names.name(of: field.path, isList: true), value, in: &writer) }
    case .file: return
    }
  }

  /// Writes what was entered in a field, without a control.
  func drawKept(_ field: FormField, in writer: inout HTMLWriter) {
    if field.isKeptWhenRemoved { drawHidden(field, in: &writer) }
  }

  /// Writes a field that is only shown. The summary may lead to it, so it can have the focus.
  private func drawFixed(_ field: FormField, in writer: inout HTMLWriter) {
    writer.block("dl", [classes.attribute(.fixed)]) { writer in
      writer.block("dt", text: field.label)
      let attributes = [HTMLAttribute("id", ids.id(field.path)), HTMLAttribute("tabindex", "-1")]
      drawValue(of: field, attributes, in: &writer)
    }
    if let help = field.help { writer.block("p", [classes.attribute(.hint)], text: help) }
    draw(field.messages, at: field.path, in: &writer)
  }

  /// Writes the value of a field as a person reads it.
  func drawValue(of field: FormField, _ attributes: [HTMLAttribute?] = [], in writer: inout HTMLWriter) {
    let text = field.text(of: field.value, in: words)
    writer.block("dd", attributes + [HTMLAttribute("dir", "auto")], text: text.isEmpty ? words[.nothing] : text)
  }
}

extension FormField {
  /// Whether a line of text would lose something: browsers remove the ends of lines from it.
  fileprivate var hasSeveralLines: Bool { value.text.utf8.contains { $0 == 0x0A || $0 == 0x0D } }

  /// Whether an empty password is that of the stored record, and not a missing one.
  fileprivate var keepsPassword: Bool { control == .password && stamp != nil }

  /// The file that is there already, chosen or stored.
  fileprivate var storedFile: FormInput.File? { if isFile, case .file(let file) = value { file } else { nil } }

  /// The value that others have stored; nil if there is none, or it must not be shown.
  fileprivate var shownTheirs: FormInput? { control == .password ? nil : theirs }
}

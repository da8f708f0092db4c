extension FormHTML {
  /// Writes a record, to be read and not changed: a list of names and values, and those of its children.
  ///
  /// Passwords, hidden fields and removed children are left out.
  public func drawDetails(_ form: FormDescription, in writer: inout HTMLWriter) {
    let level = headingLevel ?? 1
    writer.block("div", [classes.attribute(.details), form.language.map { HTMLAttribute("lang", $0) }]) { writer in
      if headingLevel != nil { writer.block(Self.heading(level), text: form.title) }
      for section in form.sections {
        if let title = section.title { writer.block(Self.heading(level + 1), text: title) }
        drawDetails(section.rows, level: level + (section.title == nil ? 1 : 2), depth: 0, in: &writer)
      }
    }
  }

  private func drawDetails(_ rows: [FormDescription.Row], level: Int, depth: Int, in writer: inout HTMLWriter) {
    var fields: [FormField] = []
    for row in rows {
      switch row {
      case .field(let field):
        if field.control != .password && field.control != .hidden { fields.append(field) }
      case .group(let group):
        drawList(of: fields, in: &writer)
        fields = []
        drawDetails(group, level: level, depth: depth, in: &writer)
      }
    }
    drawList(of: fields, in: &writer)
  }

  private func drawList(of fields: [FormField], in writer: inout HTMLWriter) {
    if fields.isEmpty { return }
    writer.block("dl") { writer in
      for field in fields {
        writer.block("dt", text: field.label)
        drawValue(of: field, in: &writer)
      }
    }
  }

  private func drawDetails(_ group: FormGroup, level: Int, depth: Int, in writer: inout HTMLWriter) {
    if depth >= Self.depthLimit { return }
    writer.block(Self.heading(level), text: group.label)
    let items = group.items.filter { !$0.isRemoved }
    if items.isEmpty { writer.block("p", [classes.attribute(.empty)], text: words[.empty]) }
    for (place, item) in items.enumerated() {
      if group.isMany {
        let title = FormWords.filled(words[.item], ["group": group.label, "number": String(place + 1)])
        writer.block(Self.heading(level + 1), text: title)
      }
      drawDetails(item.rows, level: level + (group.isMany ? 2 : 1), depth: depth + 1, in: &writer)
    }
  }
}

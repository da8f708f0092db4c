import MotionModelValidation

extension FormHTML {
  /// Writes the summary of errors, each of which leads to its field.
  func drawSummary(of form: FormDescription, in writer: inout HTMLWriter) {
    let heading = ids.id(.form, "summary")
    let attributes = [
      classes.attribute(.summary), HTMLAttribute("role", "alert"), HTMLAttribute("aria-labelledby", heading),
      HTMLAttribute("tabindex", "-1"), focusesSummary ? HTMLAttribute("autofocus") : nil,
    ]
    let targets = Set(form.sections.flatMap { Self.targets($0.rows, depth: 0) })
    writer.block("div", attributes) { writer in
      writer.block(
        Self.heading(headingLevel.map { $0 + 1 } ?? 2), [HTMLAttribute("id", heading)], text: words[.problem])
      writer.block("ul") { writer in
        for message in form.allMessages where message.severity == .error {
          writer.element("li") { draw(message, targets.contains(message.path), in: &$0) }
          writer.line()
        }
      }
    }
  }

  private func draw(_ message: FormDescription.Message, _ hasTarget: Bool, in writer: inout HTMLWriter) {
    if hasTarget {
      writer.element("a", [HTMLAttribute("href", "#" + ids.id(message.path))], text: message.sentence)
    } else {
      writer.text(message.sentence)
    }
  }

  /// Returns the places that have an element with their id: hidden fields and removed items have none.
  private static func targets(_ rows: [FormDescription.Row], depth: Int) -> [FormPath] {
    rows.flatMap { row -> [FormPath] in
      switch row {
      case .field(let field): return field.control == .hidden ? [] : [field.path]
      case .group(let group):
        if depth >= depthLimit { return [] }
        return [group.path]
          + group.items.filter { !$0.isRemoved }.flatMap { [$0.path] + targets($0.rows, depth: depth + 1) }
      }
    }
  }

  /// Writes what is wrong with a field, a group or an item.
  func draw(_ messages: [FormDescription.Message], at path: FormPath, in writer: inout HTMLWriter) {
    draw(messages.filter { $0.severity == .error }, .error, words[.error], at: path, in: &writer)
    draw(messages.filter { $0.severity == .warning }, .warning, words[.warning], at: path, in: &writer)
  }

  private func draw(
    _ messages: [FormDescription.Message], _ part: HTMLClasses.Part, _ word: String, at path: FormPath,
    in writer: inout HTMLWriter
  ) {
    if messages.isEmpty { return }
    writer.block("div", [classes.attribute(part), HTMLAttribute("id", ids.id(path, part.rawValue))]) { writer in
      for message in messages {
        writer.element("p") { writer in
          writer.element("span", [classes.attribute(.unseen)], text: word)
          writer.text(" " + message.sentence)
        }
        writer.line()
      }
    }
  }
}

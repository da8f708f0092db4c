import MotionModel
import MotionModelLoopback

extension InspectorPages {
  private static let notAsked = "The inspector only reads: the program that started it did not ask for editing."

  /// A form for a record, or a new one, with the outcome of a preview or of a refused save if there is one.
  func edit(
    _ table: any InspectedTable, id: String?, _ entered: EnteredRecord? = nil, outcome: EditOutcome? = nil,
    status: Int = 200
  ) throws -> Reply {
    guard allowsEditing, let editor = table.editor else { return refusal(403, Self.notAsked) }
    guard let fields = try editor.fields(id: id) else {
      return refusal(404, "\(table.name) has no record with this id: it was deleted, or never there.")
    }
    let title = id.map { "Edit \(table.name) \($0)" } ?? "New record of \(table.name)"
    return page(title, status: status, section: "") { page in
      if let outcome { self.outcome(outcome, &page) }
      page.block("form", [("method", "post"), ("class", "record"), ("action", address("model", table.name, "edit"))]) {
        page in
        if let id { page.void("input", [("type", "hidden"), ("name", "id"), ("value", id)]) }
        for field in fields { self.field(field, entered, &page) }
        page.block("p", [("class", "actions")]) { page in
          page.element("button", [("name", "do"), ("value", "save")], text: "Save")
          page.element("button", [("name", "do"), ("value", "preview")], text: "Show what would change")
          page.link("Cancel", id.map { address(ofRecord: .string($0), of: table.name) } ?? address(ofModel: table.name))
        }
      }
    }
  }

  private func outcome(_ outcome: EditOutcome, _ page: inout Markup) {
    if !outcome.reasons.isEmpty {
      page.block("div", [("class", "mistake"), ("role", "alert")]) { page in
        for reason in outcome.reasons { page.block("p", text: reason) }
      }
    }
    if outcome.reasons.isEmpty || !outcome.changeset.isEmpty {
      page.block(
        "p", text: outcome.changeset.isEmpty ? "Nothing would change." : "This would change: \(outcome.changeset).")
      changes(outcome.changeset.recordedChanges(limit: 100), total: outcome.changeset.count, &page)
    }
  }

  private func field(_ field: EditedField, _ entered: EnteredRecord?, _ page: inout Markup) {
    let name = field.column.name
    let original = entered.map { $0.originals[name] ?? nil } ?? field.text
    let shown = entered.map { $0.texts[name] ?? nil } ?? field.text
    page.block("div") { page in
      page.element("label", [("for", "c.\(name)")], text: name)
      page.element("span", [("class", "note")], text: " \(field.column.type ?? "")")
      if let choices = field.choices {
        page.block("select", [("id", "c.\(name)"), ("name", "c.\(name)")]) { page in
          for choice in choices {
            page.block("option", [("value", choice)] + (choice == shown ? [("selected", nil)] : []), text: choice)
          }
        }
      } else {
        let lines = min(12, max(1, (shown ?? "").count(where: \.isNewline) + 1))
        page.element(
          "textarea", [("id", "c.\(name)"), ("name", "c.\(name)"), ("rows", "\(lines)"), ("spellcheck", "false")]
        ) {
          // HTML drops a line feed at the start.
          $0.line()
          $0.text(shown ?? "")
        }
      }
      if field.isOptional {
        page.element("label") { page in
          page.void("input", [("type", "checkbox"), ("name", "n.\(name)")] + (shown == nil ? [("checked", nil)] : []))
          page.text(" nil")
        }
      }
      let first: [Markup.Attribute] = [("type", "hidden"), ("name", original == nil ? "p.\(name)" : "o.\(name)")]
      page.void("input", first + [("value", original ?? "nil")])
    }
  }

  /// What destroying a record would take along, and a button that does it.
  func deletion(_ table: any InspectedTable, id: String) throws -> Reply {
    guard allowsEditing, let editor = table.editor else { return refusal(403, Self.notAsked) }
    guard try table.row(id: id) != nil else {
      return refusal(404, "\(table.name) has no record with this id: it was deleted, or never there.")
    }
    let outcome = editor.previewDestroy(id: id)
    return page("Delete \(table.name) \(id)", section: "") { page in
      if !outcome.summary.isEmpty { page.block("p", text: "This would do: \(outcome.summary).") }
      self.outcome(outcome, &page)
      if outcome.reasons.isEmpty {
        page.block("form", [("method", "post"), ("action", address("model", table.name, "delete"))]) { page in
          page.void("input", [("type", "hidden"), ("name", "id"), ("value", id)])
          page.element("button", text: "Delete it with all this")
        }
      }
      page.block("p") { $0.link("Back to the record", address(ofRecord: .string(id), of: table.name)) }
    }
  }
}

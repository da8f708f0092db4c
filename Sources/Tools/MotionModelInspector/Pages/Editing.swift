import MotionModel
import MotionModelLoopback

/// Changes the store as pages ask for.
struct Editing {
  private let pages: InspectorPages

  init(_ pages: InspectorPages) { self.pages = pages }

  /// Answers a request that changes something.
  func answer(_ path: [String], _ parameters: Parameters) -> Reply {
    guard let store = pages.subject.store, pages.allowsEditing else {
      return pages.refusal(403, "The inspector only reads: the program that started it did not ask for editing.")
    }
    if path.count == 3, path[0] == "model", let table = pages.subject.table(path[1]), let editor = table.editor {
      switch path[2] {
      case "edit": return pages.reading(table) { try save(parameters, table, editor) }
      case "delete": return destroy(parameters["id"] ?? "", table, editor)
      default: break
      }
    }
    switch path {
    case ["undo"]: return undo(parameters["commit"].flatMap { Int($0) }, in: store)
    default: return pages.refusal(404, "There is nothing to change at this address.")
    }
  }

  // MARK: - Records

  private func save(_ parameters: Parameters, _ table: any InspectedTable, _ editor: any RecordEditor) throws -> Reply {
    let (id, entered) = (parameters["id"], EnteredRecord(parameters))
    if parameters["do"] == "preview" {
      return try pages.edit(table, id: id, entered, outcome: editor.previewSave(entered, id: id))
    }
    do {
      let saved = try editor.save(entered, id: id)
      return Reply(seeOther: pages.address(ofRecord: saved, of: table.name))
    } catch {
      let refused = EditOutcome(id: nil, changeset: Changeset.empty, reasons: ["\(error)"])
      return try pages.edit(table, id: id, entered, outcome: refused, status: 422)
    }
  }

  private func destroy(_ id: String, _ table: any InspectedTable, _ editor: any RecordEditor) -> Reply {
    do {
      try editor.destroy(id: id)
      return Reply(seeOther: pages.address(ofModel: table.name))
    } catch {
      return pages.refusal(409, "\(error)")
    }
  }

  // MARK: - Commits

  private func undo(_ number: Int?, in store: Store) -> Reply {
    guard let changeset = number.flatMap({ pages.log?.entry($0) })?.changeset else {
      return pages.refusal(404, "The inspector does not have this commit any more: it keeps the latest ones.")
    }
    do {
      var inverse = changeset.inverted
      inverse.metadata = Changeset.Metadata(author: "inspector", reason: "undo of commit \(changeset.id)")
      try store.apply(inverse)
      return Reply(seeOther: pages.address("commits"))
    } catch {
      return pages.refusal(409, "\(error)")
    }
  }
}

extension EnteredRecord {
  /// Reads the fields of a form: `c.NAME` is the text of a column, `n.NAME` that it is nil, and `o.NAME`, `p.NAME` what
  /// they were at first.
  init(_ parameters: Parameters) {
    var (isNil, wasNil): (Set<String>, Set<String>) = ([], [])
    for (name, value) in parameters.pairs {
      let column = String(name.dropFirst(2))
      // A browser sends line feeds as a carriage return and a line feed.
      let text = value.replacing("\r\n", with: "\n")
      switch name.prefix(2) {
      case "c.": texts[column] = .some(text)
      case "o.": originals[column] = .some(text)
      case "n.": isNil.insert(column)
      case "p.": wasNil.insert(column)
      default: break
      }
    }
    for column in isNil { texts[column] = .some(nil) }
    for column in wasNil { originals[column] = .some(nil) }
  }
}

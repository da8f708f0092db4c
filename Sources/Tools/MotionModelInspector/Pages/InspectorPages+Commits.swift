import Foundation
import MotionModel
import MotionModelLoopback
import MotionModelValues

extension InspectorPages {
  /// The latest commits.
  func commits() -> Reply {
    guard let log else { return refusal(404, "A file has no commits.") }
    return page("Commits", section: "commits") { page in
      page.block("div", [("data-refresh", "commits")]) { page in
        let entries = log.entries(limit: 200)
        if entries.isEmpty {
          page.block(
            "p", text: "No commit was made since the inspector started. Those to come appear here by themselves.")
          return
        }
        page.block("p", text: "\(log.last.grouped) commits since the inspector started; the latest are:")
        list(entries.reversed(), &page) { entry, page in page.text(entry.summary) }
      }
    }
  }

  /// Writes a table of commits, in which `changes` says what each has changed.
  private func list(
    _ entries: [CommitLogBuffer.Entry], _ page: inout Markup, changes: (CommitLogBuffer.Entry, inout Markup) -> Void
  ) {
    page.table(["Commit", "Time", "Changes", "By"]) { page in
      for entry in entries {
        page.element("tr", [("data-id", "\(entry.number)")]) { page in
          page.element("th", [("scope", "row")]) { $0.link("\(entry.id)", address("commits", "\(entry.number)")) }
          page.element("td", text: AttributeValue.date(entry.date).description)
          page.element("td") { changes(entry, &$0) }
          page.element("td", text: entry.metadata.description)
        }
        page.line()
      }
    }
  }

  /// One commit with its differences.
  func commit(_ number: Int) -> Reply {
    guard let entry = log?.entry(number) else {
      return refusal(404, "The inspector does not have this commit any more: it keeps the latest ones.")
    }
    return page("Commit \(entry.id)", section: "commits") { page in
      page.block("p") { page in
        page.text("\(AttributeValue.date(entry.date)): \(entry.summary). \(entry.metadata)")
      }
      guard let changeset = entry.changeset else {
        return page.block("p", text: "Its \(entry.count.grouped) changes are too many to be kept here.")
      }
      if allowsEditing {
        page.block("form", [("method", "post"), ("action", address("undo"))]) { page in
          page.void("input", [("type", "hidden"), ("name", "commit"), ("value", "\(number)")])
          page.element("button", text: "Undo this commit")
        }
      }
      changes(changeset.recordedChanges(limit: 500), total: entry.count, &page)
    }
  }

  /// Writes changes of records as differences.
  func changes(_ changes: [RecordedChange], total: Int, _ page: inout Markup) {
    for change in changes {
      page.block("section", [("class", "change \(change.kind)")]) { page in
        page.block("h2") { page in
          page.text("\(change.kind.words) ")
          page.link(
            "\(change.model) \(change.id.shownText(limit: 80).text)", address(ofRecord: change.id, of: change.model))
        }
        page.block("dl", [("class", "record")]) { page in
          for column in change.columns { difference(column, change.kind, &page) }
        }
      }
    }
    if changes.count < total { page.block("p", text: "\((total - changes.count).grouped) changes more are not shown.") }
  }

  private func difference(_ column: ColumnChange, _ kind: ChangeKind, _ page: inout Markup) {
    page.element("dt", text: column.column)
    page.element("dd") { page in
      if kind != .insert { page.element("del") { $0.value(column.old.orNil, limit: 2_000) } }
      if kind == .update { page.text(" → ") }
      if kind != .delete { page.element("ins") { $0.value(column.new.orNil, limit: 2_000) } }
    }
    page.line()
  }

  /// The latest commits that changed a record.
  func history(of id: String, _ model: String, _ page: inout Markup) {
    guard let log else { return }
    var (latest, changes) = ([CommitLogBuffer.Entry](), [Int: RecordedChange]())
    for entry in log.entries().reversed() where latest.count < 50 {
      guard let change = entry.changeset?.recordedChange(of: model, id: id) else { continue }
      latest.append(entry)
      changes[entry.number] = change
    }
    page.block("section") { page in
      page.block("h2", text: "History")
      if latest.isEmpty {
        page.block("p", text: "No commit changed the record since the inspector started, as far as it remembers.")
      } else {
        list(latest, &page) { entry, page in
          if let change = changes[entry.number] { self.summary(of: change, &page) }
        }
      }
    }
  }

  /// Writes the change of a record in a line: of an update, each column with its values before and after.
  private func summary(of change: RecordedChange, _ page: inout Markup) {
    if change.kind != .update { return page.text(change.kind.words) }
    for (number, column) in change.columns.enumerated() {
      page.text(number == 0 ? "" : "; ")
      page.text("\(column.column): ")
      page.element("del") { $0.value(column.old.orNil, limit: 80) }
      page.text(" → ")
      page.element("ins") { $0.value(column.new.orNil, limit: 80) }
    }
  }
}

extension ChangeKind {
  fileprivate var words: String {
    switch self {
    case .insert: "Inserted"
    case .update: "Updated"
    case .delete: "Deleted"
    }
  }
}

import MotionModel

/// Writes an event for each change of an issue, once it is committed.
struct EventLog: Middleware {
  func afterCommit(_ changeset: Changeset, in store: Store) {
    // The changes of a branch are reported when they are merged.
    if store.isBranch { return }
    let events = changeset.changes(of: Issue.self).map { event(for: $0, in: changeset, of: store) }
    // A commit of its own: a change stays valid even if its report cannot be written.
    if !events.isEmpty { _ = try? store.table(Event.self).insert(contentsOf: events) }
  }

  private func event(for change: Change<Issue>, in changeset: Changeset, of store: Store) -> Event {
    var event = Event()
    if let issue = change.new ?? change.old { event.issue = IssueService(store: store).name(of: issue) }
    event.text = text(for: change)
    (event.author, event.date) = (changeset.metadata.author, changeset.date)
    return event
  }

  private func text(for change: Change<Issue>) -> String {
    switch change.kind {
    case .insert: "opened"
    case .delete: "deleted"
    case .update:
      change.columns.filter { !["version", "updatedAt", "closedAt"].contains($0.column) }
        .map { "\($0)" }.joined(separator: ", ")
    }
  }
}

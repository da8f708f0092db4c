package import MotionModel

/// Collects the changes since the last meeting. It is an actor, because commits arrive on any thread.
package actor StandUp {
  private var changes: [String] = []

  package init() {}

  /// Follows the commits of a store until the task is cancelled.
  package func follow(_ store: Store) async {
    for await changeset in store.commits() where !changeset.changes(of: Issue.self).isEmpty {
      changes.append("\(changeset.metadata.author ?? "somebody"): \(changeset.changes(of: Issue.self).count)")
    }
  }

  /// Returns the collected changes, and starts over.
  package func collect() -> [String] {
    defer { changes = [] }
    return changes
  }
}

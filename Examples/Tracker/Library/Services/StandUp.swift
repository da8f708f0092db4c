package import MotionModel

/// Collects what happened since it was last asked, for a meeting; an actor, because commits arrive while others ask.
package actor StandUp {
  private var changes: [String] = []

  package init() {}

  /// Follows the commits of a store until the task is cancelled.
  package func follow(_ store: Store) async {
    for await changeset in store.commits() where !changeset.changes(of: Issue.self).isEmpty {
      changes.append("\(changeset.metadata.author ?? "somebody"): \(changeset.changes(of: Issue.self).count)")
    }
  }

  /// Returns what was collected, and begins anew.
  package func collect() -> [String] {
    defer { changes = [] }
    return changes
  }
}

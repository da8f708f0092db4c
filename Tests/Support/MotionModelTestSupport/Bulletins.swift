package import Foundation
package import MotionModel

/// A model whose times and version have names of a server.
package struct Bulletin: Model, Hashable {
  package var id = 0
  package var title = ""
  package var createdAt: Date?
  package var updatedAt: Date?
  package var version = 0

  package static let schema = Schema<Bulletin> {
    Column(\.title)
    Timestamps(\.createdAt, name: "created_at", \.updatedAt, name: "updated_at")
    LockVersion(\.version, name: "lock_version")
  }

  /// The names that files have.
  package static let columnNames = ["id", "title", "created_at", "updated_at", "lock_version"]

  package init() {}
}

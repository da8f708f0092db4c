package import Foundation
package import MotionModel

/// A project, to which todos belong. Most tests use these two models.
package struct Project: Model, Equatable {
  package var id = 0
  package var name = ""

  package static let schema = Schema<Project> {
    Column(\.name, .unique)
  }

  package init() {}
}

package struct Todo: Model, Equatable {
  package var id = 0
  package var name = ""
  package var assignedTo: String?
  package var location = ""
  package var priority = 0
  package var done = false
  package var dueDate: Date?
  package var projectID: Int?
  package var status = Status.open
  package var tags: [String] = []
  package var createdAt: Date?
  package var updatedAt: Date?
  /// A transient property.
  package var isSelected = false

  package enum Status: String, ColumnValue { case open, waiting, done }

  package static let schema = Schema<Todo> {
    Column(\.name)
    Column(\.assignedTo, .indexed)
    Column(\.location)
    Column(\.priority, .ordered)
    Column(\.done)
    Column(\.dueDate, default: Date(timeIntervalSince1970: 1_000_000))
    Column(\.projectID, .indexed)
    Column(\.status)
    Column(\.tags)
    Timestamps(\.createdAt, \.updatedAt)
    Transient(\.isSelected)
  }

  package init() {}

  package init(_ name: String, priority: Int = 0, assignedTo: String? = nil) {
    self.name = name
    self.priority = priority
    self.assignedTo = assignedTo
  }
}

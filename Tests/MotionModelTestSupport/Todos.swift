public import Foundation
public import MotionModel

/// The world of most tests: todos that belong to projects.
public struct Project: Model, Equatable {
  public var id = 0
  public var name = ""

  public static let schema = Schema<Project> {
    Column(\.name, .unique)
  }

  public init() {}
}

public struct Todo: Model, Equatable {
  public var id = 0
  public var name = ""
  public var assignedTo: String?
  public var location = ""
  public var priority = 0
  public var done = false
  public var dueDate: Date?
  public var projectID: Int?
  public var status = Status.open
  public var tags: [String] = []
  public var createdAt: Date?
  public var updatedAt: Date?
  /// Declared nowhere: transient.
  public var isSelected = false

  public enum Status: String, ColumnValue { case open, waiting, done }

  public static let schema = Schema<Todo> {
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
  }

  public init() {}

  public init(_ name: String, priority: Int = 0, assignedTo: String? = nil) {
    self.name = name
    self.priority = priority
    self.assignedTo = assignedTo
  }
}

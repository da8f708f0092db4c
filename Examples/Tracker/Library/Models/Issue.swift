package import Foundation
package import MotionModel
package import MotionModelValidation

/// Something to be done in a project.
package struct Issue: Model, Validatable, Equatable {
  package var id = 0
  /// The number in the project; the first save sets it.
  package var number = 0
  package var title = ""
  package var text = ""
  package var state = State.open
  package var priority = Priority.normal
  package var estimate = 0.0
  package var spent = 0.0
  package var dueDate: Date?
  /// When it was closed; nil while it is not. Saves keep it in step with the state.
  package var closedAt: Date?
  package var createdAt = Date.distantPast
  package var updatedAt = Date.distantPast
  /// Counts the changes, so that two people do not overwrite each other's.
  package var version = 0
  package var projectID = 0
  package var reporterID = 0
  package var assigneeID: Int?

  package enum State: String, ColumnValue, CaseIterable { case open, started, review, closed }

  package enum Priority: Int, ColumnValue, CaseIterable { case low, normal, high, urgent }

  package static let schema = Schema<Issue> {
    Column(\.number, .readOnly)
    Column(\.state, .indexed)
    Column(\.priority, .ordered)
    Column(\.dueDate, .ordered)
    Timestamps(\.createdAt, \.updatedAt)
    LockVersion(\.version)
    Index(\.projectID, \.number, unique: true)
    Index(substringsOf: \.title)
  }

  package struct Relations: ModelRelations {
    package let project = BelongsTo<Project>(\.projectID, required: true)
    package let reporter = BelongsTo<Person>(\.reporterID, required: true)
    package let assignee = BelongsTo<Person>(\.assigneeID)
    package let comments = HasMany<Comment>(\.issueID, dependent: .destroy)
    package let labellings = HasMany<Labelling>(\.issueID, dependent: .delete)
    package let labels = HasMany<Label>(through: \.labellings, \.label)

    package init() {}
  }

  package static let validations = Validations<Issue> {
    Presence(\.title)
    Length(\.title, max: 120)
    RequiredParent(\.project)
    RequiredParent(\.reporter)
    Numericality(\.estimate, .greaterOrEqual(0))
    Numericality(\.spent, .greaterOrEqual(0))
    Validate("assigneeNeeded", on: \.assigneeID) { $0.assigneeID != nil }.unless { $0.state == .open }
  }

  package static let hooks: Hooks<Issue> = [
    .beforeCreate("number") { issue, context in
      guard var project = context.store.of(issue).project else { return }
      try context.store.table(Project.self).increment(&project, \.lastNumber)
      issue.number = project.lastNumber
    },
    .beforeSave("closing time") { issue, context in
      let now = context.store.clock()
      issue.closedAt = issue.state == .closed ? issue.closedAt ?? now : nil
    },
  ]

  package init() {}
}

extension FinderChain<Issue> {
  /// The issues that are not closed.
  package var unfinished: Finder<Issue> { self.where(\.state != .closed) }

  /// The unfinished issues whose time has come, the most urgent first.
  package func due(by date: Date) -> Finder<Issue> {
    unfinished.where { $0.dueDate <= date }.order(by: \.priority, .descending).order(by: \.dueDate)
  }

  /// The issues that took longer than was estimated.
  package var underestimated: Finder<Issue> { self.where { $0.estimate > 0 && $0.spent > $0.estimate } }
}

package import MotionModel
package import MotionModelValidation

/// A project, whose issues are numbered: `WEB-1`, `WEB-2`, and so on.
package struct Project: Model, Validatable, Equatable {
  package var id = 0
  /// The letters before the number of each issue.
  package var key = ""
  package var name = ""
  /// The number of its latest issue. Numbers are not used again when issues are deleted.
  package var lastNumber = 0
  /// How many issues it has; kept by the store.
  package var issueCount = 0

  package static let schema = Schema<Project> {
    Column(\.key, .unique)
    Derived(\.issueCount, count: \.issues)
  }

  package struct Relations: ModelRelations {
    package let issues = HasMany<Issue>(\.projectID, dependent: .destroy)

    package init() {}
  }

  package static let validations = Validations<Project> {
    Format(\.key, /[A-Z]{2,5}/)
    Presence(\.name)
  }

  package init() {}

  package init(_ key: String, _ name: String) { (self.key, self.name) = (key, name) }
}

package import Foundation
package import MotionModel
package import MotionModelValidation

/// A comment on an issue.
package struct Comment: Model, Validatable, Equatable {
  package var id = 0
  package var text = ""
  package var createdAt: Date?
  package var issueID = 0
  package var authorID = 0

  package static let schema = Schema<Comment> { Timestamps(created: \.createdAt) }

  package struct Relations: ModelRelations {
    package let issue = BelongsTo<Issue>(\.issueID, required: true, touch: true)
    package let author = BelongsTo<Person>(\.authorID, required: true)

    package init() {}
  }

  package static let validations = Validations<Comment> { Presence(\.text) }

  package init() {}
}

package import MotionModel
package import MotionModelValidation

/// A word by which issues of all projects are sorted.
package struct Label: Model, Validatable, Equatable {
  package var id = 0
  package var name = ""

  package static let schema = Schema<Label> { Column(\.name, .unique) }

  package struct Relations: ModelRelations {
    package let labellings = HasMany<Labelling>(\.labelID, dependent: .delete)
    package let issues = HasMany<Issue>(through: \.labellings, \.issue)

    package init() {}
  }

  package static let validations = Validations<Label> { Presence(\.name) }

  package init() {}
}

/// That an issue has a label.
package struct Labelling: Model, Equatable {
  package var id = 0
  package var issueID = 0
  package var labelID = 0

  package static let schema = Schema<Labelling> { Index(\.issueID, \.labelID, unique: true) }

  package struct Relations: ModelRelations {
    package let issue = BelongsTo<Issue>(\.issueID, required: true)
    package let label = BelongsTo<Label>(\.labelID, required: true)

    package init() {}
  }

  package init() {}
}

package import MotionModel
package import MotionModelValidation

/// A person who reports issues or works on them.
package struct Person: Model, Validatable, Equatable {
  package var id = 0
  package var name = ""
  package var email = ""

  package static let schema = Schema<Person> {
    Column(\.name, .ordered)
    Column(\.email, .unique)
  }

  package struct Relations: ModelRelations {
    package let issues = HasMany<Issue>(\.assigneeID, dependent: .nullify)
    package let reports = HasMany<Issue>(\.reporterID, dependent: .restrict)

    package init() {}
  }

  package static let validations = Validations<Person> {
    Presence(\.name)
    Email(\.email)
  }

  package init() {}

  package init(_ name: String, _ email: String) { (self.name, self.email) = (name, email) }
}

import Foundation
import MotionModel
import MotionModelTesting
import MotionModelValidation

// The models of these tests, with their factories.

struct Project: Model, Equatable {
  var id = 0
  var name = ""
  var todoCount = 0

  static let schema = Schema<Project> {
    Column(\.name, .unique)
    Derived(\.todoCount, count: \.todos)
  }
  struct Relations: Sendable {
    let todos = HasMany<Todo>(\.projectID, dependent: .destroy)
    let cover = HasOne<Cover>(\.projectID)
  }
  static let relations = Relations()

  static let sample = Factory<Project> { $0.name = "Project \($1)" }
  static let full = sample.children(\.todos, Todo.sample, count: 2).child(\.cover, Cover.sample)
}

struct Todo: Validatable, Equatable {
  var id = 0
  var name = ""
  var priority = 0
  var projectID = 0
  var updatedAt: Date?

  static let schema = Schema<Todo> {
    Column(\.name)
    Column(\.priority, .ordered)
    Column(\.projectID)
    Timestamps(updated: \.updatedAt)
  }
  struct Relations: Sendable {
    let project = BelongsTo<Project>(\.projectID)
    let taggings = HasMany<Tagging>(\.todoID, dependent: .delete)
    let tags = HasMany<Tag>(through: \.taggings, \.tag)
  }
  static let relations = Relations()
  static let validations = Validations<Todo> {
    Presence(\.name)
    Length(\.name, 3...20)
    Numericality(\.priority, .in(0...9)).severity(.warning)
    Validate("stuck") { $0.name != "Wait" }
  }

  static let sample = Factory<Todo> { $0.name = "Todo \($1)" }.parent(\.project, Project.sample)
  static let urgent = sample.with { $0.priority = 9 }
  static let tagged = sample.children(\.tags, Tag.sample, count: 2)
}

struct Tag: Model, Equatable {
  var id = ""
  var color = ""

  static let schema = Schema<Tag> { Column(\.color) }

  static let sample = Factory<Tag> { $0.color = "color \($1)" }
}

struct Tagging: Model, Equatable {
  var id: UUID?
  var todoID = 0
  var tagID = ""

  static let schema = Schema<Tagging> {
    Column(\.todoID)
    Column(\.tagID)
  }
  struct Relations: Sendable {
    let tag = BelongsTo<Tag>(\.tagID)
  }
  static let relations = Relations()
}

struct Cover: Model, Equatable {
  var id = 0
  var projectID: Int?

  static let schema = Schema<Cover> { Column(\.projectID) }

  static let sample = Factory<Cover>()
}

/// A person whose factory creates managers without end.
struct Person: Model, Equatable {
  var id = 0
  var managerID: Int?

  static let schema = Schema<Person> { Column(\.managerID) }
  struct Relations: Sendable {
    let manager = BelongsTo<Person>(\.managerID)
  }
  static let relations = Relations()

  static let managed: Factory<Person> = Factory().parent(\.manager, Person.managed)
}

/// A remark on a project or a tag.
struct Remark: Model, Equatable {
  var id = 0
  var text = ""
  var subjectType: String?
  var subjectID: Int?

  static let schema = Schema<Remark> {
    Column(\.text)
    Column(\.subjectType)
    Column(\.subjectID)
  }
  struct Relations: Sendable {
    let subject = BelongsToAny<Int>(type: \.subjectType, id: \.subjectID, Project.self, Cover.self)
  }
  static let relations = Relations()

  static let sample = Factory<Remark> { $0.text = "Remark \($1)" }.parent(\.subject, Project.sample)
}

/// A record with a column of each form of text.
struct Document: Model, Equatable {
  var id = 0
  var text: String?
  var bytes = Data()
  var list: [String] = []
  var members: [String: Int] = [:]
  var fraction = 1.0
  var time: Date?
  var isOpen = false

  static let schema = Schema<Document> {
    Column(\.text)
    Column(\.bytes)
    Column(\.list)
    Column(\.members)
    Column(\.fraction)
    Column(\.time)
    Column(\.isOpen)
  }
}

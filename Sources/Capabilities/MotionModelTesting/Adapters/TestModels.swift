package import Foundation
package import MotionModel
package import MotionModelValidation

/// A parent with a unique column, a counter, timestamps, and columns that follow from children, from records behind
/// them, and from its own.
package struct TestProject<Adapter: StorageAdapter>: Model, Equatable {
  package var id = 0
  package var name = ""
  package var todoCount = 0
  package var openCount = 0
  package var urgency = 0
  package var nextDate: Date?
  package var tagCount = 0
  package var title = ""
  package var createdAt: Date?
  package var updatedAt: Date?

  package static var schema: Schema<Self> {
    Declared.once {
      Schema {
        Column(\.name, .unique)
        Derived(\.todoCount, count: \.todos)
        Derived(\.openCount, count: \.todos, where: \.isDone == false)
        Derived(\.urgency, .indexed, sum: \.todos, \.priority)
        Derived(\.nextDate, minimum: \.todos, \.dueDate)
        Derived(\.tagCount, count: \.taggings)
        Derived(\.title) { "\($0.name): \($0.urgency)" }
        Timestamps(\.createdAt, \.updatedAt)
      }
    }
  }
  package struct Relations: ModelRelations {
    package let todos = HasMany<TestTodo<Adapter>>(\.projectID, dependent: .destroy)
      .acceptingAttributes(rejectingBlank: true, allowingRemoval: true, limit: 3)
    package let taggings = HasMany<TestTagging<Adapter>>(through: \.todos, \.taggings)
    package let urgent = HasOne<TestTodo<Adapter>>(\.projectID) { $0.order(by: \.priority, .descending) }
    package let urgentTags = HasMany<TestTag<Adapter>>(through: \.urgent, \.tags)
    package let notes = HasMany<TestNote<Adapter>>(\.projectID, dependent: .nullify)

    package init() {}
  }

  package init() {}
  package init(_ name: String) { self.name = name }
}

/// A child with a required parent, rules and hooks.
package struct TestTodo<Adapter: StorageAdapter>: Validatable, Equatable {
  package var id = 0
  package var name = ""
  package var priority = 0
  package var isDone = false
  package var dueDate: Date?
  package var projectID = 0
  package var version = 0

  package static var schema: Schema<Self> { Declared.once { Schema { LockVersion(\.version) } } }
  package struct Relations: ModelRelations {
    package let project = BelongsTo<TestProject<Adapter>>(\.projectID, required: true, touch: true)
      .acceptingAttributes(updateOnly: true)
    package let taggings = HasMany<TestTagging<Adapter>>(\.todoID, dependent: .delete)
    package let tags = HasMany<TestTag<Adapter>>(through: \.taggings, \.tag).acceptingIDs()

    package init() {}
  }
  package static var validations: Validations<Self> {
    Declared.once {
      Validations {
        Presence(\.name)
        Uniqueness(\.name, scope: \.projectID)
      }
    }
  }
  package static var hooks: Hooks<Self> {
    Declared.once {
      [
        .beforeSave { todo, context in
          todo.name = todo.name.trimmingCharacters(in: .whitespaces)
          if todo.priority > 9 { throw context.halt("It is too urgent.") }
        },
        .afterDestroy { todo, _ in
          if todo.priority == 7 { throw CannotBeDestroyed() }
        },
      ]
    }
  }

  struct CannotBeDestroyed: Error {}

  package init() {}
  package init(_ name: String, _ priority: Int = 0, in project: TestProject<Adapter>) {
    (self.name, self.priority, projectID) = (name, priority, project.id)
  }
}

/// A record with an id of the user's.
package struct TestTag<Adapter: StorageAdapter>: Model, Equatable {
  package var id = ""
  package var weight: Double?

  package struct Relations: ModelRelations {
    package let taggings = HasMany<TestTagging<Adapter>>(\.tagID, dependent: .restrict)

    package init() {}
  }

  package init() {}
  package init(_ id: String) { self.id = id }
}

/// What joins todos and tags, with an id that is made at random.
package struct TestTagging<Adapter: StorageAdapter>: Model, Equatable {
  package var id = UUID()
  package var todoID = 0
  package var tagID = ""

  package struct Relations: ModelRelations {
    package let todo = BelongsTo<TestTodo<Adapter>>(\.todoID)
    package let tag = BelongsTo<TestTag<Adapter>>(\.tagID)

    package init() {}
  }

  package init() {}
}

/// A record in memory, whose parent the adapter keeps.
package struct TestNote<Adapter: StorageAdapter>: Model, Equatable {
  package var id = 0
  package var words = ""
  package var projectID: Int?

  package struct Relations: ModelRelations {
    package let project = BelongsTo<TestProject<Adapter>>(\.projectID, touch: true)

    package init() {}
  }

  package init() {}
  package init(_ words: String, of project: TestProject<Adapter>?) { (self.words, projectID) = (words, project?.id) }
}

/// A record with a column of each kind.
struct TestValues<Adapter: StorageAdapter>: Model, Equatable {
  var id = 0
  var flag = false
  var number = 0
  var large: UInt64 = 0
  var fraction = 0.0
  var amount = Decimal(0)
  var words = ""
  var date: Date?
  var uuid: UUID?
  var url: URL?
  var bytes = Data()
  var list: [String] = []
  var optional: Int?
}

/// What a generic model declares, which has no static properties of its own.
package enum Declared {
  private static let declarations = PerType()

  private final class Declaration<Value: Sendable>: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  /// The value that was made first for a type.
  package static func once<Value: Sendable>(_ make: () -> Value) -> Value {
    declarations.object(of: Value.self) { Declaration(make()) }.value
  }
}

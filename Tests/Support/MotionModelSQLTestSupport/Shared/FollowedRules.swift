package import MotionModel
package import MotionModelSQL
package import MotionModelValidation

/// Models with rules that rows of other programs break.
package enum FollowedRules {
  package struct Slot: Model, Validatable {
    package var id = 0
    package var room = 0

    package init() {}

    package static let schema = Schema<Slot> { Column(\.room, .indexed) }
    package static let validations = Validations<Slot> {
      AcrossRecords("free", by: \.room) { $0.count <= 1 }
      ChangeRule(\.room, "onlyRises") { old, new in new >= old }
    }
  }

  package struct Owner: Model {
    package var id = 0
    package var name = ""

    package init() {}
  }

  package struct Pet: Model {
    package var id = 0
    package var ownerID = 0

    package init() {}

    package struct Relations: ModelRelations {
      package let owner = BelongsTo<Owner>(\.ownerID)
      package init() {}
    }
  }

  package static var models: [FollowedModel] {
    [FollowedModel(Slot.self), FollowedModel(Owner.self), FollowedModel(Pet.self)]
  }

  /// Statements of another program, most of which break a rule.
  package static let statements: [SQLText] = [
    "INSERT INTO \(name: "Slot") (id, room) VALUES (1, 1)", "INSERT INTO \(name: "Slot") (id, room) VALUES (2, 1)",
    "UPDATE \(name: "Slot") SET room = 0 WHERE id = 1", "INSERT INTO \(name: "Slot") (id, room) VALUES (3, 1)",
    "INSERT INTO \(name: "Owner") (id, name) VALUES (1, 'Ann')",
    "INSERT INTO \(name: "Pet") (id, \(name: "ownerID")) VALUES (1, 1)", "DELETE FROM \(name: "Owner")",
    "INSERT INTO \(name: "Pet") (id, \(name: "ownerID")) VALUES (2, 7)",
  ]

  /// The records of a store, as numbers.
  package static func records(of store: Store) -> [[Int]] {
    [
      store.table(Slot.self).records.order(by: \.id).pluck(\.room), store.table(Owner.self).records.pluck(\.id),
      store.table(Pet.self).records.order(by: \.id).pluck(\.ownerID),
    ]
  }

  /// The records after the statements.
  package static let expected = [[0, 1, 1], [], [1, 7]]
}

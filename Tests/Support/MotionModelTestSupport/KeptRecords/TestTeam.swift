import MotionModel
import MotionModelTesting

/// A parent that may be deleted under its members, which lose their keys.
struct TestTeam<Adapter: StorageAdapter>: Model, Equatable {
  var id = 0
  var name = ""
  var membersCount = 0

  static var schema: Schema<Self> {
    Declared.once {
      Schema {
        Column(\.name, .unique)
        Derived(\.membersCount, count: \.members)
      }
    }
  }
  struct Relations: ModelRelations {
    let members = HasMany<TestMember<Adapter>>(\.teamID)
    let remarks = HasMany<TestRemark<Adapter>>(as: \.subject)
  }

  init() {}
  init(_ name: String) { self.name = name }
}

/// A child whose keys are nil or lead to stored records.
struct TestMember<Adapter: StorageAdapter>: Model, Equatable {
  var id = 0
  var teamID: Int?
  var mentorID: Int?

  struct Relations: ModelRelations {
    let team = BelongsTo<TestTeam<Adapter>>(\.teamID, references: .existing, onDelete: .nullify)
    let mentor = BelongsTo<TestMember<Adapter>>(\.mentorID, references: .existing)
  }

  init() {}
  init(of team: Int?, mentor: Int? = nil) { (teamID, mentorID) = (team, mentor) }
}

/// A child that is deleted with its parent.
struct TestLocker<Adapter: StorageAdapter>: Model, Equatable {
  var id = 0
  var memberID = 0

  struct Relations: ModelRelations { let member = BelongsTo<TestMember<Adapter>>(\.memberID, onDelete: .delete) }

  init() {}
  init(of member: Int) { memberID = member }
}

/// A child of a team or of a member, which is deleted with it.
struct TestRemark<Adapter: StorageAdapter>: Model, Equatable {
  var id = 0
  var text = ""
  var subjectType: String?
  var subjectID: Int?

  struct Relations: ModelRelations {
    let subject = BelongsToAny<Int>(
      type: \.subjectType, id: \.subjectID, TestTeam<Adapter>.self, TestMember<Adapter>.self, references: .existing,
      onDelete: .delete)
  }
}

extension TestModels {
  typealias Team = TestTeam<Adapter>
  typealias Member = TestMember<Adapter>
  typealias Locker = TestLocker<Adapter>
  typealias Remark = TestRemark<Adapter>
}

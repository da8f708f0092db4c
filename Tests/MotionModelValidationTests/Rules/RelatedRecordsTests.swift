import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

private struct Team: Model, Validatable {
  var id = 0
  var name = ""
  var leader: Int?

  static let schema = Schema<Team> {
    Column(\.name)
    Column(\.leader)
  }
  static let validations = Validations<Team> {
    Presence(\.name)
    ValidateAssociated(\.members)
    ValidateAssociated("leader") { team in team.leader.flatMap { Member.find($0) } }
  }
  struct Relations: Sendable {
    let members = HasMany<Member>(\.teamID)
  }
  static let relations = Relations()
}

private struct Member: Model, Validatable {
  var id = 0
  var name = ""
  var teamID = 0

  static let schema = Schema<Member> {
    Column(\.name)
    Column(\.teamID, .indexed)
  }
  static let validations = Validations<Member> {
    RequiredParent(\.team)
    Length(\.name, 3...)
    Length(\.name, ...5).severity(.warning)
    Presence(\.name).on("publishing")
  }
  struct Relations: Sendable {
    let team = BelongsTo<Team>(\.teamID, required: false)
  }
  static let relations = Relations()
}

@Suite(.ownStore) struct RelatedRecordsTests {
  @Test func `a required parent must exist`() throws {
    #expect(Member.new { $0.name = "Bob" }.errors.fullMessages == ["Team must exist"])
    let team = try Team.create { $0.name = "Reds" }
    var member = Member.new { ($0.name, $0.teamID) = ("Bob", team.id) }
    try member.save()
    try team.delete()
    #expect(throws: RecordInvalid.self) { try member.update { $0.name = "Eve" } }
  }

  @Test func `a relation and a finder create a record if it is valid`() throws {
    let team = try Team.create { $0.name = "Reds" }
    #expect(try team.members.createIfValid { $0.name = "E" } == nil)
    #expect(Member.isEmpty && Store.current.commitCount == 1)
    let member = try #require(try team.members.createIfValid { $0.name = "Bob" })
    #expect(member.teamID == team.id && team.members.pluck(\.id) == [member.id])
    #expect(try Member.where(\.teamID).eq(team.id).createIfValid { $0.name = "Eve" }?.teamID == team.id)
    #expect(try Member.where(\.teamID).eq(99).createIfValid { $0.name = "Eve" } == nil)
    #expect(throws: StoreError.self) { try Team().members.createIfValid { $0.name = "Bob" } }
    let other = #expect(throws: RecordInvalid.self) {
      try team.members.createIfValid { _ in try Team.create { _ in } }
    }
    #expect(other?.record is Team && Member.count == 2)
  }

  @Test func `errors of children have a path with their index`() throws {
    var team = try Team.create { $0.name = "Reds" }
    for name in ["Bob", "E", "Alexandra"] {
      var member = Member.new { ($0.name, $0.teamID) = (name, team.id) }
      try member.save(validate: false)
    }
    team.leader = 2
    #expect(
      team.errors.map(\.description) == [
        "members[1].name: tooShort(count: 3)", "members[2].name: tooLong(count: 5) [warning]",
        "leader.name: tooShort(count: 3)",
      ])
    let error = try #require(team.errors.first)
    #expect(
      error.path == [.field("members"), .index(1), .field("name")] && error.field == "name" && error.model == "Member")
    #expect(team.errors.fullMessages.first == "Members 2: Name is too short (at least 3 characters)")
    #expect(team.errors.fullMessages.last == "Leader: Name is too short (at least 3 characters)")
    #expect(error.nestedTwice().fullMessage() == "Teams 1, Members 2: Name is too short (at least 3 characters)")
    #expect(team.errors.on("members[1].name").count == 1 && team.errors.on("name").isEmpty)
    #expect(throws: RecordInvalid.self) { try team.save() }
    var nameless = try Member.where(\.name).eq("E").require()
    nameless.name = ""
    try nameless.save(validate: false)
    #expect(team.errors(in: "publishing").map(\.rule) == [.tooShort, .blank, .tooLong, .tooShort, .blank])
  }
}

/// Two models that validate each other.
private struct Parent: Model, Validatable {
  var id = 0
  var name = ""

  static let schema = Schema<Parent> { Column(\.name) }
  static let validations = Validations<Parent> {
    ValidateAssociated("children") { parent in Child.where(\.parentID).eq(parent.id).all }
    Presence(\.name)
  }
}

private struct Child: Model, Validatable {
  var id = 0
  var name = ""
  var parentID = 0

  static let schema = Schema<Child> {
    Column(\.name)
    Column(\.parentID)
  }
  static let validations = Validations<Child> {
    ValidateAssociated("parent") { child in Parent.find(child.parentID) }
    Presence(\.name)
  }
}

extension RelatedRecordsTests {
  @Test func `validating models that validate each other terminates`() throws {
    var parent = Parent()
    try parent.save(validate: false)
    var child = Child.new { $0.parentID = parent.id }
    try child.save(validate: false)
    #expect(parent.errors.map(\.pathString) == ["children[0].name", "name"])
    #expect(child.errors.map(\.pathString) == ["parent.name", "name"])
  }
}

extension ValidationError {
  /// Returns the same error with the path of a grandchild.
  fileprivate func nestedTwice() -> ValidationError {
    ValidationError(model: model, path: [.field("teams"), .index(0)] + path, rule: rule, parameters: parameters)
  }
}

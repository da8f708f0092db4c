import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// Optional keys that must lead to a stored record.
@Suite(.store) struct ExistingParentTests {
  struct Team: Model, Equatable {
    var id = 0
    var name = ""
    static let schema = Schema<Team> { Column(\.name) }
    struct Relations: Sendable {
      let players = HasMany<Player>(\.teamID, dependent: .nullify)
      let fans = HasMany<Fan>(\.teamID, dependent: .destroy)
      let remarks = HasMany<Remark>(as: \.subject, dependent: .delete)
    }
    static let relations = Relations()
  }

  struct Player: Model, Equatable {
    var id = 0
    var teamID: Int?
    var mentorID: Int?
    static let schema = Schema<Player> {
      Column(\.teamID)
      Column(\.mentorID)
    }
    struct Relations: Sendable {
      let team = BelongsTo<Team>(\.teamID, references: .existing)
      let mentor = BelongsTo<Player>(\.mentorID, references: .existing)
    }
    static let relations = Relations()
  }

  struct Fan: Model, Equatable {
    var id = 0
    var teamID: Int?
    static let schema = Schema<Fan> { Column(\.teamID) }
    struct Relations: Sendable { let team = BelongsTo<Team>(\.teamID, references: .existing) }
    static let relations = Relations()
  }

  struct Remark: Model, Equatable {
    var id = 0
    var subjectType: String?
    var subjectID: Int?
    static let schema = Schema<Remark> {
      Column(\.subjectType)
      Column(\.subjectID)
    }
    struct Relations: Sendable {
      let subject = BelongsToAny<Int>(
        type: \.subjectType, id: \.subjectID, Team.self, Player.self, references: .existing)
    }
    static let relations = Relations()
  }

  private func player(team: Int?, mentor: Int? = nil) -> Player { Player(teamID: team, mentorID: mentor) }

  @Test func `an optional key is nil or leads to a stored record`() throws {
    let team = try Team(name: "Reds").saved()
    let first = try player(team: team.id).saved()
    try player(team: nil).saved()
    try player(team: 0).saved()
    expectNoChanges {
      let error = #expect(throws: StoreError.self) { try player(team: 9).saved() }
      #expect(error == .parentMissing(model: "Player", id: "4", relation: "team", parent: "Team"))
      #expect(throws: StoreError.self) { try first.with { $0.teamID = 9 }.saved() }
      #expect(throws: StoreError.self) { try Player.records.updateAll { $0.mentorID = 77 } }
      #expect(throws: StoreError.self) { try Player.insert(contentsOf: [player(team: 1), player(team: 2)]) }
    }
    #expect(Player.schema.relations.map(\.references) == [.existing, .existing])
    #expect(Player.schema.relations.map(\.isRequired) == [false, false])
  }

  @Test func `the parent of a key that must lead to a record is not deleted, and destroyed as its relations say`()
    throws
  {
    let team = try Team(name: "Reds").saved()
    let stored = try player(team: team.id).saved()
    try Fan(teamID: team.id).saved()
    expectNoChanges {
      let error = #expect(throws: StoreError.self) { try team.delete() }
      #expect(error == .parentNeeded(model: "Team", id: "1", child: "Player", relation: "team"))
      #expect(throws: StoreError.self) { try Team.deleteAll() }
    }
    try team.destroy()
    #expect(Team.isEmpty && Fan.isEmpty && Player.all == [stored.with { $0.teamID = nil }])
  }

  @Test func `records may be written in any order within one call, and lead to each other and to themselves`() throws {
    try Store.current.inTransaction {
      try Player(id: 1, teamID: 5, mentorID: 2).saved()
      try Player(id: 2, mentorID: 1).saved()
      try Team(id: 5).saved()
    }
    try Player(id: 3, mentorID: 3).saved()
    #expect(try Player(id: 3, mentorID: 3).delete())
    #expect(throws: StoreError.self) { try Player(id: 2, mentorID: 1).delete() }
    #expect(try Player.deleteAll() == 2)
  }

  @Test func `a parent of several models must be stored, and of a model that is named`() throws {
    let team = try Team(name: "Reds").saved()
    try Remark(subjectType: "Team", subjectID: team.id).saved()
    try Remark().saved()
    expectNoChanges {
      #expect(throws: StoreError.self) { try Remark(subjectType: "Team", subjectID: 8).saved() }
      #expect(throws: StoreError.self) { try Remark(subjectType: "Player", subjectID: team.id).saved() }
      #expect(throws: StoreError.self) { try Remark(subjectType: "Fan", subjectID: team.id).saved() }
      #expect(throws: StoreError.self) { try team.delete() }
    }
    try team.destroy()
    #expect(Remark.all == [Remark(id: 2)])
  }

  @Test(arguments: 0..<shortened(4)) func `no random change leaves a key that leads to nothing`(part: Int) throws {
    var random = TestSeed.generator(440 + part)
    var (refused, kept) = (0, 0)
    for step in 0..<200 {
      let (teams, players) = (Team.all, Player.all)
      do {
        switch random.number(0...5) {
        case 0: try Team().saved()
        case 1:
          try player(team: random.chance(30) ? nil : random.number(1...12), mentor: random.pick([nil, 1, 2, 3])).saved()
        case 2:
          if let id = players.map(\.id).randomElement(using: &random) {
            try Player.find(id)?.with { $0.teamID = random.chance(30) ? nil : random.number(1...12) }.saved()
          }
        case 3: if let team = teams.randomElement(using: &random) { try team.delete() }
        case 4: if let team = teams.randomElement(using: &random) { try team.destroy() }
        default: if let player = players.randomElement(using: &random) { try player.delete() }
        }
        kept += 1
      } catch is StoreError {
        refused += 1
        #expect(Team.all == teams && Player.all == players)
      }
      let (teamIDs, playerIDs) = (Set(Team.all.map(\.id)), Set(Player.all.map(\.id)))
      for player in Player.all {
        #expect(player.teamID.map { $0 == 0 || teamIDs.contains($0) } ?? true, "step \(step), seed \(TestSeed.current)")
        #expect(player.mentorID.map(playerIDs.contains) ?? true, "step \(step), seed \(TestSeed.current)")
      }
    }
    #expect(refused > 5 && kept > 50, "seed \(TestSeed.current)")
  }
}

extension Model {
  fileprivate func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

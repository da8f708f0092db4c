import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import MotionModelTransactions
import Testing

/// What the deletion of a parent does to its children by itself.
@Suite(.store) struct ReferentialActionTests {
  @Test func `a deletion takes keys and deletes children as declared, in the same changeset`() throws {
    let club = try Club(name: "Reds").saved()
    try Member(clubID: club.id).saved()
    let guest = try Member(clubID: nil, sponsorID: 1).saved()
    try Member(clubID: nil, sponsorID: guest.id).saved()
    try Badge(clubID: club.id).saved()
    try Comment(subjectType: "Club", subjectID: club.id).saved()
    try Comment(subjectType: "Member", subjectID: 1).saved()
    let commits = Store.current.commitCount
    let isDeleted = try expectChanges(
      """
      - Badge 1: clubID 1
      - Club 1: name "Reds", badgesCount 1
      ~ Comment 1: subjectType "Club" → nil, subjectID 1 → nil
      ~ Member 1: clubID 1 → nil, version 0 → 1
      """
    ) {
      try club.delete()
    }
    let count = try expectChanges(
      """
      ~ Comment 2: subjectType "Member" → nil, subjectID 1 → nil
      - Member 1: version 1
      - Member 2: sponsorID 1
      - Member 3: sponsorID 2
      """
    ) {
      try Member.where(\.id == 1).deleteAll()
    }
    #expect(isDeleted && count == 1)
    #expect(Store.current.commitCount == commits + 2)
    #expect(Member.isEmpty && Badge.isEmpty && Comment.count == 2)
    #expect(Member.schema.relations.map(\.onDelete) == [.nullify, .delete])
  }

  @Test func `counters, times and versions of what follows are right`() throws {
    let (club, other) = (try Club(name: "Reds").saved(), try Club(name: "Blues").saved())
    let member = try Member(clubID: club.id).saved()
    try Badge(clubID: other.id, memberID: member.id).saved()
    #expect(Club.find(other.id)?.badgesCount == 1)
    try club.delete()
    #expect(Member.find(member.id)?.version == 1)
    try Member.find(member.id)?.delete()
    #expect(Badge.isEmpty && Club.find(other.id)?.badgesCount == 0)
  }

  @Test func `long chains and circles of children end`() throws {
    try Store.current.transaction {
      for id in 1...20_000 { try Member(id: id, sponsorID: id == 1 ? 20_000 : id - 1).saved() }
    }
    #expect(try Member(id: 7).delete())
    #expect(Member.isEmpty)
  }

  @Test func `within a transaction it follows at once, and a rollback takes it back`() throws {
    var club = try Club(name: "Reds").saved()
    let member = try Member(clubID: club.id).saved()
    try expectNoChanges {
      try Store.current.transaction { transaction in
        try club.delete()
        #expect(Member.find(member.id)?.clubID == nil)
        transaction.rollback()
      }
    }
    try Store.current.transaction {
      try club.delete()
      try club.insert()
    }
    #expect(Member.find(member.id)?.clubID == nil)
    let preview = Store.current.preview { try club.delete() }
    #expect(Club.count == 1 && preview.changeset.count == 1)
  }

  @Test func `undo brings everything back, and redo takes newer children, too`() throws {
    let history = UndoHistory(of: .current)
    let club = try Club(name: "Reds").saved()
    let member = try Member(clubID: club.id).saved()
    let badge = try Badge(clubID: club.id).saved()
    try history.group("Delete") { _ = try club.delete() }
    try history.undo()
    #expect(Member.all.map(\.clubID) == [club.id] && Badge.all.map(\.id) == [badge.id])
    #expect(Club.find(club.id)?.badgesCount == 1)
    try history.redo()
    #expect(Member.find(member.id)?.clubID == nil && Badge.isEmpty && Club.isEmpty)
  }

  @Test func `a history that leaves the parents out leaves out what followed from their deletion`() throws {
    let history = UndoHistory(of: .current, excluding: [Club.self])
    let club = try Club(name: "Reds").saved()
    let member = try Member(clubID: club.id).saved()
    try Badge(clubID: club.id, memberID: member.id).saved()
    try Store.current.transaction {
      try Member().saved()
      try club.delete()
    }
    #expect(history.undoChangeset?.description == "Member: 1 deleted")
    try history.undo()
    #expect(Member.all.map(\.id) == [member.id] && Member.find(member.id)?.clubID == nil && Badge.isEmpty)
  }

  @Test func `a branch's deletion takes the children that the store got meanwhile`() throws {
    let club = try Club(name: "Reds").saved()
    let branch = Store.current.branch()
    try branch.table(Club.self).deleteAll()
    try Member(clubID: club.id).saved()
    try Badge(clubID: club.id).saved()
    try branch.merge(.theirs)
    #expect(Club.isEmpty && Badge.isEmpty && Member.all.map(\.clubID) == [nil])
  }

  @Test func `files whose keys lead to nothing are refused`() throws {
    let club = try Club(name: "Reds").saved()
    try Member(clubID: club.id).saved()
    try Badge(clubID: club.id).saved()
    let data = try Store.current.data(as: .json)
    let (other, models) = (Store(), [Club.self, Member.self, Badge.self] as [any Model.Type])
    try other.load(from: .data(data), as: .json, models: models)
    #expect(other.table(Member.self).all == Member.all && other.table(Badge.self).count == 1)
    let text = String(decoding: data, as: UTF8.self).replacing("\"clubID\": 1", with: "\"clubID\": 9")
      .replacing("\"club_id\": 1", with: "\"club_id\": 9")
    #expect(text != String(decoding: data, as: UTF8.self))
    #expect(throws: (any Error).self) { try other.load(from: .data(Data(text.utf8)), as: .json, models: models) }
  }

  @Test func `no hooks run for what follows from a deletion`() throws {
    let club = try Club(name: "Reds").saved()
    let badge = try Badge(clubID: club.id).saved()
    #expect(throws: (any Error).self) { try badge.delete() }
    try club.delete()
    #expect(Badge.isEmpty)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `keys that cannot become nil, or that may lead to nothing, trap`() async throws {
      expectSentence(
        "has the relation \"club\", whose key is required and cannot become nil",
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Wrong.schema })
      expectSentence(
        "has the relation \"club\", whose key may lead to nothing: add references: .existing",
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Loose.schema })
    }
  #endif

  @Test(arguments: 0..<shortened(6)) func `random deletions agree with plain arrays`(part: Int) throws {
    var random = TestSeed.generator(720 + part)
    var naive = NaiveClubs()
    for step in 0..<150 {
      try naive.step(&random)
      #expect(
        naive.members.map { [$0.id, $0.club ?? 0, $0.sponsor ?? 0] } == Member.all.map(\.key),
        "step \(step), seed \(TestSeed.current)")
      #expect(naive.badges == Badge.all.map { [$0.id, $0.clubID, $0.memberID ?? 0] }, "step \(step)")
      #expect(naive.clubs == Club.all.map(\.id), "step \(step)")
      for club in Club.all { #expect(club.badgesCount == naive.badges.filter { $0[1] == club.id }.count) }
    }
  }
}

// MARK: - Models

private struct Club: Model, Equatable {
  var id = 0
  var name = ""
  var badgesCount = 0
  static let schema = Schema<Club> {
    Column(\.name)
    Derived(\.badgesCount, count: \.badges)
  }
  struct Relations: Sendable { let badges = HasMany<Badge>(\.clubID) }
  static let relations = Relations()
}

private struct Member: Model, Equatable {
  var id = 0
  var clubID: Int?
  var sponsorID: Int?
  var version = 0
  static let schema = Schema<Member> {
    Column(\.clubID)
    Column(\.sponsorID)
    LockVersion(\.version)
  }
  struct Relations: Sendable {
    let club = BelongsTo<Club>(\.clubID, references: .existing, onDelete: .nullify)
    let sponsor = BelongsTo<Member>(\.sponsorID, references: .existing, onDelete: .delete)
  }
  static let relations = Relations()

  var key: [Int] { [id, clubID ?? 0, sponsorID ?? 0] }
}

private struct Badge: Model, Equatable {
  var id = 0
  var clubID = 0
  var memberID: Int?
  static let schema = Schema<Badge> {
    Column(\.clubID)
    Column(\.memberID)
  }
  struct Relations: Sendable {
    let club = BelongsTo<Club>(\.clubID, onDelete: .delete)
    let member = BelongsTo<Member>(\.memberID, references: .existing, onDelete: .delete)
  }
  static let relations = Relations()
  static let hooks: Hooks<Badge> = [.beforeDelete { _, context in throw context.halt("It is kept.") }]
}

private struct Comment: Model, Equatable {
  var id = 0
  var subjectType: String?
  var subjectID: Int?
  static let schema = Schema<Comment> {
    Column(\.subjectType)
    Column(\.subjectID)
  }
  struct Relations: Sendable {
    let subject = BelongsToAny<Int>(
      type: \.subjectType, id: \.subjectID, Club.self, Member.self, references: .existing, onDelete: .nullify)
  }
  static let relations = Relations()
}

private struct Wrong: Model {
  var id = 0
  var clubID = 0
  static let schema = Schema<Wrong> { Column(\.clubID) }
  struct Relations: Sendable { let club = BelongsTo<Club>(\.clubID, onDelete: .nullify) }
  static let relations = Relations()
}

private struct Loose: Model {
  var id = 0
  var clubID: Int?
  static let schema = Schema<Loose> { Column(\.clubID) }
  struct Relations: Sendable { let club = BelongsTo<Club>(\.clubID, onDelete: .delete) }
  static let relations = Relations()
}

// MARK: - Oracle

/// The same records as plain arrays.
private struct NaiveClubs {
  var clubs: [Int] = []
  var members: [(id: Int, club: Int?, sponsor: Int?)] = []
  /// Ids, ids of clubs and of members, 0 for none.
  var badges: [[Int]] = []

  mutating func step(_ random: inout SplitMix64) throws {
    switch random.number(0...7) {
    case 0, 1: clubs.append(try Club().saved().id)
    case 2, 3:
      let (club, sponsor) = (random.chance(30) ? nil : clubs.randomElement(using: &random), anyMember(&random))
      let member = try Member(clubID: club, sponsorID: random.chance(50) ? nil : sponsor).saved()
      members.append((member.id, club, member.sponsorID))
    case 4, 5:
      guard let club = clubs.randomElement(using: &random) else { return }
      let badge = try Badge(clubID: club, memberID: anyMember(&random)).saved()
      badges.append([badge.id, club, badge.memberID ?? 0])
    case 6:
      guard let club = clubs.randomElement(using: &random) else { return }
      #expect(try Club(id: club).delete())
      delete(club: club)
    default:
      guard let member = anyMember(&random) else { return }
      #expect(try Member.where(\.id == member).deleteAll() == 1)
      delete(member: member)
    }
  }

  private func anyMember(_ random: inout SplitMix64) -> Int? { members.map(\.id).randomElement(using: &random) }

  private mutating func delete(club: Int) {
    clubs.removeAll { $0 == club }
    badges.removeAll { $0[1] == club }
    for index in members.indices where members[index].club == club { members[index].club = nil }
  }

  private mutating func delete(member: Int) {
    var work = [member]
    while let id = work.popLast() {
      work += members.filter { $0.sponsor == id && $0.id != id }.map(\.id)
      members.removeAll { $0.id == id }
      badges.removeAll { $0[2] == id }
    }
  }
}

import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// A record with a unique column, and two more by which it is found.
private struct Member: Model, Equatable {
  var id = 0
  var email: String?
  var group = 0
  var number: Int?
  var name = ""
  var clubID: Int?
  var version = 0

  static let schema = Schema<Member> {
    Column(\.email, .unique)
    Column(\.group)
    Column(\.number)
    Column(\.name)
    Column(\.clubID)
    LockVersion(\.version)
  }
  struct Relations: Sendable { let club = BelongsTo<Club>(\.clubID) }
  static let relations = Relations()

  @TaskLocal static var hasHooks = false
  static var hooks: Hooks<Member> { hasHooks ? hooksOfTests : [] }
  private static let hooksOfTests: Hooks<Member> = [.beforeSave { member, _ in member.name = member.name.lowercased() }]

  init() {}
  init(_ email: String?, _ name: String, group: Int = 0, number: Int? = nil, id: Int = 0) {
    (self.email, self.name, self.group, self.number, self.id) = (email, name, group, number, id)
  }
}

private struct Club: Model, Equatable {
  var id = 0
  var membersCount = 0
  static let schema = Schema<Club> { Derived(\.membersCount, count: \.members) }
  struct Relations: Sendable { let members = HasMany<Member>(\.clubID) }
  static let relations = Relations()
}

/// A record that counts others of its model.
private struct Branch: Model, Equatable {
  var id = 0
  var code = ""
  var parentID: Int?
  var branchesCount = 0

  static let schema = Schema<Branch> {
    Column(\.code, .unique)
    Column(\.parentID)
    Derived(\.branchesCount, count: \.branches)
  }
  struct Relations: Sendable { let branches = HasMany<Branch>(\.parentID) }
  static let relations = Relations()

  init() {}
  init(_ code: String, in parent: Int? = nil) { (self.code, parentID) = (code, parent) }
}

@Suite(.store) struct KeyedInsertTests {
  /// Stores two members, and gives three, of whom the second one is stored.
  private func given() throws -> [Member] {
    try Member.insert(contentsOf: [Member("a", "ann"), Member("b", "bob", group: 4)])
    return [Member("c", "cid"), Member("b", "ben"), Member(nil, "dan")]
  }

  @Test(arguments: 0..<3)
  func `a report has the records as they are in the end, also those that others of the call change`(number: Int) throws
  {
    let policy = [InsertPolicy<Branch>.ignore, .merge(\.parentID), .replace][number]
    let root = try Branch.create(Branch("root"))
    let report = try Branch.insert(
      contentsOf: [Branch("root"), Branch("a", in: root.id), Branch("b", in: root.id)], onConflict: policy, on: \.code)
    #expect(report.records == Branch.all && report.records[0].branchesCount == 2)
    #expect(report.outcomes[1...] == [.inserted, .inserted] && report.outcomes[0] != .updated)
  }

  @Test(arguments: [false, true]) func `a bulk upsert updates the records with a key, and inserts the others`(
    hasHooks: Bool
  ) throws {
    try Member.$hasHooks.withValue(hasHooks) {
      let given = try given()
      let commits = Store.current.commitCount
      let report = try Member.upsert(contentsOf: given, on: \.email)
      #expect(report.outcomes == [.inserted, .updated, .inserted] && "\(report)" == "Member: 2 inserted, 1 updated")
      #expect(report.records.map(\.id) == [3, 2, 4] && report.records(.updated).map(\.name) == ["ben"])
      #expect(Member.find(2) == report.records[1] && Member.find(2)?.group == 0 && Member.find(2)?.version == 1)
      #expect(Member.count == 4 && Store.current.commitCount == commits + 1)
      let again = try Member.upsert(contentsOf: report.records, on: \.email)
      #expect(again.outcomes == [.unchanged, .unchanged, .unchanged])
    }
  }

  @Test func `ignoring leaves the stored record, and reports it`() throws {
    let report = try Member.insert(contentsOf: try given() + [Member("c", "again")], onConflict: .ignore, on: \.email)
    #expect(report.outcomes == [.inserted, .ignored, .inserted, .ignored])
    #expect(report.records.map(\.name) == ["cid", "bob", "dan", "cid"] && Member.pluck(\.name).sorted().count == 4)
  }

  @Test func `failing refuses the first record whose key is stored, and inserts nothing`() throws {
    let given = try given()
    #expect(throws: StoreError.notUnique(model: "Member", columns: ["email"], id: "2")) {
      try Member.insert(contentsOf: given, onConflict: .fail, on: \.email)
    }
    #expect(throws: StoreError.idTaken(model: "Member", id: "1")) {
      try Member.insert(contentsOf: [Member("x", "x", id: 9), Member("y", "y", id: 1)], onConflict: .fail)
    }
    #expect(Member.count == 2)
    let all = try Member.insert(contentsOf: [Member("x", "x", id: 9), Member("z", "z")], onConflict: .fail)
    #expect(all.outcomes == [.inserted, .inserted])
  }

  @Test(arguments: [false, true]) func `merging writes the named columns onto the stored record`(
    hasHooks: Bool
  ) throws {
    try Member.$hasHooks.withValue(hasHooks) {
      let given = try given()
      let report = try Member.insert(contentsOf: given, onConflict: .merge(\.name), on: \.email)
      #expect(report.outcomes == [.inserted, .updated, .inserted])
      #expect(Member.find(2)?.name == "ben" && Member.find(2)?.group == 4 && Member.find(2) == report.records[1])
    }
  }

  @Test func `several columns can be a key, and a missing value equals no other`() throws {
    try Member.insert(contentsOf: [Member("a", "a", group: 1, number: 1), Member("b", "b", group: 1)])
    let given = [
      Member(nil, "c", group: 1, number: 1), Member(nil, "d", group: 1), Member(nil, "e", group: 2, number: 1),
    ]
    let report = try Member.insert(contentsOf: given, onConflict: .merge(\.name), on: \.group, \.number)
    #expect(report.outcomes == [.updated, .inserted, .inserted] && Member.find(1)?.name == "c")
    #expect(Member.find(1)?.email == "a" && Member.count == 4)
  }

  @Test func `two given records with one key are refused, and name each other`() throws {
    let twice = [Member("a", "x"), Member("b", "y"), Member("b", "z")]
    for policy in [InsertPolicy<Member>.fail, .replace, .merge(\.name)] {
      #expect(throws: StoreError.notUnique(model: "Member", columns: ["email"], id: nil, number: 2)) {
        try Member.insert(contentsOf: twice, onConflict: policy, on: \.email)
      }
    }
    // By its key the second would change the record whose id the first has.
    try Member.create { ($0.email, $0.name) = ("k", "k") }
    #expect(throws: StoreError.idTaken(model: "Member", id: "1")) {
      try Member.upsert(contentsOf: [Member("new", "x", id: 1), Member("k", "y")], on: \.email)
    }
    #expect(Member.count == 1)
  }

  @Test func `another unique column refuses by every policy`() throws {
    let given = try given()
    #expect(throws: StoreError.self) { try Member.insert(contentsOf: given, onConflict: .ignore) }
    #expect(Member.count == 2)
  }

  @Test func `counters follow, and a rollback takes all back`() throws {
    let clubs = try Club.insert(contentsOf: [Club(), Club()])
    var given = try given()
    for index in given.indices { given[index].clubID = clubs[index % 2].id }
    try Store.current.inTransaction { _ = try Member.upsert(contentsOf: given, on: \.email) }
    #expect(Club.pluck(\.membersCount) == [2, 1])
    struct Stop: Error {}
    let before = Member.all
    #expect(throws: Stop.self) {
      try Store.current.inTransaction {
        try Member.upsert(contentsOf: before.map { Member($0.email, "new") }, on: \.email)
        throw Stop()
      }
    }
    #expect(Member.all == before && Club.pluck(\.membersCount) == [2, 1])
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a key that is no column traps`() async {
      await #expect(processExitsWith: .failure) {
        try Store().table(Todo.self).upsert(contentsOf: [Todo("a")], on: \.isSelected)
      }
    }
  #endif

  // MARK: - Oracle

  @Test(arguments: 0..<shortened(12)) func `random batches agree with a dictionary by key`(part: Int) throws {
    try Member.$hasHooks.withValue(part % 2 == 1) {
      var random = TestSeed.generator(part)
      let table = Store(notificationCenter: nil).table(Member.self)
      // The members by their keys, and those without.
      var (keyed, others): ([String: Member], [Member]) = ([:], [])
      for step in 0..<60 {
        let given = (0..<random.number(1...6)).map { _ -> Member in
          let email = random.chance(15) ? nil : "\(random.number(0...12))"
          return Member(email, "n\(random.number(0...3))", group: random.number(0...2))
        }
        let choice = random.number(0...3)
        let policy = [InsertPolicy<Member>.fail, .ignore, .replace, .merge(\.name)][choice]
        let report = try? table.insert(contentsOf: given, onConflict: policy, on: \.email)
        let (before, place) = ((keyed, others), "step \(step), part \(part), seed \(TestSeed.current)")
        var (outcomes, seen, isRefused) = ([InsertReport<Member>.Outcome](), Set<String>(), false)
        for member in given {
          guard let email = member.email else {
            others.append(member)
            outcomes.append(.inserted)
            continue
          }
          let isSeen = !seen.insert(email).inserted
          guard let stored = keyed[email] else {
            keyed[email] = member
            outcomes.append(.inserted)
            continue
          }
          if choice == 1 {
            outcomes.append(.ignored)
            continue
          }
          if choice == 0 || isSeen { isRefused = true }
          var changed = stored
          changed.name = member.name
          if choice == 2 { changed.group = member.group }
          outcomes.append(changed == stored ? .unchanged : .updated)
          keyed[email] = changed
        }
        if isRefused { (keyed, others) = before }
        try #require((report == nil) == isRefused, "\(place)")
        if let report { try #require(report.outcomes == outcomes, "\(place)") }
        let stored = table.records.all.map { Member($0.email, $0.name, group: $0.group) }
        try #require(stored.filter { $0.email == nil } == others, "\(place)")
        try #require(stored.filter { $0.email != nil }.allSatisfy { keyed[$0.email ?? ""] == $0 }, "\(place)")
        try #require(stored.count == others.count + keyed.count, "\(place)")
      }
    }
  }
}

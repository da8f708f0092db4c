import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

private struct Player: Model {
  var id = 0
  var battlesCount = 0
  static let schema = Schema<Player> { Column(\.battlesCount) }
}

/// Two relations of one model have one counter.
private struct Battle: Model {
  var id = 0
  var challengerID = 0
  var opponentID = 0
  static let schema = Schema<Battle> {
    Column(\.challengerID)
    Column(\.opponentID)
  }
  struct Relations {
    let challenger = BelongsTo<Player>(\.challengerID, counter: \.battlesCount)
    let opponent = BelongsTo<Player>(\.opponentID, counter: \.battlesCount)
  }
  static let relations = Relations()
}

private struct Team: Model {
  var id = 0
  var membersCount = 0
  static let schema = Schema<Team> { Column(\.membersCount, name: "members_count") }
}

/// Relations of two models have one counter.
private struct Adult: Model {
  var id = 0
  var teamID = 0
  static let schema = Schema<Adult> { Column(\.teamID) }
  struct Relations { let team = BelongsTo<Team>(\.teamID, counter: \.membersCount) }
  static let relations = Relations()
}

private struct Minor: Model {
  var id = 0
  var teamID = 0
  static let schema = Schema<Minor> { Column(\.teamID) }
  struct Relations { let team = BelongsTo<Team>(\.teamID, counter: \.membersCount) }
  static let relations = Relations()
}

/// A counter is also the sum of the children.
private struct Total: Model {
  var id = 0
  var value = 0
  static let schema = Schema<Total> { Derived(\.value, sum: \.parts, \.weight) }
  struct Relations { let parts = HasMany<CountedPart>(\.totalID) }
  static let relations = Relations()
}

private struct CountedPart: Model {
  var id = 0
  var totalID = 0
  var weight = 0
  static let schema = Schema<CountedPart> {
    Column(\.totalID)
    Column(\.weight)
  }
  struct Relations { let total = BelongsTo<Total>(\.totalID, counter: \.value) }
  static let relations = Relations()
}

/// A counter is also computed from the record.
private struct Computed: Model {
  var id = 0
  var value = 0
  static let schema = Schema<Computed> { Derived(\.value) { $0.id * 2 } }
}

private struct OfComputed: Model {
  var id = 0
  var parentID = 0
  static let schema = Schema<OfComputed> { Column(\.parentID) }
  struct Relations { let parent = BelongsTo<Computed>(\.parentID, counter: \.value) }
  static let relations = Relations()
}

/// A counter is also the lock version.
private struct Versioned: Model {
  var id = 0
  var version = 0
  static let schema = Schema<Versioned> { LockVersion(\.version) }
}

private struct OfVersioned: Model {
  var id = 0
  var parentID = 0
  static let schema = Schema<OfVersioned> { Column(\.parentID) }
  struct Relations { let parent = BelongsTo<Versioned>(\.parentID, counter: \.version) }
  static let relations = Relations()
}

/// The way out: a counter for each relation, and a column that adds them up.
private struct Fighter: Model {
  var id = 0
  var attacks = 0
  var defences = 0
  var fights = 0
  static let schema = Schema<Fighter> {
    Column(\.attacks)
    Column(\.defences)
    Derived(\.fights) { $0.attacks + $0.defences }
  }
}

private struct Fight: Model {
  var id = 0
  var attackerID = 0
  var defenderID = 0
  static let schema = Schema<Fight> {
    Column(\.attackerID)
    Column(\.defenderID)
  }
  struct Relations {
    let attacker = BelongsTo<Fighter>(\.attackerID, counter: \.attacks)
    let defender = BelongsTo<Fighter>(\.defenderID, counter: \.defences)
  }
  static let relations = Relations()
}

/// One column has the value of one declaration.
@Suite(.store) struct SharedCountersTests {
  @Test func `two counters and their sum are kept up`() throws {
    let fighters = try Fighter.insert(contentsOf: [Fighter(), Fighter()])
    try Fight.create { ($0.attackerID, $0.defenderID) = (fighters[0].id, fighters[1].id) }
    try Fight.create { ($0.attackerID, $0.defenderID) = (fighters[0].id, fighters[0].id) }
    #expect(Fighter.pluck(\.fights) == [3, 1])
    #expect(try Store.current.verify().isEmpty)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    private func expectRefusal(_ words: [String], _ result: ExitTest.Result?) {
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      for word in words { #expect(text.contains(word), "\(text)") }
    }

    @Test func `two relations of one model cannot have one counter`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try Battle.create()
      }
      expectRefusal(
        [
          "Player.battlesCount cannot have two values",
          "the counter of Battle by the key \"challengerID\"",
          "the counter of Battle by the key \"opponentID\": give each a column of its own",
        ], result)
    }

    @Test func `relations of two models cannot have one counter, whichever is used first`() async {
      let words = [
        "Team.membersCount cannot have two values", "Adult by the key \"teamID\"", "Minor by the key \"teamID\"",
      ]
      let first = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let team = try Team.create()
        try Adult.create { $0.teamID = team.id }
        try Minor.create { $0.teamID = team.id }
      }
      expectRefusal(words, first)
      let second = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Minor.count
        _ = Adult.count
      }
      expectRefusal(words, second)
    }

    @Test func `a counter cannot be a Derived column, nor a lock version`() async {
      let sum = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try CountedPart.create()
      }
      expectRefusal(["Total.value", "Derived column in the schema of Total", "counter of CountedPart"], sum)
      let own = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try OfComputed.create()
      }
      expectRefusal(["Computed.value", "counter of OfComputed"], own)
      let version = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let parent = try Versioned.create()
        try OfVersioned.create { $0.parentID = parent.id }
        try Versioned.updateAll { _ in }
      }
      expectRefusal(["Versioned.version cannot be the lock version of Versioned"], version)
    }
  #endif
}

import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// One column counts by two relations to one model.
private struct Player: Model {
  var id = 0
  var battlesCount = 0
  static let schema = Schema<Player> {
    Derived(\.battlesCount, count: \.challenges)
    Derived(\.battlesCount, count: \.defences)
  }
  struct Relations {
    let challenges = HasMany<Battle>(\.challengerID)
    let defences = HasMany<Battle>(\.opponentID)
  }
  static let relations = Relations()
}

private struct Battle: Model {
  var id = 0
  var challengerID = 0
  var opponentID = 0
  static let schema = Schema<Battle> {
    Column(\.challengerID)
    Column(\.opponentID)
  }
  struct Relations {
    let challenger = BelongsTo<Player>(\.challengerID)
    let opponent = BelongsTo<Player>(\.opponentID)
  }
  static let relations = Relations()
}

/// One column counts by relations to two models.
private struct Team: Model {
  var id = 0
  var membersCount = 0
  static let schema = Schema<Team> {
    Derived(\.membersCount, name: "members_count", count: \.adults)
    Derived(\.membersCount, name: "members_count", count: \.minors)
  }
  struct Relations {
    let adults = HasMany<Adult>(\.teamID)
    let minors = HasMany<Minor>(\.teamID)
  }
  static let relations = Relations()
}

private struct Adult: Model {
  var id = 0
  var teamID = 0
  static let schema = Schema<Adult> { Column(\.teamID) }
  struct Relations { let team = BelongsTo<Team>(\.teamID) }
  static let relations = Relations()
}

private struct Minor: Model {
  var id = 0
  var teamID = 0
  static let schema = Schema<Minor> { Column(\.teamID) }
  struct Relations { let team = BelongsTo<Team>(\.teamID) }
  static let relations = Relations()
}

/// A number of children is also their sum.
private struct Total: Model {
  var id = 0
  var value = 0
  static let schema = Schema<Total> {
    Derived(\.value, sum: \.parts, \.weight)
    Derived(\.value, count: \.parts)
  }
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
  struct Relations { let total = BelongsTo<Total>(\.totalID) }
  static let relations = Relations()
}

/// A number of children is also computed from the record.
private struct Computed: Model {
  var id = 0
  var value = 0
  static let schema = Schema<Computed> {
    Derived(\.value) { $0.id * 2 }
    Derived(\.value, count: \.children)
  }
  struct Relations { let children = HasMany<OfComputed>(\.parentID) }
  static let relations = Relations()
}

private struct OfComputed: Model {
  var id = 0
  var parentID = 0
  static let schema = Schema<OfComputed> { Column(\.parentID) }
  struct Relations { let parent = BelongsTo<Computed>(\.parentID) }
  static let relations = Relations()
}

/// A number of children is also the lock version.
private struct Versioned: Model {
  var id = 0
  var version = 0
  static let schema = Schema<Versioned> {
    LockVersion(\.version)
    Derived(\.version, count: \.children)
  }
  struct Relations { let children = HasMany<OfVersioned>(\.parentID) }
  static let relations = Relations()
}

private struct OfVersioned: Model {
  var id = 0
  var parentID = 0
  static let schema = Schema<OfVersioned> { Column(\.parentID) }
  struct Relations { let parent = BelongsTo<Versioned>(\.parentID) }
  static let relations = Relations()
}

/// The way out: a column for each relation, and one that adds them up.
private struct Fighter: Model {
  var id = 0
  var attacks = 0
  var defences = 0
  var fights = 0
  static let schema = Schema<Fighter> {
    Derived(\.attacks, count: \.attacking)
    Derived(\.defences, count: \.defending)
    Derived(\.fights) { $0.attacks + $0.defences }
  }
  struct Relations {
    let attacking = HasMany<Fight>(\.attackerID)
    let defending = HasMany<Fight>(\.defenderID)
  }
  static let relations = Relations()
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
    let attacker = BelongsTo<Fighter>(\.attackerID)
    let defender = BelongsTo<Fighter>(\.defenderID)
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
    private func expectRefusal(of model: String, _ column: String, _ result: ExitTest.Result?) {
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      let sentence =
        "The schema of \(model) declares one property twice, as columns \"\(column)\" and \"\(column)\": remove one."
      #expect(text.contains(sentence), "\(text)")
    }

    @Test func `one column cannot count by two relations to one model`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try Battle.create()
      }
      expectRefusal(of: "Player", "battlesCount", result)
    }

    @Test func `one column cannot count by relations to two models, whichever is used first`() async {
      let parent = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try Team.create()
      }
      expectRefusal(of: "Team", "members_count", parent)
      let first = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try Adult.create { $0.teamID = 1 }
      }
      expectRefusal(of: "Team", "members_count", first)
      let second = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try Minor.create { $0.teamID = 1 }
      }
      expectRefusal(of: "Team", "members_count", second)
    }

    @Test func `a column that counts cannot be another Derived column, nor a lock version`() async {
      let sum = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try CountedPart.create()
      }
      expectRefusal(of: "Total", "value", sum)
      let own = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try OfComputed.create()
      }
      expectRefusal(of: "Computed", "value", own)
      let version = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try OfVersioned.create()
      }
      expectRefusal(of: "Versioned", "version", version)
    }
  #endif
}

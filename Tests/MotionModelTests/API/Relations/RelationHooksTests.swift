import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

private struct Crew: Model, Equatable {
  var id = 0
  var name = ""

  static let schema = Schema<Crew> { Column(\.name) }
  struct Relations {
    let sailors = HasMany<Sailor>(\.crewID)
      .acceptingAttributes()
      .acceptingIDs()
      .beforeAppend { sailor, crew in
        log("before \(sailor.name) joins \(crew.name) of \(Sailor.where(\.crewID == crew.id).count)")
        if sailor.name == "Ahab" { throw Refusal() }
        if sailor.rank == 0 { sailor.rank = 1 }
      }
      .beforeAppend { sailor, _ in log("again \(sailor.rank)") }
      .afterAppend { sailor, crew in
        log("\(sailor.name) joined \(crew.name) with \(sailor.id != 0)")
        if sailor.name == "Judas" { throw Refusal() }
      }
      .beforeRemove { sailor, crew in
        log("before \(sailor.name) leaves \(crew.name)")
        if sailor.name == "Noah" { throw Refusal() }
        if sailor.name == "Jonah" {
          var retired = sailor
          try retired.update { $0.rank = 9 }
        }
      }
      .afterRemove { sailor, crew in log("\(sailor.name) left \(crew.name), now \(Sailor.find(sailor.id)?.crewID ?? 0)")
      }
    let badges = HasMany<Badge>(\.crewID)
    let songs = HasMany<Song>(through: \.badges, \.song)
      .beforeAppend { song, crew in song.title += "!" }
      .afterAppend { song, crew in log("\(crew.name) sings \(song.title)") }
      .afterRemove { song, crew in log("\(crew.name) forgets \(song.title)") }
  }
  static let relations = Relations()
}

private struct Sailor: Model, Equatable {
  var id = 0
  var name = ""
  var rank = 0
  var crewID: Int?

  static let schema = Schema<Sailor> {
    Column(\.name)
    Column(\.rank)
    Column(\.crewID, .indexed)
  }
}

private struct Badge: Model, Equatable {
  var id = 0
  var crewID = 0
  var songID = 0

  static let schema = Schema<Badge> {
    Column(\.crewID)
    Column(\.songID)
  }
  struct Relations {
    let song = BelongsTo<Song>(\.songID)
  }
  static let relations = Relations()
}

private struct Song: Model, Equatable {
  var id = 0
  var title = ""

  static let schema = Schema<Song> { Column(\.title) }
}

/// A parent that counts its children, which closures number by that.
private struct Watch: Model, Equatable {
  var id = 0
  var turnsCount = 0

  static let schema = Schema<Watch> { Derived(\.turnsCount, count: \.turns) }
  struct Relations {
    let turns: HasMany<Turn> = HasMany<Turn>(\.watchID)
      .acceptingAttributes()
      .beforeAppend { turn, watch in turn.number = watch.turnsCount + 1 }
      .afterAppend { turn, watch in
        log("turn \(turn.number) of \(watch.turnsCount)")
        if turn.isEndless {
          var next = Turn(isEndless: true)
          try watch.turns.append(&next)
        }
      }
  }
  static let relations = Relations()
}

private struct Turn: Model, Equatable {
  var id = 0
  var number = 0
  var isEndless = false
  var watchID: Int?

  static let schema = Schema<Turn> {
    Column(\.number)
    Column(\.isEndless)
    Column(\.watchID)
  }

  init() {}
  init(isEndless: Bool) { self.isEndless = isEndless }
}

private struct Refusal: Error {}

@TaskLocal private var lines = Collector<String>()

@Sendable private func log(_ line: String) { lines.add(line) }

@Suite(.store) struct RelationHooksTests {
  private let crew: Crew

  init() throws { crew = try Crew.create { $0.name = "Pequod" } }

  private func logged(_ body: () throws -> Void) rethrows -> [String] {
    let log = Collector<String>()
    try $lines.withValue(log, operation: body)
    return log.values
  }

  private func sailor(_ name: String, in crew: Crew? = nil) -> Sailor {
    var sailor = Sailor()
    (sailor.name, sailor.crewID) = (name, crew?.id)
    return sailor
  }

  @Test func `closures run around append, and may change the record`() throws {
    var ishmael = sailor("Ishmael")
    let log = try logged { try crew.sailors.append(&ishmael) }
    #expect(log == ["before Ishmael joins Pequod of 0", "again 1", "Ishmael joined Pequod with true"])
    #expect(crew.sailors.all == [ishmael] && ishmael.rank == 1)
    #expect(try logged { try crew.sailors.append(&ishmael) } == [])
  }

  @Test func `they run for create, for attributes and for ids`() throws {
    let names = ["before", "again", "joined"]
    func short(_ log: [String]) -> [String] { log.map { line in names.first { line.contains($0) } ?? line } }
    #expect(try short(logged { try crew.sailors.create { $0.name = "Queequeg" } }) == names)
    var edited = crew
    #expect(try short(logged { try edited.update(attributes: ["sailors": [["name": "Tashtego"]]]) }) == names)
    let stubb = try Sailor.create(sailor("Stubb"))
    let ids = crew.sailors.pluck(\.id) + [stubb.id]
    #expect(try short(logged { try edited.update(attributes: ["sailorIDs": .array(ids.map(\.attribute))]) }) == names)
    #expect(crew.sailors.pluck(\.rank) == [1, 1, 1])
  }

  @Test func `closures run around remove, and for what replace adds and removes alone`() throws {
    let sailors = try crew.sailors.append(contentsOf: [sailor("Flask"), sailor("Pip")])
    #expect(
      try logged { try crew.sailors.remove(sailors[0]) } == [
        "before Flask leaves Pequod", "Flask left Pequod, now 0",
      ])
    let log = try logged { try crew.sailors.replace(with: [sailors[1], sailor("Daggoo")]) }
    #expect(log == ["before Daggoo joins Pequod of 1", "again 1", "Daggoo joined Pequod with true"])
    #expect(try logged { try crew.destroy() } == [])
  }

  @Test(arguments: ["Ahab", "Judas", "Noah"]) func `a closure that throws undoes the call`(name: String) throws {
    let others = try crew.sailors.append(contentsOf: [sailor("Starbuck")])
    let noah = name == "Noah" ? try Sailor.create(sailor(name, in: crew)) : nil
    let commits = Store.current.commitCount
    var new = sailor(name)
    #expect(throws: Refusal.self) {
      if let noah { try crew.sailors.remove(noah) } else { try crew.sailors.append(&new) }
    }
    #expect(throws: Refusal.self) { try crew.sailors.replace(with: noah == nil ? [new] : []) }
    #expect(new == sailor(name) && crew.sailors.all == others + [noah].compactMap { $0 })
    #expect(Store.current.commitCount == commits)
  }

  @Test func `closures receive the owner as it is stored`() throws {
    var watch = try Watch.create()
    let log = try logged {
      try watch.turns.append(contentsOf: [Turn(), Turn()])
      try watch.turns.create()
      try watch.update(attributes: ["turns": [[:], [:]]])
    }
    #expect(log == (1...5).map { "turn \($0) of \($0)" })
    #expect(Turn.pluck(\.number) == [1, 2, 3, 4, 5])
  }

  @Test func `closures that add without an end are refused, also on a small stack`() throws {
    let (watch, store) = (try Watch.create(), Store.current)
    try expectNoChanges {
      try onSmallStack {
        var turn = Turn(isEndless: true)
        #expect(throws: StoreError.endlessHooks(model: "Watch", depth: 32)) { try store.of(watch).turns.append(&turn) }
      }
    }
  }

  @Test func `what a closure saves before a removal is kept`() throws {
    var jonah = try crew.sailors.create(sailor("Jonah"))
    try crew.sailors.remove(jonah)
    (jonah.rank, jonah.crewID) = (9, nil)
    #expect(Sailor.all == [jonah])
  }

  @Test func `a relation through others has them too`() throws {
    var song = Song()
    song.title = "Blow"
    let log = try logged {
      try crew.songs.append(&song)
      try crew.songs.append(&song)
      try crew.songs.remove(song)
    }
    #expect(log == ["Pequod sings Blow!", "Pequod forgets Blow!"])
    #expect(Song.all == [song] && Badge.isEmpty)
  }

  @Test func `static calls in a closure use the store of the call`() throws {
    let other = Store()
    let log = try logged {
      try Store.with(other) { try Crew.create { $0.name = "Rachel" } }
      let rachel = try #require(other.table(Crew.self).first)
      try other.of(rachel).sailors.create { $0.name = "Gardiner" }
    }
    #expect(log.first == "before Gardiner joins Rachel of 0" && Sailor.isEmpty)
  }
}

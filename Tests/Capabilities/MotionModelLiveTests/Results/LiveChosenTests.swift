import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

private struct Race: Model, Equatable {
  var id = 0
  var name = ""
  static let schema = Schema<Race> { Column(\.name) }
  struct Relations {
    let runs = HasMany<Run>(\.raceID, dependent: .destroy)
    let best = HasOne<Run>(\.raceID) { $0.where(\.isValid == true).order(by: \.time) }
    let winner = HasOne<Runner>(through: \.best, \.runner)
  }
  static let relations = Relations()
}

private struct Run: Model, Equatable {
  var id = 0
  var raceID = 0
  var runnerID = 0
  var time = 0
  var isValid = true
  static let schema = Schema<Run> {
    Column(\.raceID)
    Column(\.runnerID)
    Column(\.time)
    Column(\.isValid)
  }
  struct Relations {
    let race = BelongsTo<Race>(\.raceID, required: false)
    let runner = BelongsTo<Runner>(\.runnerID, required: false)
  }
  static let relations = Relations()
}

private struct Runner: Model, Equatable {
  var id = 0
  var age = 0
  static let schema = Schema<Runner> { Column(\.age) }
}

/// Live results notice that another record is chosen by a relation to one, whichever record's change decides it.
struct LiveChosenTests {
  @Test(arguments: 0..<6) func `live results follow the record that a relation chooses`(part: Int) throws {
    var random = TestSeed.generator(part)
    let store = Store(notificationCenter: nil)
    let (races, runs, runners) = (store.table(Race.self), store.table(Run.self), store.table(Runner.self))
    for number in 0..<4 {
      try races.create { $0.name = "\(number)" }
      try runners.create { $0.age = number }
    }
    let finders: [Finder<Race>] = [
      races.where { $0.best.time == 2 }, races.where { $0.best.isMissing }, races.order(by: { $0.best.time }),
      races.where { $0.best.time + 0 > 2 }, races.where { $0.winner.age > 1 }, races.order(by: { $0.winner.age }),
    ]
    let live = finders.map { $0.live() }
    #expect(live.allSatisfy { $0.plan == .followsChanges })
    let families = races.records.including(\.best).including(\.winner).live()
    let race = try races.require(1)
    let best = races.where(\.id == 1).including(\.winner)
    for step in 0..<80 {
      let id = random.number(1...12)
      switch random.number(0...5) {
      case 0...1:
        try runs.create {
          ($0.raceID, $0.runnerID) = (random.number(1...4), random.number(1...4))
          ($0.time, $0.isValid) = (random.number(0...4), random.chance(70))
        }
      case 2: try runs.where(\.id == id).updateAll { ($0.time, $0.isValid) = (random.number(0...4), random.chance(50)) }
      case 3: try runs.where(\.id == id).updateAll { $0.raceID = random.number(1...4) }
      case 4: try runs.delete(id)
      default: try runners.where(\.id == random.number(1...4)).updateAll { $0.age = random.number(0...3) }
      }
      for (finder, live) in zip(finders, live) {
        #expect(Array(live) == finder.all, "\(finder), step \(step), seed \(TestSeed.current), part \(part)")
      }
      let read = races.records.including(\.best).including(\.winner).all
      #expect(
        families.value.map { "\($0)" } == read.map { "\($0)" }, "step \(step), seed \(TestSeed.current), part \(part)")
      #expect(best.all.first?.1 == store.of(race).winner, "step \(step), seed \(TestSeed.current), part \(part)")
    }
  }
}

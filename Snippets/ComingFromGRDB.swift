// A program of GRDB, as it is here: a record, statements in one transaction, an association, an observation.

// snippet.program
import MotionModel
import MotionModelLive
import MotionModelTransactions

struct Team: Model {
  var id = 0  // var id: Int64?, set in didInsert
  var name = ""

  struct Relations: ModelRelations { let players = HasMany<Player>(\.teamID) }
}

struct Player: Model {  // Codable, FetchableRecord, MutablePersistableRecord
  var id = 0
  var name = ""
  var score = 0
  var teamID: Int?

  static let schema = Schema<Player> {  // t.column("score", .integer).notNull().indexed()
    Column(\.score, .ordered)
    Column(\.teamID, .indexed)
  }
  struct Relations: ModelRelations { let team = BelongsTo<Team>(\.teamID, references: .existing, onDelete: .nullify) }
}

let store = Store.default  // DatabaseQueue()
let best = Player.order(by: \.score, .descending).limit(2).live()  // ValueObservation.tracking { … }
let observation = best.onChange { print($0) }  // prints "insert 0…1", later "move 1 → 0, update 0 (score)"

var arthur = Player.new { ($0.name, $0.score) = ("Arthur", 100) }
try store.transaction {  // try dbQueue.write { db in
  let red = try Team.create { $0.name = "Red" }  // try team.insert(db)
  arthur.teamID = red.id
  try arthur.save()  // try arthur.save(db)
  try red.players.create { ($0.name, $0.score) = ("Barbara", 900) }
}
try arthur.update { $0.score += 1_000 }  // try arthur.updateChanges(db) { … }

// Player.filter(Column("score") > 500).order(Column("name").collating(.localizedCaseInsensitiveCompare)).fetchAll(db)
let good = Player.where(\.score > 500).order(by: \.name, caseSensitive: false)
  .pluck(\.name)  // => ["Arthur", "Barbara"]
// Team.annotated(with: Team.players.sum(Column("score")))
let totals = Player.group(by: \.teamID).sum(\.score)  // => [1: 2000]
let names = Player.including(\.team).all.map { ($0.name, $1?.name) }  // .including(optional: Player.team)
let first = best.elements.first?.name  // => "Arthur"
// snippet.hide
precondition(good == ["Arthur", "Barbara"] && totals == [1: 2_000] && names.count == 2 && first == "Arthur")
observation.cancel()

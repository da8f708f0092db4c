import Dispatch
import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Writing through live results beside relations, undo, branches and versions.
@Suite(.ownStore) struct LiveWritingRelationsTests {
  let world: BoardWorld
  var store: Store { .current }

  init() throws { world = try BoardWorld() }

  // MARK: - Relations

  @Test func `a record that is appended to a relation belongs to it`() throws {
    let cards = world.home.cards.live()
    let told = Collector<String>()
    let observation = cards.onChange { told.add("\($0)") }
    #expect(try cards.append(Card("new")).boardID == world.home.id)
    #expect(cards.last?.title == "new" && told.values == ["insert 3"])
    observation.cancel()
  }

  @Test func `a record that is appended to a many-to-many relation is joined`() throws {
    let labels = world.paint.labels.live()
    let told = Collector<String>()
    let observation = labels.onChange { told.add("\($0)") }
    try labels.append(Label("blue"))
    #expect(labels.map(\.name) == ["red", "blue"] && told.values == ["insert 1"])
    #expect(world.paint.labels.pluck(\.name) == ["red", "blue"])
    #expect(throws: StoreError.notWritable(model: "Board", target: "Label")) {
      try world.home.labels.live().append(Label("grey"))
    }
    #expect(Label.where(\.name).eq("grey").isEmpty)
    observation.cancel()
  }

  @Test func `conditions on related records decide, too`() throws {
    let cards = Card.where { $0.board.name == "home" }.live()
    #expect(throws: LiveError.notSelected(model: "Card")) { try cards.append(Card("new", on: world.work)) }
    #expect(Card.count == 4)
    try cards.append(Card("new", on: world.home))
    #expect(cards.map(\.title) == ["paint", "door", "walls", "new"])
    try cards.update(at: 3) { $0.boardID = world.work.id }
    #expect(cards.count == 3 && Card.count == 5)
  }

  @Test func `what depends on a removed record goes with it, in one change`() throws {
    let (boards, cards) = (Board.records.live(), Card.records.live())
    let told = Collector<String>()
    let observation = cards.onChange { told.add("\($0)") }
    #expect(try boards.remove(at: 0).name == "home")
    #expect(boards.map(\.name) == ["work", "empty"] && cards.map(\.title) == ["report"])
    #expect(told.values == ["delete 0, delete 1, delete 2, update 0 (parentID)"])
    observation.cancel()
  }

  @Test func `a record that others need is not removed`() throws {
    let people = Person.records.live()
    let (before, told) = (Array(people), Counter())
    let observation = people.onChange { _ in told.add() }
    #expect(throws: StoreError.restricted(model: "Person", id: "ann", relation: "cards", count: 1)) {
      try people.remove(at: 0)
    }
    #expect(Array(people) == before && told.value == 0 && Board.where(\.ownerID).eq("ann").count == 1)
    observation.cancel()
  }

  // MARK: - Undo, branches, versions

  @Test func `writes through a live result are undone like others`() throws {
    let history = UndoHistory(of: store)
    let cards = Card.order(by: \.weight).live()
    let told = Collector<String>()
    let observation = cards.onChange { told.add("\($0)") }
    try cards.append(Card("new", weight: 9, on: world.home))
    try cards.update(at: 0) { $0.weight = 10 }
    for _ in 0..<2 { try history.undo() }
    #expect(cards.map(\.title) == ["paint", "door", "report", "walls"])
    #expect(told.values == ["insert 4", "move 0 → 4, update 4 (weight)", "move 4 → 0, update 0 (weight)", "delete 4"])
    observation.cancel()
  }

  @Test func `a live result of a branch writes to the branch`() throws {
    let (branch, cards) = (store.branch(), Card.order(by: \.id).live())
    let branched = branch.table(Card.self).order(by: \.id).live()
    let told = Collector<String>()
    let observation = cards.onChange { told.add("\($0)") }
    try branched.append(Card("new", on: world.home))
    try branched.update(at: 0) { $0.title = "paint it" }
    try branched.remove(at: 2)
    #expect(branched.map(\.title) == ["paint it", "door", "report", "new"] && told.values == [])
    try branch.merge()
    #expect(cards.map(\.title) == ["paint it", "door", "report", "new"] && told.values.count == 1)
    observation.cancel()
  }

  @Test func `an update changes the present version of a record that was shown before`() throws {
    let queue = DispatchQueue(label: "screen")
    let table = store.table(Versioned.self)
    try table.create(Versioned())
    let live = table.records.live(on: queue)
    try queue.sync {
      for _ in 0..<3 { try live.update(at: 0) { $0.number += 1 } }
      #expect(live.map(\.number) == [0])
    }
    #expect(table.find(1).map { [$0.number, $0.version] } == [3, 3])
  }
}

private struct Versioned: Model {
  var id = 0
  var number = 0
  var version = 0

  static let schema = Schema<Versioned> {
    Column(\.number)
    LockVersion(\.version)
  }
}

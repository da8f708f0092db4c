import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@Suite(.ownStore) struct StorePreviewTests {
  private var store: Store { .current }

  @Test func `a preview has the changes that would be committed, and commits nothing`() throws {
    try Entry.create { $0.name = "one" }
    let told = Collector<String>()
    let observation = store.observeCommits { told.add("\($0)") }
    let log = logged {
      let preview = store.preview {
        try Entry.create { $0.name = "two" }
        try Entry.where(\.name == "one").deleteAll()
        return Entry.names
      }
      #expect(preview.value == ["two"] && preview.isPossible && preview.errors.isEmpty && preview.warnings.isEmpty)
      #expect("\(preview.changeset)" == "Entry: 1 inserted, 1 deleted" && preview.changeset.id == 0)
      #expect(preview.summary == "" && preview.cascade.isEmpty)
    }
    #expect(log == ["save two in a preview"] && told.values.isEmpty)
    #expect(Entry.names == ["one"] && store.commitCount == 1 && store.violation() == nil)
    #expect(try Entry.create { $0.name = "two" }.id == 3, "The id of the record in the preview is not given again.")
    observation.cancel()
  }

  @Test func `a preview has all refusals, also those that the body ignored`() throws {
    try Entry.create { $0.name = "one" }
    let preview = store.preview {
      _ = try? Entry.create { $0.name = "one" }
      _ = try? Entry.create { $0.name = "halt" }
      try Entry.create { $0.name = "two" }
    }
    #expect(preview.isPossible && preview.changeset.count == 1)
    #expect(
      preview.errors.map { "\($0)" } == [
        "\(StoreError.notUnique(model: "Entry", columns: ["name"], id: "1"))",
        "The Entry cannot be created, because beforeSave \"names\" says: The name is not allowed.",
      ])
  }

  @Test func `a preview has the error that ended its body once, with the changes until then`() throws {
    let preview = store.preview {
      try Entry.create { $0.name = "one" }
      try store.transaction { try Entry.create { $0.name = "halt" } }
    }
    #expect(preview.value == nil && !preview.isPossible && preview.errors.count == 1)
    #expect(preview.changeset.count == 1 && Entry.count == 0)
    let stopped = store.preview { throw Stop() }
    #expect(stopped.errors.map { $0 as? Stop } == [Stop()] && stopped.changeset.isEmpty)
  }

  @Test func `a preview has the errors that would prevent its commit`() throws {
    let world = try BoardWorld()
    let preview = store.preview {
      try world.home.delete()
      try world.green.delete()
    }
    #expect(!preview.isPossible && preview.value != nil && preview.changeset.count == 2)
    #expect(
      preview.errors.map { $0 as? StoreError } == [
        .parentNeeded(model: "Board", id: "1", child: "Card", relation: "board")
      ])
  }

  @Test func `a cascade is a tree`() throws {
    let world = try BoardWorld()
    let preview = store.preview { try world.home.destroy() }
    #expect(preview.isPossible)
    #expect(
      preview.cascade.map(\.description) == [
        """
        1 board destroyed
          cards: 3 cards destroyed
            children: 1 card nullified
            taggings: 3 taggings deleted
          cover: 1 cover deleted
        """
      ])
    #expect(
      preview.summary
        == "1 board destroyed, 3 cards destroyed, 1 card nullified, 3 taggings deleted, 1 cover deleted")
    #expect(preview.cascade[0].steps[0].ids == [1, 2, 3] && preview.cascade[0].steps[0].effect == .destroy)
    #expect(Board.count == 3 && Card.count == 4 && Tagging.count == 4 && store.violation() == nil)
  }

  /// A link of a chain.
  private struct Link: Model {
    var id = 0
    var parentID: Int?
    static let schema = Schema<Link> { Column(\.parentID) }
    struct Relations: Sendable { let children = HasMany<Link>(\.parentID, dependent: .destroy) }
    static let relations = Relations()
  }

  @Test func `a tree is 100 steps deep below its root, and lists deeper records at its last step`() throws {
    try Link.insert(contentsOf: (1...1_000).map { id in Link.new { $0.parentID = id == 1 ? nil : id - 1 } })
    let preview = store.preview { try Link.require(1).destroy() }
    #expect(preview.summary == "1000 links destroyed")
    var depths = 0
    var steps = preview.cascade
    while let step = steps.first {
      depths += 1
      steps = step.steps
    }
    #expect(depths == 101)
    #expect(Link.count == 1_000)
  }

  @Test func `a relation that restricts does not stop a preview, but makes it impossible`() throws {
    let world = try BoardWorld()
    let preview = store.preview { try world.ann.destroy() }
    #expect(!preview.isPossible)
    #expect(preview.summary == "1 person destroyed, 1 card restricts, 1 board nullified")
    #expect(
      preview.errors.map { $0 as? StoreError } == [
        .restricted(model: "Person", id: "ann", relation: "cards", count: 1)
      ])
    #expect(throws: StoreError.restricted(model: "Person", id: "ann", relation: "cards", count: 1)) {
      try world.ann.destroy()
    }
  }

  @Test func `a preview in a transaction has the changes that it would add, and previews may be nested`() throws {
    try store.transaction {
      try Entry.create { $0.name = "one" }
      let preview = store.preview {
        _ = try? Entry.create { $0.name = "halt" }
        try Entry.create { $0.name = "two" }
        let inner = store.preview { try Entry.create { $0.name = "one" } }
        #expect(inner.errors.count == 1 && inner.changeset.isEmpty)
        #expect(Entry.names == ["one", "two"])
      }
      #expect(preview.changeset.count == 1 && preview.errors.count == 1 && Entry.names == ["one"])
    }
    #expect(Entry.names == ["one"] && store.commitCount == 1)
  }

  @Test func `a preview of a snapshot has the error that it cannot be written`() {
    let preview = store.snapshot().preview { 1 }
    #expect(preview.value == nil && preview.errors.map { $0 as? StoreError } == [.readOnlyStore])
  }

  @Test func `a transaction inside a preview can be rolled back`() {
    let preview = store.preview { transaction in
      try Entry.create { $0.name = "one" }
      transaction.rollback()
      try Entry.create { $0.name = "two" }
    }
    #expect(preview.changeset.changes(of: Entry.self).map(\.new?.name) == ["two"])
  }
}

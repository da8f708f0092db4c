import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store(.ids()))
struct DestroyingTests {
  let world: BoardWorld

  init() throws { world = try BoardWorld() }

  @Test func `delete deletes no other records`() throws {
    try world.walls.delete()
    #expect(Card.find(world.report.id)?.parentID == world.walls.id)
    #expect(world.report.parent == nil)
  }

  @Test func `destroy follows the rule of each relation, as one changeset`() throws {
    var remark = Note("on a board")
    remark.subject = world.home
    try remark.save()
    var other = Note("on a card")
    other.subject = world.paint
    try other.save()
    let commits = Store.current.commitCount
    let isDestroyed = try expectChanges(
      """
      - Board 1: name "home", ownerID "ann"
      ~ Card 4: parentID 3 → nil
      - Card 1: title "paint", weight 1, boardID 1, personID "ann"
      - Card 2: title "door", weight 3, boardID 1, personID "bob", parentID 1
      - Card 3: title "walls", weight 5, boardID 1, parentID 1
      - Cover 00000000-0000-0000-0000-000000000001: boardID 1, color "blue"
      ~ Note 2: subjectType "Card" → nil, subjectID 1 → nil
      - Note 1: text "on a board", subjectType "Board", subjectID 1
      - Tagging 1: cardID 1, labelID 1
      - Tagging 2: cardID 2, labelID 1
      - Tagging 3: cardID 2, labelID 2
      """
    ) {
      try world.home.destroy()
    }
    #expect(isDestroyed)
    #expect(Store.current.commitCount == commits + 1)
    #expect(try !world.home.destroy())
  }

  @Test func `a restricting relation refuses a destroy, and nothing is changed`() throws {
    let error = expectNoChanges { #expect(throws: StoreError.self) { try world.bob.destroy() } }
    #expect(error == .restricted(model: "Person", id: "bob", relation: "cards", count: 2))
    #expect(
      error?.description
        == "Person bob cannot be destroyed, because the relation \"cards\", which is restricted, still has 2 records: "
        + "destroy or move them first.")
    #expect(
      "\(StoreError.restricted(model: "A", id: "1", relation: "bs", count: 1))".hasSuffix(
        "still has 1 record: destroy or move it first."))
    #expect(throws: StoreError.restricted(model: "Person", id: nil, relation: "cards", count: 3)) {
      try expectNoChanges { try Person.destroyAll() }
    }
    try Card.where(\.personID).eq("ann").updateAll { $0.personID = nil }
    try world.ann.destroy()
    #expect(Board.find(world.home.id)?.ownerID == nil)
  }

  @Test func `destroyAll destroys the found records and their dependents`() throws {
    #expect(try Board.where(\.name != "work").destroyAll() == 2)
    #expect(Board.records.all == [world.work])
    #expect(Card.records.all == [world.report.with(\.parentID, nil)])
  }

  @Test func `destroying records that depend on each other in a circle terminates`() throws {
    var first = Post("first")
    try first.save()
    var second = Post("second", replyTo: first)
    try second.save()
    first.replyToID = second.id
    try first.save()
    var own = Post("own")
    try own.save()
    own.replyToID = own.id
    try own.save()
    #expect(try first.destroy())
    #expect(Post.records.pluck(\.text) == ["own"])
    #expect(try own.destroy())
    #expect(Post.count == 0)
  }

  @Test func `delete refuses a record that others require`() throws {
    let before = Store.current.commitCount
    let error = #expect(throws: StoreError.self) { try world.home.delete() }
    #expect(error == .parentNeeded(model: "Board", id: "1", child: "Card", relation: "board"))
    #expect(
      error?.description
        == "Board 1 cannot be deleted, because Card records require it as their \"board\": delete them first, or destroy it "
        + "with a relation that says what becomes of them.")
    #expect(throws: StoreError.self) { try expectNoChanges { try Board.deleteAll() } }
    #expect(Store.current.commitCount == before)
    #expect(try world.empty.delete())
  }

  @Test func `a record whose required parent is missing cannot be saved`() throws {
    var card = Card("stray")
    let error = #expect(throws: StoreError.self) { try card.save() }
    #expect(error == .parentMissing(model: "Card", id: "5", relation: "board", parent: "Board"))
    #expect(
      error?.description
        == "Card 5 cannot be saved, because its relation \"board\" leads to no Board in the store: "
        + "set it to one that is.")
    #expect(card == Card("stray"))
    card = world.door
    card.boardID = 77
    expectNoChanges {
      #expect(throws: StoreError.self) { try card.save() }
      #expect(throws: StoreError.self) { try Card.insert(contentsOf: [Card("fine", on: world.home), Card("stray")]) }
    }
    #expect(Card.count == 4)
  }

  @Test func `an optional parent may be missing`() throws {
    var card = world.door
    card.personID = "nobody"
    try card.save()
    #expect(card.person == nil)
    #expect(Card.where { $0.person.isMissing }.ids == [world.door.id, world.walls.id])
  }

  @Test func `required parents that need each other are saved in one transaction`() throws {
    let store = Store.current
    #expect(throws: StoreError.self) { try store.table(Twin.self).insert(contentsOf: [Twin(1, other: 2)]) }
    try store.table(Twin.self).insert(contentsOf: [Twin(1, other: 2), Twin(2, other: 1)])
    #expect(Twin.find(1)?.other == Twin(2, other: 1))
    var single = Twin(3, other: 3)
    try single.save()
    #expect(throws: StoreError.self) { try Twin(1, other: 2).delete() }
    #expect(try single.delete())
    #expect(try Twin.deleteAll() == 2)
  }

  private struct Twin: Model, Equatable {
    var id = 0
    var otherID = 0
    static let schema = Schema<Twin> { Column(\.otherID) }
    struct Relations: Sendable { let other = BelongsTo<Twin>(\.otherID) }
    static let relations = Relations()
    init() {}
    init(_ id: Int, other: Int) { (self.id, otherID) = (id, other) }
  }
}

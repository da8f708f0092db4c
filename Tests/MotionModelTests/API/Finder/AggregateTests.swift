import MotionModelTestSupport
import Testing

@testable import MotionModel

@Suite(.ownStore) struct AggregateTests {
  let home: Board

  init() throws {
    let board = try Board.create { $0.name = "home" }
    home = board
    let cards = [
      ("paint", 1, "ann"), ("paint", 2, nil), ("sweep", 3, "ann"), ("sweep", 5, "bob"), ("sweep", 7, "ann"),
    ]
    for (title, weight, person) in cards {
      try Card.create { ($0.title, $0.weight, $0.personID, $0.boardID) = (title, weight, person, board.id) }
    }
    let other = try Board.create { $0.name = "work" }
    try Card.create { ($0.title, $0.weight, $0.boardID) = ("loose", 4, other.id) }
  }

  @Test func `several aggregates are computed at once`() {
    let (count, sum, mean, least, greatest) = Card.aggregate(
      .count, .sum(\.weight), .average(\.weight), .minimum(\.weight), .maximum(\.weight))
    #expect(count == 6)
    #expect(sum == 22)
    #expect(mean == 22.0 / 6)
    #expect(least == 1)
    #expect(greatest == 7)
  }

  @Test func `aggregates of no records are zero or nil`() {
    let (count, sum, mean, least, greatest) = Card.where(\.weight > 100).aggregate(
      .count, .sum(\.weight), .average(\.weight), .minimum(\.personID), .maximum(\.personID))
    #expect(count == 0)
    #expect(sum == 0)
    #expect(mean == nil)
    #expect(least == nil)
    #expect(greatest == nil)
  }

  @Test func `aggregates keep to the window`() {
    let weight = Card.order(by: \.weight, .descending).limit(2).aggregate(.sum(\.weight))
    #expect(weight == 12)
  }

  @Test func `aggregates of groups are those of each group`() {
    let groups = Card.group(by: \.title).aggregate(.count, .sum(\.weight), .maximum(\.personID))
    #expect(groups.mapValues(\.0) == ["paint": 2, "sweep": 3, "loose": 1])
    #expect(groups.mapValues(\.1) == ["paint": 3, "sweep": 15, "loose": 4])
    #expect(groups.mapValues(\.2) == ["paint": "ann", "sweep": "bob", "loose": nil])
  }

  @Test func `groups are chosen by an aggregate`() {
    let groups = Card.group(by: \.title).having(.count) { $0 > 1 }
    #expect(groups.count() == ["paint": 2, "sweep": 3])
    #expect(groups.sum(\.weight) == ["paint": 3, "sweep": 15])
    #expect(groups.all().mapValues { $0.map(\.weight) } == ["paint": [1, 2], "sweep": [3, 5, 7]])
    let heavy = groups.having(.sum(\.weight)) { $0 > 10 }.aggregate(.count, .minimum(\.weight))
    #expect(heavy.mapValues(\.1) == ["sweep": 3])
    #expect(groups.having(.count) { $0 < 0 }.count() == [:])
  }

  @Test func `records are grouped by several properties`() {
    let groups = Card.group(by: \.title, \.personID).count()
    #expect(
      groups == [
        GroupKey("paint", "ann"): 1, GroupKey("paint", nil): 1, GroupKey("sweep", "ann"): 2,
        GroupKey("sweep", "bob"): 1, GroupKey("loose", nil): 1,
      ])
    let three = Card.group(by: \.title, \.personID, \.weight).count()
    #expect(three.count == 6)
    let one = three[GroupKey("sweep", "bob", 5)]
    #expect(one == 1)
    let weights = three.keys.map { key in
      let (_, _, weight) = key.values
      return weight
    }
    #expect(weights.sorted() == [1, 2, 3, 4, 5, 7])
  }

  @Test func `records are grouped by their parents`() {
    #expect(Card.group(by: \.board).count() == [home.id: 5, home.id + 1: 1])
    #expect(Card.group(by: \.person).sum(\.weight) == ["ann": 11, "bob": 5, nil: 6])
  }
}

import MotionModel
import MotionModelTestSupport
import Testing

/// What `and` keeps of another finder.
@Suite(.ownStore) struct MergingFindersTests {
  private func fill() throws {
    for number in 0..<24 {
      try Todo.create {
        $0.name = "todo \(number)"
        $0.priority = number % 4
        $0.location = number.isMultiple(of: 3) ? "home" : "work"
      }
    }
  }

  private var urgent: Finder<Todo> { Todo.where(\.priority >= 2) }

  @Test func `the order comes after the own one, and a limit is kept if there is none`() throws {
    try fill()
    let latest = Todo.records.order(by: \.id, .descending).limit(5)
    #expect(urgent.and(latest).all == urgent.order(by: \.id, .descending).limit(5).all)
    #expect(
      urgent.order(by: \.location).and(latest).all
        == urgent.order(by: \.location).order(by: \.id, .descending).limit(5).all)
    #expect(urgent.and(Todo.records.offset(3).limit(4)).all == urgent.offset(3).limit(4).all)
    #expect(urgent.and(latest.where(\.location).eq("home")).count == 4)
    #expect(
      urgent.limit(3).and(Todo.where(\.location).eq("home")).all == urgent.where(\.location == "home").limit(3).all)
  }

  @Test func `an order that is reversed in both, and distinct columns, are kept`() throws {
    try fill()
    let last = Todo.records.order(by: \.location).reversed()
    #expect(urgent.and(last).all == urgent.order(by: \.location).reversed().all)
    #expect(
      urgent.order(by: \.priority).reversed().and(last).all
        == urgent.order(by: \.priority).order(by: \.location).reversed().all)
    #expect(urgent.and(Todo.records.distinct(by: \.location)).all == urgent.distinct(by: \.location).all)
    #expect(urgent.distinct(by: \.priority).and(Todo.records.distinct(by: \.priority)).count == 2)
  }

  @Test func `a limit of both is the own one`() throws {
    try fill()
    #expect(urgent.limit(2).and(Todo.records.limit(7)).count == 2)
    #expect(
      urgent.distinct(by: \.priority).and(Todo.records.distinct(by: \.location)).all
        == urgent.distinct(by: \.priority).all)
    #expect(
      urgent.order(by: \.priority).and(Todo.records.order(by: \.name).reversed()).all
        == urgent.order(by: \.priority).all)
  }

  @Test func `or takes the conditions alone`() throws {
    try fill()
    #expect(urgent.or(Todo.where(\.location).eq("home").order(by: \.name).limit(1)).count == 16)
  }
}

import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

private struct Client: Model {
  var id = 0
  var name = ""
  var limit: Int?
  var isOpen = false

  static let schema = Schema<Client> {
    Column(\.name)
    Column(\.limit)
    Column(\.isOpen)
  }
}

private struct Bill: Model {
  var id = 0
  var title = ""
  var total = 0
  var paid = 0
  var discount: Int?
  var weight = 0.0
  var opened = Date(timeIntervalSince1970: 0)
  var closed: Date?
  var isSent = false
  var tags: [String] = []
  var clientID: Int?

  static let schema = Schema<Bill> {
    Column(\.title)
    Column(\.total, .ordered)
    Column(\.paid)
    Column(\.discount)
    Column(\.weight)
    Column(\.opened)
    Column(\.closed)
    Column(\.isSent)
    Column(\.tags)
    Column(\.clientID)
  }
  struct Relations: Sendable { let client = BelongsTo<Client>(\.clientID) }
  static let relations = Relations()
}

@Suite(.ownStore) struct ValueOperandTests {
  init() throws {
    let ann = try Client.create { ($0.name, $0.limit, $0.isOpen) = ("Ann", 40, true) }
    let bob = try Client.create { $0.name = "Bob" }
    try Bill.create {
      ($0.title, $0.total, $0.paid, $0.discount, $0.clientID) = ("a", 30, 30, 5, bob.id)
      ($0.closed, $0.tags, $0.isSent) = (Date(timeIntervalSince1970: 86_400 * 2), ["x", "y"], true)
    }
    try Bill.create { ($0.title, $0.total, $0.paid, $0.weight, $0.clientID) = ("bbb", 50, 20, .nan, ann.id) }
    try Bill.create { ($0.title, $0.total, $0.paid, $0.discount) = ("cc", Int.max, -1, Int.max) }
  }

  private func titles(_ condition: (Columns<Bill>) -> RecordPredicate<Bill>) -> [String] {
    Bill.where(condition).pluck(\.title)
  }

  @Test func `columns are compared with each other`() {
    #expect(titles { $0.total == $0.paid } == ["a"])
    #expect(titles { $0.total != $0.paid } == ["bbb", "cc"])
    #expect(titles { $0.total > $0.paid } == ["bbb", "cc"])
    #expect(titles { $0.total <= $0.paid } == ["a"])
    #expect(titles { $0.paid < $0.total } == ["bbb", "cc"])
    #expect(titles { $0.paid >= $0.total } == ["a"])
  }

  @Test func `an optional column is compared with one that is not`() {
    #expect(titles { $0.discount == $0.total } == ["cc"])
    #expect(titles { $0.discount != $0.total } == ["a", "bbb"])
    #expect(titles { $0.discount < $0.total } == ["a"])
    #expect(titles { $0.total >= $0.discount } == ["a", "cc"])
    #expect(titles { $0.closed > $0.opened } == ["a"])
  }

  @Test func `nil equals nil, and is neither less nor greater`() throws {
    try Bill.updateAll { $0.discount = nil }
    #expect(titles { $0.discount == $0.discount }.count == 3)
    #expect(titles { $0.discount <= $0.discount } == [])
  }

  @Test func `NaN equals nothing, and is neither less nor greater`() {
    #expect(titles { $0.weight == $0.weight } == ["a", "cc"])
    #expect(titles { $0.weight >= $0.weight } == ["a", "cc"])
  }

  @Test func `values are computed`() {
    #expect(titles { $0.total - $0.paid > 0 } == ["bbb"])
    #expect(titles { $0.total - 20 == 30 } == ["bbb"])
    #expect(titles { $0.total + $0.paid == 60 } == ["a"])
    #expect(titles { $0.paid * 2 - 10 > $0.total } == ["a"])
    #expect(titles { $0.total * $0.paid + 1 == 1_001 } == ["bbb"])
  }

  @Test func `a value that does not fit is nil, and so is what is computed from nil`() {
    #expect(titles { $0.total - $0.paid == nil } == ["cc"])
    #expect(titles { $0.total * 2 == nil } == ["cc"])
    #expect(titles { $0.total + $0.discount == nil } == ["bbb", "cc"])
  }

  /// Returns the sum of a column and as many ones as are given, which nests as deep.
  private static func sum(_ columns: Columns<Bill>, _ ones: Int) -> ComputedValue<Bill, Int?> {
    (1..<ones).reduce(columns.paid + 1) { sum, _ in sum + 1 }
  }

  @Test func `a nested computation computes each of its parts once`() {
    // Computing a part twice at each level would take longer than the world exists.
    #expect(Bill.where { Self.sum($0, 98) + $0.paid == 158 }.pluck(\.title) == ["a"])
    #expect(Bill.order(by: { Self.sum($0, 99) }).pluck(\.title) == ["cc", "bbb", "a"])
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a computation that is nested too deep traps with a sentence`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Bill.where { ValueOperandTests.sum($0, 101) == 1 }
      }
      expectSentence("A computed value is nested more than 100 deep", result)
    }
  #endif

  @Test func `characters and elements are counted`() {
    #expect(titles { $0.title.count > 1 } == ["bbb", "cc"])
    #expect(titles { $0.tags.count == 2 } == ["a"])
    #expect(titles { $0.title.count < $0.tags.count } == ["a"])
  }

  @Test func `times are subtracted`() {
    #expect(titles { $0.closed.days(since: $0.opened) == 2 } == ["a"])
    #expect(titles { $0.opened.seconds(since: $0.closed) == -172_800 } == ["a"])
    #expect(titles { $0.closed.days(since: $0.opened) == nil } == ["bbb", "cc"])
  }

  @Test func `a parent's column is an operand`() {
    #expect(titles { $0.total > $0.client.limit } == ["bbb"])
    #expect(titles { $0.client.name == $0.title } == [])
    #expect(titles { $0.client.name.count == 3 && $0.client.limit + 10 == $0.total } == ["bbb"])
  }

  @Test func `records are ordered by values`() {
    #expect(Bill.order(by: { $0.client.name }).pluck(\.title) == ["bbb", "a", "cc"])
    #expect(Bill.order(by: { $0.client.name }, .descending, nils: .first).pluck(\.title) == ["cc", "a", "bbb"])
    #expect(Bill.order(by: { $0.total - $0.paid }, .descending).pluck(\.title) == ["bbb", "a", "cc"])
    #expect(Bill.order(by: { $0.title.count }, .descending).pluck(\.title) == ["bbb", "cc", "a"])
    #expect(Bill.order(by: { $0.paid }).pluck(\.title) == ["cc", "bbb", "a"])
  }

  @Test func `an order by a column in a closure uses its index`() {
    #expect("\(Bill.order(by: { $0.total }).limit(1).plan)" == "\(Bill.order(by: \.total).limit(1).plan)")
  }

  @Test func `a condition on values can be read`() {
    #expect("\(Bill.where { $0.total - $0.paid > 0 })" == "Bill where (total - paid) > 0")
    #expect("\(Bill.where { $0.closed < $0.opened })" == "Bill where closed < opened")
    #expect("\(Bill.order(by: { $0.client.name }))" == "Bill order by name of Client")
  }

  @Test func `a Bool stands for itself`() {
    #expect(Bill.where(\.isSent).pluck(\.title) == ["a"])
    #expect(Bill.where { $0.isSent }.pluck(\.title) == ["a"])
    #expect(titles { !$0.isSent && $0.total > 40 } == ["bbb", "cc"])
    #expect(titles { $0.total == 50 || $0.isSent } == ["a", "bbb"])
    #expect(Bill.where(\.isSent).order(by: \.title).count == 1)
    #expect(Bill.where(\.isSent).eq(false).count == 2)
  }

  @Test func `a parent's Bool stands for itself, and is false without a parent`() {
    #expect(Bill.where { $0.client.isOpen }.pluck(\.title) == ["bbb"])
    #expect(titles { !$0.client.isOpen } == ["a", "cc"])
    #expect(titles { $0.client.isOpen && !$0.isSent } == ["bbb"])
    #expect(titles { $0.client.matches { $0.isOpen } } == ["bbb"])
  }

  @Test func `a record is found by a column`() throws {
    #expect(Bill.find(by: \.title, "cc")?.total == Int.max)
    #expect(Bill.find(by: \.title, "d") == nil)
    #expect(Bill.find(by: \.clientID, nil)?.title == "cc")
    #expect(Bill.where(\.isSent).find(by: \.title, "cc") == nil)
    #expect(try Bill.require(by: \.total, 50).title == "bbb")
    #expect(throws: StoreError.noMatch(model: "Bill")) { try Bill.require(by: \.title, "d") }
  }
}

import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore) struct ModelIDTests {
  struct Record<ID: ModelID>: Model {
    var id: ID
    var name = ""
    init() { id = ID.unassignedForTests }
    static var schema: Schema<Record> { Schema { Column(\.name) } }
  }

  @Test func `integers of every width are counted`() throws {
    func check<ID: ModelID & FixedWidthInteger>(_ type: ID.Type) throws {
      let first = try Record<ID>.create()
      let second = try Record<ID>.create { $0.id = 100 }
      let third = try Record<ID>.create()
      #expect([first.id, second.id, third.id] == [1, 100, 101] as [ID])
      #expect(Record<ID>.find(100)?.id == 100)
      #expect(Record<ID>.where(\.id == 101).count == 1)
    }
    try check(Int.self)
    try check(Int8.self)
    try check(UInt8.self)
    try check(Int16.self)
    try check(UInt16.self)
    try check(Int32.self)
    try check(UInt32.self)
    try check(Int64.self)
    try check(UInt64.self)
    try check(UInt.self)
  }

  @Test func `an id type that has no more ids throws`() throws {
    try Record<Int8>.create { $0.id = 126 }
    #expect(try Record<Int8>.create().id == 127)
    #expect(throws: StoreError.idsExhausted(model: "Record<Int8>")) { try Record<Int8>.create() }
    #expect(Record<Int8>.count == 2)
  }

  @Test func `ids near the maximum of their type leave smaller ids for others`() throws {
    try Record<Int8>.create { $0.id = .max }
    #expect(try Record<Int8>.create().id == 2)
    for id in [Int.max, .max - 1, 1 << 62] { try Record<Int>.create { $0.id = id } }
    #expect(try Record<Int>.create().id == 4)
    for id in [UInt64.max, 1 << 63, 1 << 62] { try Record<UInt64>.create { $0.id = id } }
    #expect(try Record<UInt64>.create().id == 4)
    try Record<Int>.create { $0.id = (1 << 62) - 1 }
    #expect(try Record<Int>.create().id == (1 << 62) + 1)
  }

  @Test func `negative and huge ids are kept`() throws {
    try Record<Int>.create { $0.id = -5 }
    #expect(try Record<Int>.create().id == 1)
    try Record<UInt64>.create { $0.id = .max }
    #expect(try Record<UInt64>.create().id.isAssigned)
    #expect(Record<UInt64>.find(.max) != nil)
  }

  @Test func `optional ids are generated when they are nil`() throws {
    let first = try Record<Int?>.create()
    #expect(first.id == 1)
    #expect(Record<Int?>.find(1)?.id == 1)
    #expect(Record<Int?>.where(\.id == 1).count == 1)
    #expect(Record<Int?>.find(nil)?.id == nil)
    let text = try Record<String?>.create()
    #expect(text.id?.isEmpty == false)
  }

  @Test func `messages show an id as its string`() throws {
    var record = try Record<Int?>.create()
    let other = Record<Int?>.schema.modelName
    #expect(throws: StoreError.idTaken(model: other, id: "1")) { try record.insert() }
    #expect(throws: StoreError.notFound(model: other, id: "7")) { try Record<Int?>.require(7) }
    try record.delete()
    #expect(throws: StoreError.recordGone(model: other, id: "1")) { try record.save() }
    #expect(throws: StoreError.recordGone(model: other, id: "1")) { try record.reload() }
  }

  @Test func `string ids are compared exactly and generated in time order`() throws {
    try Record<String>.create { $0.id = "abc" }
    #expect(Record<String>.find("ABC") == nil)
    let made = try (0..<100).map { _ in try Record<String>.create().id }
    #expect(made == made.sorted() && Set(made).count == 100)
    #expect(made.allSatisfy { UUID(uuidString: $0) != nil })
  }

  @Test func `given UUIDs are kept, and the nil UUID is replaced`() throws {
    let id = UUID()
    try Record<UUID>.create { $0.id = id }
    #expect(Record<UUID>.find(id)?.id == id)
    #expect(try Record<UUID>.create().id.isAssigned)
  }

  @Test func `version 7 UUIDs are in time order on any thread and contain their time`() async {
    let batches = await withTaskGroup(of: [UUID].self, returning: [[UUID]].self) { group in
      for _ in 0..<8 { group.addTask { (0..<2_000).map { _ in UUID.version7() } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(batches.allSatisfy { $0 == $0.sorted { $0.uuidString < $1.uuidString } })
    #expect(Set(batches.joined()).count == 16_000)
    let dated = UUID.version7(at: Date(timeIntervalSince1970: 0x0123_4567_89AB / 1000.0))
    #expect(dated.uuidString.hasPrefix("01234567-89AB-7"))
    #expect("89AB".contains(Array(dated.uuidString)[19]))
    #expect(UUID.version7(at: .distantPast).uuidString.hasPrefix("00000000-0000-7"))
  }

  @Test func `a custom id type generates its own ids`() throws {
    struct TicketID: ModelID, RawRepresentable {
      var rawValue: String
      var isAssigned: Bool { !rawValue.isEmpty }
      static func make(number: Int) -> TicketID? { TicketID(rawValue: "T-\(number)") }
    }
    struct Ticket: Model {
      var id = TicketID(rawValue: "")
      static let schema = Schema<Ticket> {}
    }
    try Ticket.create { $0.id = TicketID(rawValue: "T-2") }
    let made = try (0..<3).map { _ in try Ticket.create().id.rawValue }
    #expect(made == ["T-3", "T-4", "T-5"])
    let present = Ticket.new { $0.id = TicketID(rawValue: "T-7") }
    let many = try Ticket.insert(contentsOf: [Ticket(), Ticket(), present])
    #expect(many.map(\.id.rawValue) == ["T-6", "T-8", "T-7"])
    #expect(Ticket.find(TicketID(rawValue: "T-2")) != nil)
    #expect(Ticket.schema.columns.map(\.description) == ["id: TicketID (String)"])
  }
}

extension ModelID {
  /// The value that stands for no id, for the types in these tests.
  static var unassignedForTests: Self {
    for attribute in [AttributeValue.null, 0, "", .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))] {
      if let id = try? Self(attribute: attribute), !id.isAssigned { return id }
    }
    preconditionFailure("no sign for a missing id")
  }
}

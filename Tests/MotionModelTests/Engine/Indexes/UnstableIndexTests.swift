import MotionModel
import MotionModelTestSupport
import Synchronization
import Testing

/// An index of values that change by themselves, or whose comparisons are inconsistent, may miss records. It must never
/// lead to memory that does not hold a record.
@Suite(.ownStore, .serialized) struct UnstableIndexTests {
  private var seed: Comment { "seed \(TestSeed.current)" }

  @Test func `a computed value that changes with time leaves no deleted record in its index`() throws {
    for number in 1...200 {
      try Loan.create {
        $0.name = "a name that is too long to be held in place \(number)"
        $0.isKept = number <= 100
      }
    }
    Loan.due.store(true, ordering: .relaxed)
    for id in 101...200 { try Loan.delete(id) }
    #expect(Loan.where(\.isDue).eq(false).ids == Array(1...100))
    #expect(Loan.where(\.isDue).eq(true).ids == [])
    #expect(Store.current.violation() == nil)
  }

  @Test(arguments: Shift.allCases)
  fileprivate func `random writes to unstable indexes find only stored records, each once`(shift: Shift) throws {
    var random = TestSeed.generator(1_100 + shift.rawValue)
    let store = Store.current
    var (expected, next) = (Set<Int>(), 1)
    for step in 0..<120 {
      if random.chance(30) { Whim.turn() }
      Whim.shift.store(random.chance(50) ? shift.rawValue : 0, ordering: .relaxed)
      switch random.number(0...6) {
      case 0, 1:
        let new = (0..<random.number(1...30)).map { Whim.random(&random, id: next + $0) }
        try Whim.insert(contentsOf: new)
        expected.formUnion(new.map(\.id))
        next += new.count
      case 2:
        var whim = Whim.random(&random, id: next)
        try whim.save()
        expected.insert(next)
        next += 1
      case 3:
        guard var whim = random.pickAny(expected.sorted()).flatMap({ Whim.find($0) }) else { continue }
        whim.change(&random)
        try whim.save()
      case 4:
        for id in expected.sorted().shuffled(using: &random).prefix(random.number(1...20)) {
          #expect(try Whim.delete(id), seed)
          expected.remove(id)
        }
      case 5:
        let remainder = random.number(0...4)
        try Whim.find { $0.id % 5 == remainder }.updateAll { $0.number += 1 }
      default:
        let remainder = random.number(0...9)
        try Whim.find { $0.id % 10 == remainder }.deleteAll()
        expected = expected.filter { $0 % 10 != remainder }
      }
      for finder in Whim.finders(&random) {
        let ids = finder.all.map(\.id)
        #expect(Set(ids).count == ids.count, "\(finder.plan), step \(step), \(seed)")
        #expect(Set(ids).isSubset(of: expected), "\(finder.plan), step \(step), \(seed)")
      }
      #expect(Whim.find { _ in true }.ids == expected.sorted(), seed)
    }
    try Whim.deleteAll()
    for index in store.indexes(of: Whim.self) { #expect(index.entryCount == 0, "\(index.name), \(seed)") }
    #expect(store.violation() == nil, seed)
  }

  @Test func `an index that lost a record is right after the next change, once its values are stable`() throws {
    Whim.shift.store(Shift.moods.rawValue, ordering: .relaxed)
    try Whim.insert(contentsOf: (1...100).map { id in Whim(id) })
    Whim.turn()
    try Whim.find { $0.id <= 50 }.deleteAll()
    #expect(Store.current.violation() == nil)
  }

  @Test func `an id whose hash changes finds its record or nil`() throws {
    var (random, next) = (TestSeed.generator(1_110), 0)
    for _ in 0..<400 {
      let id = TicketID(number: random.number(1...max(1, next)))
      switch random.number(0...3) {
      case 0:
        let count = random.number(1...20)
        try Ticket.insert(contentsOf: (1...count).map { Ticket(id: TicketID(number: next + $0)) })
        next += count
      case 1: _ = try? Ticket.delete(id)
      case 2: try Ticket.find { $0.id.value % 7 == id.value % 7 }.deleteAll()
      default:
        if let ticket = Ticket.find(id) { #expect(ticket.id.value == id.value, seed) }
      }
      #expect(Ticket.all.count == Ticket.count, seed)
    }
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `the log names an index that did not find a record again`() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let warnings = Collector<String>()
        Log.handler = { entry in
          Log.standardError(entry)
          warnings.add(entry.message)
        }
        let loans = Store().table(Loan.self)
        try loans.insert(contentsOf: (1...3).map { _ in Loan() })
        Loan.due.store(true, ordering: .relaxed)
        for id in 1...3 { try loans.delete(id) }
        // A separate task writes the log. Another one would have begun by then.
        try await wait { !warnings.values.isEmpty }
        try await Task.sleep(for: .milliseconds(200))
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("The index due of Loan did not find a record again"), "\(text)")
      #expect(text.split(separator: "did not find").count == 2, "once: \(text)")
    }
  #endif
}

// MARK: - Models

/// The values of a ``Whim`` that change by themselves.
private enum Shift: Int, CaseIterable {
  case nothing, computed, moods, laws, everything
}

/// A record with a computed property that depends on something outside of it.
private struct Loan: Model {
  var id = 0
  var name = ""
  var isKept = false

  static let due = Atomic<Bool>(false)
  var isDue: Bool { !isKept && Self.due.load(ordering: .relaxed) }

  static let schema = Schema<Loan> {
    Column(\.name)
    Column(\.isKept)
    Index(\.isDue, name: "due")
  }
}

/// A value that changes, or violates the laws of its protocols, if the test says so.
private struct Mood: RawRepresentable, ColumnValue, Comparable {
  var rawValue = 0

  private var now: Int {
    switch Shift(rawValue: Whim.shift.load(ordering: .relaxed)) {
    case .moods: (rawValue &+ Whim.time) % 5
    case .laws, .everything: Whim.turn() % 5
    default: rawValue
    }
  }

  static func == (first: Mood, second: Mood) -> Bool { first.now == second.now }
  static func < (first: Mood, second: Mood) -> Bool { first.now < second.now }
  func hash(into hasher: inout Hasher) { hasher.combine(now) }
}

private struct Whim: Model {
  var id = 0
  var number = 0
  var mood = Mood()
  var moods: [Mood] = []
  var name = ""

  static let shift = Atomic<Int>(0)
  private static let turns = Atomic<Int>(0)
  static var time: Int { turns.load(ordering: .relaxed) }
  @discardableResult static func turn() -> Int { turns.add(1, ordering: .relaxed).newValue }

  private var offset: Int {
    switch Shift(rawValue: Self.shift.load(ordering: .relaxed)) {
    case .computed: Self.time
    case .everything: Self.turn()
    default: 0
    }
  }

  var digit: Int { (number + offset) % 7 }
  var ratio: Double { digit == 0 ? .nan : Double(digit) }
  var label: String? { digit == 1 ? nil : "label \(digit) of \(id % 3)" }
  var labels: [String] { (0..<digit % 4).map { "\($0 + offset % 3)" } }
  var isOdd: Bool { digit % 2 == 1 }

  static let schema = Schema<Whim> {
    Column(\.number, .indexed)
    Column(\.mood, .indexed)
    Column(\.moods)
    Column(\.name)
    Index(\.digit)
    Index(\.ratio)
    Index(\.label)
    Index(\.digit, \.mood, \.number)
    Index(orderedBy: \.digit)
    Index(orderedBy: \.ratio)
    Index(orderedBy: \.label)
    Index(orderedBy: \.mood)
    Index(elementsOf: \.labels)
    Index(elementsOf: \.moods)
    Index(substringsOf: \.label)
    Index(substringsOf: \.name, where: \.isOdd == true)
    Index(\.number, where: \.isOdd == true)
    Index(orderedBy: \.number, where: \.mood == Mood(rawValue: 1))
    Index(elementsOf: \.labels, where: \.digit > 2)
    Index(\.id, \.digit, unique: true)
  }

  init() {}

  init(_ id: Int) { (self.id, number, mood) = (id, id, Mood(rawValue: id % 5)) }

  static func random(_ random: inout SplitMix64, id: Int) -> Whim {
    var whim = Whim(id)
    whim.change(&random)
    return whim
  }

  mutating func change(_ random: inout SplitMix64) {
    (number, mood) = (random.number(0...20), Mood(rawValue: random.number(0...4)))
    moods = (0..<random.number(0...3)).map { _ in Mood(rawValue: random.number(0...4)) }
    name = "a name that is too long to be held in place \(number)"
  }

  static func finders(_ random: inout SplitMix64) -> [Finder<Whim>] {
    let (digit, mood) = (random.number(0...6), Mood(rawValue: random.number(0...4)))
    return [
      Whim.where(\.digit == digit), Whim.where(\.ratio == Double(digit)), Whim.where(\.label == nil),
      Whim.where(\.mood == mood), Whim.where(\.digit == digit && \.mood == mood && \.number == digit),
      Whim.where(\.digit > digit), Whim.where(\.mood <= mood), Whim.order(by: \.digit).limit(9),
      Whim.order(by: \.mood, .descending).limit(9), Whim.where(\.labels).contains("\(digit)").finder,
      Whim.where(\.moods).contains(mood).finder, Whim.where(\.label).contains("label \(digit)").finder,
      Whim.where(\.isOdd == true && \.number == digit), Whim.where(\.isOdd == true).where(\.name).contains("place"),
      Whim.where(\.mood == Mood(rawValue: 1) && \.number < digit), Whim.where(\.number == digit),
      Whim.where(\.label == "label 2 of 1" || \.digit == digit),
    ]
  }
}

/// An id whose hash changes.
private struct TicketID: ModelID {
  static let salt = Atomic<Int>(0)
  var value = 0

  init(number: Int) { value = number }

  var isAssigned: Bool { value != 0 }
  var number: Int? { value }
  static func make(number: Int) -> TicketID? { TicketID(number: number) }

  static var columnType: ColumnType { Int.columnType }
  var attribute: AttributeValue { value.attribute }
  init(attribute: AttributeValue) throws(CastError) { value = try Int(attribute: attribute) }

  /// Hashes another number after every few calls.
  func hash(into hasher: inout Hasher) {
    hasher.combine(value &+ Self.salt.add(1, ordering: .relaxed).newValue / 37 % 3)
  }
}

private struct Ticket: Model {
  var id = TicketID(number: 0)

  static let schema = Schema<Ticket> {}
}

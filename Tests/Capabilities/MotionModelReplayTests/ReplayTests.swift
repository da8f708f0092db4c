import Foundation
import MotionModel
import MotionModelReplay
import MotionModelTestSupport
import Testing

/// A program's use of a store that is recorded and played back.
@Suite(.temporaryFolder) struct ReplayTests {
  private func session(_ makeStore: ((@escaping @Sendable () -> Date, IDGenerator) throws -> Store)? = nil) throws
    -> Session
  {
    try Session(makeStore: makeStore ?? { Store(clock: $0, ids: $1, notificationCenter: nil) })
  }

  private func replay(_ recording: Recording, _ fault: Bank.Fault = .none) throws -> Session {
    try recording.replay { step, session in try Bank(session: session, fault: fault).take(step) }
  }

  /// A recording with a transfer, and one that failed.
  private func recorded() throws -> (Recording, Store) {
    let session = try session()
    let bank = Bank(session: session)
    let (ann, bob) = (try bank.open("ann"), try bank.open("bob"))
    try bank.transfer(.init(from: ann, to: bob, amount: 10))
    #expect(throws: BankError.self) { try bank.transfer(.init(from: ann, to: bob, amount: 10_000_000)) }
    return (session.recording, session.store)
  }

  @Test(arguments: 0..<10) func `random programs replay to the same records, also from a file`(_ run: Int) throws {
    var random = TestSeed.generator(run)
    let session = try session()
    try Bank(session: session).work(&random)
    let recording = session.recording
    let (first, url) = (try replay(recording), TemporaryFolder.current.appending(path: "bank.replay"))
    #expect(try first.store.string(as: .json) == session.store.string(as: .json), "seed \(TestSeed.current)")
    try recording.write(to: url)
    #expect(try Recording(contentsOf: url) == recording)
    #expect(try replay(Recording(contentsOf: url)).store.string(as: .json) == session.store.string(as: .json))
    let decoded = try JSONDecoder().decode(Recording.self, from: JSONEncoder().encode(recording))
    #expect(decoded == recording)
  }

  @Test func `a recording prints its steps`() throws {
    let (recording, _) = try recorded()
    let text = "\(recording)"
    #expect(text.hasPrefix("1. open \"ann\"\n  outside rate: "))
    #expect(text.contains(#"  commit + Account "#) && text.contains(#"owner "ann", balance "#))
    #expect(text.contains("  answer owners: [\"ann\", \"bob\"]\n"))
    #expect(text.contains("\n3. transfer {\"amount\": 10, \"from\": \""))
    #expect(text.contains("  commit by ann; ~ Account "))
    #expect(text.contains("\n  threw overdrawn(by: "))
    let step = recording.steps[3]
    #expect(step.name == "transfer" && step.events.isEmpty && step.times.count > 0)
    #expect(try step.input(Bank.Transfer.self).amount == 10_000_000)
    #expect(throws: DecodingError.self) { try step.input(Int.self) }
  }

  @Test(arguments: [
    (Bank.Fault.write, 1, "open", "commit + Account", "owner \"ANN\""),
    (.answer, 1, "open", "answer owners: [\"ann\"]", "answer owners: [\"ann\", \"nobody\"]"),
    (.order, 3, "transfer", "commit by ann; ~ Account", "commit by ann; ~ Account"),
    (.random, 1, "open", "no further value from outside", "a wish for a random number"),
    (.error, 4, "transfer", "threw overdrawn", "commit by ann"),
  ])
  func `the first difference says the step, what was expected and what came`(
    _ fault: Bank.Fault, _ step: Int, _ name: String, _ expected: String, _ found: String
  ) throws {
    let (recording, _) = try recorded()
    do {
      _ = try replay(recording, fault)
      Issue.record("The replay did not differ.")
    } catch ReplayError.diverged(let number, let called, let wanted, let came) {
      #expect(number == step && called == name)
      #expect(wanted.contains(expected) || wanted == "nothing further", "\(wanted)")
      #expect(came.contains(found), "\(came)")
      let text = "\(ReplayError.diverged(step: number, name: called, expected: wanted, found: came))"
      #expect(text.hasPrefix("Step \(step), \(name), is not what was recorded: expected "))
    }
  }

  @Test func `records that the store had are part of the recording`() throws {
    let session = try session { clock, ids in
      let store = Store(clock: clock, ids: ids, notificationCenter: nil)
      var account = Account()
      (account.id, account.owner, account.balance) = ("first", "zoe", 50)
      try store.table(Account.self).insert(contentsOf: [account])
      return store
    }
    let bank = Bank(session: session)
    let ann = try bank.open("ann")
    try bank.transfer(.init(from: "first", to: ann, amount: 20))
    let recording = try Recording(text: session.recording.text)
    #expect(recording.records != nil)
    let replayed = try recording.replay(models: [Account.self]) { try Bank(session: $1).take($0) }
    #expect(replayed.store.table(Account.self).records.all == session.store.table(Account.self).records.all)
    #expect(throws: FileError.self) { try recording.replay { try Bank(session: $1).take($0) } }
  }

  @Test func `a recording of a step that did not end is replayed as far as it goes`() throws {
    var (recording, _) = try recorded()
    recording.steps.removeLast(2)
    recording.steps[1] = try #require(
      Recording(text: recording.text.split(separator: "\n").dropLast(2).joined(separator: "\n")).steps.last)
    #expect(recording.steps[1].outcome == nil && "\(recording)".hasSuffix("  did not end"))
    #expect(throws: ReplayError.self) { try replay(recording) }
    let crashed = try session()
    try? crashed.step("open", "ann") { _ in
      #expect(crashed.recording.steps.last?.outcome == nil)
    }
  }

  @Test func `a step that is not taken, or not known, is an error`() throws {
    let (recording, _) = try recorded()
    #expect(
      throws: ReplayError.diverged(
        step: 1, name: "open", expected: "the step open", found: "no call of session.step")
    ) { try recording.replay { _, _ in } }
    #expect(throws: ReplayError.unknownStep("open")) {
      try recording.replay { step, _ in throw ReplayError.unknownStep(step.name) }
    }
    #expect(
      throws: ReplayError.diverged(
        step: 1, name: "open", expected: "the input \"ann\" of open", found: "the input \"eve\" of open")
    ) { try recording.replay { _, session in try Bank(session: session).open("eve") } }
    var shorter = recording
    shorter.steps.removeLast()
    #expect(throws: ReplayError.self, "One step more than was recorded.") {
      try shorter.replay { step, session in
        try Bank(session: session).take(step)
        if step == shorter.steps.last { try session.step("more") {} }
      }
    }
  }

  @Test func `commits outside of steps are counted, and cannot be replayed`() throws {
    let session = try session()
    try session.store.table(Account.self).insert(contentsOf: [Account()])
    #expect(session.recording.outsideCommits == 1)
    #expect(throws: ReplayError.commitsOutside(count: 1)) { try replay(Recording(text: session.recording.text)) }
    let (recording, _) = try recorded()
    #expect(throws: ReplayError.self) {
      try recording.replay { step, session in
        try Bank(session: session).take(step)
        try session.store.table(Entry.self).deleteAll()
      }
    }
  }

  @Test func `an error of the test is passed on`() throws {
    struct Stop: Error {}
    let (recording, _) = try recorded()
    #expect(throws: Stop.self) { try recording.replay { _, _ in throw Stop() } }
  }

  @Test func `values from outside and answers come back exactly`() throws {
    struct Odd: Codable, Equatable {
      var tenth = 0.1
      var third = 1.0 / 3
      var large = 1e300
      var whole = 2.0
      var date = Date(timeIntervalSinceReferenceDate: 12345.678)
      var text = "\"\\\n\u{1}ü😀/"
      var none: Int?
      var list = [1, -2, Int.max]
      var decimal = Decimal(string: "12345678901234567890.12345")
    }
    let session = try session()
    let program = { (session: Session) in
      try session.step("odd", Odd()) { odd in
        let outside = try session.outside("odd") { odd }
        try session.answer("odd", outside)
        return outside
      }
    }
    #expect(try program(session) == Odd())
    let recording = try Recording(text: session.recording.text)
    #expect(recording == session.recording)
    try recording.replay { step, session in
      let (input, output) = (try step.input(Odd.self), try program(session))
      #expect(input == Odd() && output == Odd())
    }
  }

  private static let oddNumbers: [Double] = [
    .nan, -.nan, .infinity, -.infinity, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
  ]

  @Test(arguments: oddNumbers) func `numbers that JSON does not have are recorded, and come back`(_ number: Double)
    throws
  {
    struct Reading: Codable {
      var value: Double
      var list: [Float]
      var map: [String: Double?]
      var date: Date
    }
    func isSame(_ first: Double, _ second: Double) -> Bool { first == second || first.isNaN && second.isNaN }
    let reading = Reading(
      value: number, list: [Float(number)], map: ["a": number, "b": nil],
      date: Date(timeIntervalSinceReferenceDate: number))
    let program = { (session: Session, reading: Reading) in
      try session.step("read", reading) { reading in
        let outside = try session.outside("sensor") { reading.value }
        try session.answer("mean", [outside])
        return Reading(value: outside, list: reading.list, map: reading.map, date: reading.date)
      }
    }
    let session = try session()
    #expect(isSame(try program(session, reading).value, number))
    let recording = try Recording(text: session.recording.text)
    #expect(recording == session.recording)
    try recording.replay { step, session in
      let output = try program(session, try step.input())
      #expect(isSame(output.value, number) && isSame(output.map["a"].flatMap(\.self) ?? 0, number))
      #expect(isSame(Double(output.list[0]), Double(Float(number))))
      #expect(isSame(output.date.timeIntervalSinceReferenceDate, number))
    }
  }

  /// A value that refuses to be encoded, as one may whose program never stores it.
  private struct Refusing: Codable {
    struct Refusal: Error {}
    init() {}
    init(from decoder: any Decoder) throws { throw Refusal() }
    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }

  @Test func `a value that cannot be encoded makes no call fail`() throws {
    let program = { (session: Session) in
      try session.step("refuse", Refusing()) { input in
        _ = try session.outside("other") { 1 }
        return input
      }
    }
    let session = try session()
    _ = try program(session)
    #expect(session.recording.steps.map(\.inputText) == [#"{"unrecorded": "Refusing"}"#])
    #expect(session.recording.steps.map(\.outcome) == [.returned(#"{"unrecorded": "Refusing"}"#)])
    try session.recording.replay { _, session in _ = try program(session) }
    #expect(throws: Refusing.Refusal.self) { try session.recording.steps[0].input(Refusing.self) }
    _ = try session.step("outside", 1) { _ in _ = try session.outside("refusing") { Refusing() } }
  }

  @Test func `JSON of any depth is recorded as it is`() throws {
    indirect enum Nested: Codable, Equatable {
      case leaf
      case node(Nested)
    }
    let deep = (0..<200).reduce(Nested.leaf) { nested, _ in .node(nested) }
    let session = try session()
    try session.step("deep", deep) { _ in }
    let recording = try Recording(text: session.recording.text)
    #expect(recording == session.recording && recording.steps[0].inputText.hasPrefix(#"{"node""#))
    #expect(try recording.steps[0].input(Nested.self) == deep)
  }

  @Test(arguments: ["\n", "\r\n", "\r"], ["", "\u{FEFF}"])
  func `a recording is read with all ends of lines`(end: String, mark: String) throws {
    let session = try session()
    try session.step("text", "\r\n\r\n\u{2028}\u{85}\u{FEFF}") { text in try session.answer("text", text) }
    try Bank(session: session).open("\r\n")
    let text = session.recording.text
    #expect(!text.contains("\r"))
    #expect(try Recording(text: mark + text.replacing("\n", with: end)) == session.recording)
    #expect(try Recording(text: mark + text.replacing("\n", with: end + end)) == session.recording)
  }

  @Test func `uuids, optional ids and given generators are recorded`() throws {
    struct Doc: Model {
      var id: UUID?
      static let schema = Schema<Doc> {}
    }
    let ids = IDGenerator.standard.making(String.self) { "account \($0)" }
    let session = try Session(ids: ids) { Store(clock: $0, ids: $1, notificationCenter: nil) }
    #expect(try Bank(session: session).open("ann") == "account 1")
    let take = { (session: Session) in try session.step("doc") { _ = try Doc.create { _ in } } }
    try take(session)
    let id = session.store.table(Doc.self).records.first?.id
    #expect(id != nil)
    let replayed = try session.recording.replay { step, session in
      if step.name == "doc" { try take(session) } else { try Bank(session: session).take(step) }
    }
    #expect(replayed.store.table(Doc.self).records.first?.id == id)
    #expect(replayed.store.table(Account.self).records.first?.id == "account 1")
    #expect(replayed.isReplaying && !session.isReplaying)
  }

  @Test func `steps of several threads run one after the other`() async throws {
    let session = try session()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 { group.addTask { _ = try? Bank(session: session).open("owner \(number)") } }
    }
    let recording = session.recording
    #expect(recording.steps.count == 8 && recording.outsideCommits == 0)
    #expect(try replay(recording).store.string(as: .json) == session.store.string(as: .json))
  }

  @Test(arguments: [
    ("", 1, "the format MotionModel Replay"), ("{}", 1, "the format MotionModel Replay in the version 1"),
    ("no", 1, "an object of JSON"), ("H\n{\"time\": 1}", 2, "a step, or what happened in one"),
    ("H\n{\"step\": \"a\", \"input\": 1}\n{\"commit\": [1, []]}", 3, "a step, or what happened in one"),
    ("H\n\n[1]", 3, "an object of JSON"),
    (
      "{\"format\": \"MotionModel Replay\", \"version\": 1, \"outsideCommits\": \"many\"}", 1,
      "a number of commits outside of steps"
    ),
  ])
  func `a damaged file is refused with the line`(_ text: String, _ line: Int, _ expected: String) throws {
    let head = "{\"format\": \"MotionModel Replay\", \"version\": 1}"
    #expect(throws: ReplayError.unreadable(line: line, expected: expected)) {
      try Recording(text: text.replacing("H", with: head, maxReplacements: 1))
    }
  }
}

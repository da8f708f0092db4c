import Foundation
import MotionModel
import MotionModelReplay
import MotionModelTestSupport
import MotionModelTransactions

/// A record with the kinds of values that a recording has to keep.
struct Bill: Model, Equatable {
  var id = ""
  var payer = ""
  var note: String?
  var amount: Decimal = 0
  var share = 0.0
  var dueOn: Date?
  var paidAt: Date?
  var isUrgent = false
  var tags: [String] = []

  static let schema = Schema<Bill> {
    Column(\.payer)
    Column(\.note)
    Column(\.amount)
    Column(\.share)
    Column(\.dueOn)
    Column(\.paidAt)
    Column(\.isUrgent)
    Column(\.tags)
  }
}

/// A program that does the same in every run, and whose texts are hard to write into a file.
struct Ledger {
  struct Draft: Codable, Equatable {
    var payer: String
    var note: String?
    var amount: Decimal
    var share: Double
    var dueOn: Date?
    var isUrgent: Bool
    var tags: [String]
  }

  enum Refusal: Error { case unknown(String?) }

  static let pay = "pay \"now\"\n\u{7F}# \\#(or) `never`"

  let session: Session

  /// A step without an input and a result.
  func open() throws {
    try session.step("open") { session.answer("bills", records: Bill.order(by: \.id)) }
  }

  func write(_ draft: Draft) throws -> Bill.ID {
    try session.step("write", draft) { draft in
      let bill = try Bill.create { bill in
        (bill.payer, bill.note, bill.amount, bill.share) = (draft.payer, draft.note, draft.amount, draft.share)
        (bill.dueOn, bill.isUrgent, bill.tags) = (draft.dueOn, draft.isUrgent, draft.tags)
      }
      return bill.id
    }
  }

  /// A step whose name, result, error and value from outside are hard to write.
  func pay(_ id: Bill.ID?) throws -> Date? {
    try session.step(Self.pay, id) { id in
      guard let id, var bill = Bill.find(id) else { throw Refusal.unknown(id) }
      let rate = try session.outside("rate of \"€\"") { Decimal(string: "1.0850") }
      try bill.update { bill in
        bill.amount *= rate ?? 1
        bill.paidAt = bill.isUrgent ? session.clock() : nil
      }
      return try session.answer("paid", bill.paidAt)
    }
  }

  func erase(_ ids: [Bill.ID?]) throws -> [String: Int] {
    try session.step("erase", ids) { ids in
      try session.store.transaction(metadata: Changeset.Metadata(author: "\"ann\"\\")) { _ in
        for id in ids { try id.flatMap { Bill.find($0) }?.delete() }
      }
      return ["left": Bill.count, "\u{1}#\"": -1]
    }
  }

  /// Takes a recorded step.
  func take(_ step: Recording.Step) throws {
    switch step.name {
    case "open": try open()
    case "write": _ = try write(try step.input())
    case Self.pay: _ = try pay(try step.input())
    case "erase": _ = try erase(try step.input())
    default: throw ReplayError.unknownStep(step.name)
    }
  }
}

extension Ledger {
  /// Quotes, backslashes, signs and ends of lines that mean something in the source of Swift, in JSON, or to a reader.
  static let hardTexts = [
    "\"", "\"\"\"", "\"\"\"#", "\"\"\"##\n\"\"\"###", "\\", "\\n", "\\(1 + 1)", "\\#(1 + 1)", "\\##(1 + 1)",
    "\\#\u{301}(1)", "#\u{FE0F}\u{20E3}", "\n", "\r\n", "\r", "\t  ", "\u{0}", "\u{1}\u{7F}\u{85}", "\u{2028}\u{2029}",
    "\u{FEFF}",
    "\u{202E}abc\u{2066}", "e\u{301}ü日本👩‍👩‍👧😀", "// */ /* `let`", "", " ", "{\"json\": \"x\"}", "null",
  ]

  /// The same recording in every run.
  static func recorded() throws -> Recording {
    let ticks = Counter()
    let clock = { @Sendable in
      ticks.add()
      return Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(ticks.value) / 8)
    }
    let ids = IDGenerator.standard.making(String.self) { "bill \"\($0)\"" }
    let session = try Session(clock: clock, ids: ids) { clock, ids in
      let store = Store(clock: clock, ids: ids, notificationCenter: nil)
      let first = Bill.new { ($0.id, $0.payer, $0.tags) = ("first", "zoe", hardTexts) }
      try store.table(Bill.self).insert(contentsOf: [first])
      return store
    }
    try Ledger(session: session).work()
    return session.recording
  }

  private func work() throws {
    try open()
    var paid: [Bill.ID?] = [nil, "nobody"]
    for (number, text) in Self.hardTexts.enumerated() {
      let draft = Draft(
        payer: text, note: number % 3 == 0 ? nil : text, amount: Decimal(number) / 7, share: Double(number) / 7,
        dueOn: number % 2 == 0 ? nil : Date(timeIntervalSinceReferenceDate: 799_999_999.1 + Double(number)),
        isUrgent: number % 5 > 0, tags: [text, "\(text)\(text)"])
      paid.append(try write(draft))
    }
    for id in paid { do { _ = try pay(id) } catch is Refusal {} }
    _ = try erase(paid)
    try open()
  }
}

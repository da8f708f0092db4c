import Foundation
import MotionModel
import MotionModelJournal
import MotionModelTestSupport
import MotionModelTransactions
import MotionModelValidation
import Testing

/// What a program does that keeps the accounts of a household: it imports the statements of banks and reports refused
/// rows, takes an import back on another day, and shows the past.
@Suite(.temporaryFolder) struct LedgerTests {
  private struct Account: Model, Equatable {
    var id = 0
    var name = ""
    var balance = Decimal(0)

    static let schema = Schema<Account> {
      Column(\.name, .unique)
      Derived(\.balance, sum: \.bookings, \.amount)
    }
    struct Relations: ModelRelations { let bookings = HasMany<Booking>(\.accountID, dependent: .destroy) }
  }

  private struct Booking: Model, Equatable, Validatable {
    var id = 0
    var day: Date?
    var payee = ""
    var amount = Decimal(0)
    var accountID = 0

    struct Relations: ModelRelations { let account = BelongsTo<Account>(\.accountID) }
    static let validations = Validations<Booking> { Presence(\.payee) }
  }

  // MARK: - Three dialects

  /// Semicolons, decimal commas, and a line with a title.
  private static let german = """
    Umsätze;01.11.2026 bis 30.11.2026
    Buchungstag;Konto;Empfänger;Betrag
    02.11.2026;Giro;Bäckerei;-4,20
    03.11.2026;Giro
    04.11.2026;Giro;"Miete; Wohnung";-1.850,00
    05.11.2026;Giro;Gehalt;3.200,50

    """
  /// The month first, and quotes around each field.
  private static let american = """
    "Date","Account","Description","Amount"
    "11/06/2026","Checking","Acme, Inc.","-1,234.56"
    "11/07/2026","Checking","Refund","20"
    """
  /// Money that goes in one column, and money that comes in another.
  private static let twoColumns = """
    day,Account,payee,Debit,Credit
    2026-11-08,Savings,Fees,12.50,
    2026-11-09,Savings,Interest,,3.25
    2026-11-10,Savings,,1,
    """

  private static let germanMapping: ImportMapping<Booking> = [
    .column("Buchungstag", to: \.day) { try day($0, "dmy", separator: ".") },
    .parent("Konto", \.account, by: \.name, missing: .create),
    .column("Empfänger", to: \.payee),
    .column("Betrag", to: \.amount) { value in
      let text = try String(attribute: value).replacing(".", with: "").replacing(",", with: ".")
      return try Decimal(attribute: .string(text))
    },
  ]
  private static let americanMapping: ImportMapping<Booking> = [
    .column("Date", to: \.day) { try day($0, "mdy", separator: "/") },
    .parent("Account", \.account, by: \.name, missing: .create),
    .column("Description", to: \.payee),
    .column("Amount", to: \.amount) { value in
      try Decimal(attribute: .string(String(attribute: value).replacing(",", with: "")))
    },
  ]

  /// The rows that have a value in a column, which counts with a sign.
  private static func rows(with name: String, sign: Decimal) -> ImportMapping<Booking> {
    [
      .rows { $0[name] != nil },
      .column("day", to: \.day), .parent("Account", \.account, by: \.name, missing: .create),
      .column("payee", to: \.payee),
      .column(name, to: \.amount) { try sign * Decimal(attribute: $0) },
      .ignoringOthers,
    ]
  }

  private static func day(_ value: AttributeValue, _ order: String, separator: Character) throws -> Date {
    let parts = try String(attribute: value).split(separator: separator)
    let named = Dictionary(zip(order, parts)) { first, _ in first }
    return try Date(attribute: .string("ymd".compactMap { named[$0] }.joined(separator: "-")))
  }

  private func importAll(into store: Store) throws -> [ImportReport<Booking>] {
    let bookings = store.table(Booking.self)
    return [
      try bookings.importRows(csv: .string(Self.german), skippingLines: 1, mapping: Self.germanMapping),
      try bookings.importRows(csv: .string(Self.american), mapping: Self.americanMapping),
      try bookings.importRows(csv: .string(Self.twoColumns), mapping: Self.rows(with: "Debit", sign: -1)),
      try bookings.importRows(csv: .string(Self.twoColumns), mapping: Self.rows(with: "Credit", sign: 1)),
    ]
  }

  // MARK: - The test

  private let hours = Locked(0.0)

  private func date(_ hours: Double) -> Date { Date(timeIntervalSince1970: hours * 3600) }

  private func open() throws -> (store: Store, history: UndoHistory) {
    let store = try Store(
      file: TemporaryFolder.current.appending(path: "ledger.motionmodel"), models: [Account.self, Booking.self],
      durability: .manual, clock: { [hours] in Date(timeIntervalSince1970: hours.withLock { $0 } * 3600) },
      notificationCenter: nil)
    return (store, try UndoHistory(of: store, resuming: store.history))
  }

  private struct Books: Equatable {
    let accounts: [Account]
    let bookings: [Booking]

    init(_ store: Store) {
      (accounts, bookings) = (store.table(Account.self).records.all, store.table(Booking.self).records.all)
    }

    var balances: [String: Decimal] {
      Dictionary(accounts.map { ($0.name, $0.balance) }) { first, _ in first }
    }
  }

  @Test func `statements are imported, looked into, corrected and taken back, also on another day`() throws {
    var (store, history) = try open()
    hours.withLock { $0 = 1 }
    try history.group("Open") {
      let account = try store.table(Account.self).create { $0.name = "Giro" }
      try store.table(Booking.self).create { ($0.payee, $0.amount, $0.accountID) = ("Opening", 100, account.id) }
    }
    let opened = Books(store)
    #expect(opened.balances == ["Giro": 100])

    hours.withLock { $0 = 2 }
    let reports = try history.group("Import November") { try importAll(into: store) }
    #expect(
      reports.map(\.description) == [
        "Booking: 3 inserted, 1 refused", "Booking: 2 inserted; Account: 1 created",
        "Booking: 1 inserted, 1 skipped, 1 refused; Account: 1 created", "Booking: 1 inserted, 2 skipped",
      ])
    #expect(
      reports[0].failures.map(\.description)
        == ["Row 2: expected 4 fields, as the line of the names has, found 2 at line 4"])
    #expect(reports[2].failures.map(\.row) == [3], "a booking without a payee")
    let imported = Books(store)
    let balances = ["Giro": "1446.30", "Checking": "-1214.56", "Savings": "-9.25"]
    #expect(try imported.balances == balances.mapValues { try Decimal(attribute: .string($0)) })
    #expect(
      imported.bookings.map(\.payee) == [
        "Opening", "Bäckerei", "Miete; Wohnung", "Gehalt", "Acme, Inc.", "Refund", "Fees", "Interest",
      ])
    #expect(
      imported.bookings.dropFirst().map { $0.day.map { AttributeValue.date($0).description.prefix(10) } }
        == ["02", "04", "05", "06", "07", "08", "09"].map { "2026-11-\($0)" })

    hours.withLock { $0 = 3 }
    try history.group("Correct") {
      try store.transaction(metadata: Changeset.Metadata(author: "ann", reason: "Typing error")) {
        try store.table(Booking.self).where(\.payee == "Gehalt").updateAll { $0.payee = "Gehalt Oktober" }
      }
    }
    let corrected = Books(store)

    // On another day.
    try store.journal?.close()
    (store, history) = try open()
    hours.withLock { $0 = 30 }
    #expect(Books(store) == corrected && history.undoName == "Correct")

    #expect(try Books(store.history.store(at: date(1.5))) == opened)
    #expect(try Books(store.history.store(at: date(2.5))) == imported)
    #expect(try Books(store.history.store(at: date(29))) == corrected)

    let salary = try #require(corrected.bookings.first { $0.payee == "Gehalt Oktober" })
    let payee = try #require(try store.blame(salary, \.payee))
    #expect(payee.before == "Gehalt" && payee.after == "Gehalt Oktober" && payee.date == date(3))
    #expect(payee.metadata.author == "ann" && payee.metadata.reason == "Typing error")
    let columns = try store.blame(salary)
    #expect(columns.map(\.column) == ["id", "day", "payee", "amount", "accountID"])
    #expect(columns.map { $0.blame?.date } == [date(2), date(2), date(3), date(2), date(2)])
    #expect(columns.map { $0.blame?.kind } == [.insert, .insert, .update, .insert, .insert])

    try history.undo()
    #expect(Books(store) == imported && history.undoName == "Import November")
    try history.undo(metadata: Changeset.Metadata(author: "bob", reason: "Wrong bank"))
    #expect(Books(store) == opened && history.undoName == "Open" && history.redoCount == 2)

    // On a third day.
    try store.journal?.close()
    (store, history) = try open()
    #expect(history.redoName == "Import November")
    #expect(try store.blame(salary, \.payee)?.metadata.author == "bob")
    try history.redo()
    #expect(Books(store) == imported)
    try history.redo()
    #expect(Books(store) == corrected && !history.canRedo && history.undoCount == 3)
  }
}

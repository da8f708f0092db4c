import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelJournal

/// Opened stores one of whose columns has got another type without a new version.
@Suite(.temporaryFolder) struct ChangedTypesJournalTests {
  private struct Cents: ColumnValue {
    var count = 0
    static let columnType = ColumnType.custom(name: "Cents")
    init(_ count: Int) { self.count = count }
    init(attribute: AttributeValue) throws(CastError) { count = try Int(attribute: attribute) }
    var attribute: AttributeValue { count.attribute }
  }

  private enum Before {
    struct Bill: Model {
      var id = 0
      var amount = Cents(0)
      var number: Int32 = 0
      static let schema = Schema<Bill> {
        Column(\.amount)
        Column(\.number)
      }
    }
  }

  private enum After {
    struct Bill: Model {
      var id = 0
      var amount = Decimal(0)
      var number: Int32 = 0
      static let schema = Schema<Bill> {
        Column(\.amount)
        Column(\.number)
      }
    }
  }

  private enum Wider {
    struct Bill: Model {
      var id = 0
      var amount: Cents?
      var number = 0
      static let schema = Schema<Bill> {
        Column(\.amount)
        Column(\.number)
      }
    }
  }

  private enum Migrated {
    struct Bill: Model {
      var id = 0
      var amount = Decimal(0)
      var number = 0
      static let schema = Schema<Bill>(version: 2) {
        Column(\.amount)
        Column(\.number)
      }
    }
    static let migrations = [
      Migration(from: 1, to: 2, of: "Bill") { bills in
        try bills.convert("amount", to: "Decimal") { value in .decimal(try Decimal(attribute: value ?? .null) / 100) }
      }
    ]
  }

  private let file = TemporaryFolder.current.appending(path: "bills.motionmodel")

  private func open<Record: Model>(_ model: Record.Type, _ migrations: [Migration] = []) throws -> Store {
    try Store(file: file, models: [model], migrations: migrations, notificationCenter: nil)
  }

  /// Makes a store, whose records are only in the journal unless it is compacted.
  ///
  /// - Parameter count: From 32 on, insertions are packed.
  private func make(_ count: Int = 2, isCompacted: Bool = false) throws {
    let store = try open(Before.Bill.self)
    try store.table(Before.Bill.self).insert(
      contentsOf: (1...count).map { number in
        var bill = Before.Bill()
        (bill.amount, bill.number) = (Cents(5230), Int32(number))
        return bill
      })
    try store.table(Before.Bill.self).where(\.id == 1).updateAll { $0.amount = Cents(100) }
    if isCompacted { try store.journal?.compact() }
    try store.journal?.close()
  }

  private var contents: [String: Data] {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: TemporaryFolder.current.path)
      return try Dictionary(
        uniqueKeysWithValues: names.filter { !$0.hasSuffix(".lock") }
          .map { ($0, try Data(contentsOf: TemporaryFolder.current.appending(path: $0))) })
    }
  }

  @Test(arguments: [(2, false), (40, false), (2, true), (40, true)])
  func `opening refuses it and changes nothing, wherever the records are`(count: Int, isCompacted: Bool) throws {
    try make(count, isCompacted: isCompacted)
    let before = try contents
    let ways: [() throws -> Store] = [
      { try open(After.Bill.self) }, { try Store(following: file, models: [After.Bill.self]) },
    ]
    for way in ways {
      let error = #expect(throws: (any Error).self) { _ = try way() }
      let words = "of Bill in which \"amount\" was Cents and is Decimal, though the version"
      #expect(error.map { "\($0)".contains(words) } == true)
    }
    #expect(try contents == before)
  }

  @Test(arguments: [(2, false), (40, false), (40, true)])
  func `a migration is applied to it`(count: Int, isCompacted: Bool) throws {
    try make(count, isCompacted: isCompacted)
    for migrations in [Migrated.migrations, []] {
      let store = try open(Migrated.Bill.self, migrations)
      #expect(store.table(Migrated.Bill.self).all.prefix(2).map(\.amount) == [1, Decimal(523) / 10])
      #expect(store.table(Migrated.Bill.self).all.last?.number == count)
      try store.journal?.close()
    }
  }

  @Test(arguments: [(2, false), (40, false), (40, true)])
  func `a change that keeps the meaning is read, and the journal goes on`(count: Int, isCompacted: Bool) throws {
    try make(count, isCompacted: isCompacted)
    let store = try open(Wider.Bill.self)
    #expect(store.table(Wider.Bill.self).all.map(\.number) == Array(1...count))
    try store.table(Wider.Bill.self).create { ($0.number, $0.amount) = (1 << 40, nil) }
    try store.journal?.close()
    let again = try open(Wider.Bill.self)
    #expect(again.table(Wider.Bill.self).all.last?.number == 1 << 40)
    #expect(again.table(Wider.Bill.self).first?.amount == Cents(100))
    try again.journal?.close()
    // The program of before cannot read the new number, and says so.
    #expect(throws: (any Error).self) { try open(Before.Bill.self) }
  }

  @Test func `the content of the files has the types of a model that only the journal has`() throws {
    try make()
    let document = try StoreDocument(ofStore: file)
    #expect(document["Bill"]?.columns.map(\.type) == ["Int", "Cents", "Int32"])
  }
}

import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// A column whose type has changed without a new version is refused, in each kind of file.
@Suite(.temporaryFolder) struct ChangedTypesTests {
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
      var sizes: [Int32] = []
      var count: Int32 = 0
      static let schema = Schema<Bill> {
        Column(\.amount)
        Column(\.sizes)
        Column(\.count)
      }
    }
  }

  private enum After {
    struct Bill: Model {
      var id = 0
      var amount = Decimal(0)
      static let schema = Schema<Bill> { Column(\.amount) }
    }
  }

  private enum Wider {
    struct Bill: Model {
      var id = 0
      var amount: Cents?
      var sizes: [Int] = []
      var count = 0
      static let schema = Schema<Bill> {
        Column(\.amount)
        Column(\.sizes)
        Column(\.count)
      }
    }
  }

  private enum Migrated {
    struct Bill: Model {
      var id = 0
      var amount = Decimal(0)
      static let schema = Schema<Bill>(version: 2) { Column(\.amount) }
    }
    static let migrations = [
      Migration(from: 1, to: 2, of: "Bill") { bills in
        try bills.convert("amount", to: "Decimal") { value in .decimal(try Decimal(attribute: value ?? .null) / 100) }
      }
    ]
  }

  private func file(_ name: String) -> URL { TemporaryFolder.current.appending(path: name) }

  private func saved(as format: FileFormat) throws -> URL {
    let store = Store(notificationCenter: nil)
    for number in 0..<40 {
      try store.table(Before.Bill.self).create {
        ($0.amount, $0.sizes, $0.count) = (Cents(5230), [1, Int32(number)], Int32(number))
      }
    }
    let url = file("bills.json")
    try store.save(to: url, as: format)
    return url
  }

  @Test(arguments: FileFormat.ofStores)
  func `loading refuses it, and a migration or a change that keeps the meaning is read`(format: FileFormat) throws {
    let url = try saved(as: format)
    let error = FileError.changedTypes(
      file: url.lastPathComponent, model: "Bill", columns: ["\"amount\" was Cents and is Decimal"])
    let store = Store(notificationCenter: nil)
    #expect(throws: error) { try store.load(from: url, as: format, models: [After.Bill.self]) }
    #expect(throws: error) { try store.load(from: url, as: format, models: [After.Bill.self], policy: .append) }
    #expect(throws: error) { try store.table(After.Bill.self).load(from: url, as: format) }
    #expect(throws: error) { try [After.Bill](from: .file(url), as: format) }
    #expect(store.table(After.Bill.self).count == 0)
    try store.load(
      from: url, as: format, models: [Migrated.Bill.self], migrations: Migrated.migrations, unknownColumns: .ignore)
    #expect(store.table(Migrated.Bill.self).first?.amount == Decimal(string: "52.3"))
    let wider = Store(notificationCenter: nil)
    try wider.load(from: url, as: format, models: [Wider.Bill.self])
    let last = try #require(wider.table(Wider.Bill.self).records.all.last)
    #expect(last.amount == Cents(5230) && last.sizes == [1, 39] && last.count == 39)
  }

  @Test func `the error is one sentence with both types and what to do`() throws {
    let url = try saved(as: .json)
    #expect {
      try Store(notificationCenter: nil).load(from: url, models: [After.Bill.self])
    } throws: {
      "\($0)" == """
        The file bills.json has records of Bill in which "amount" was Cents and is Decimal, though the version is the same: raise the \
        version of the schema, and pass a migration.
        """
    }
  }

  @Test func `a file that says no types is read as before`() throws {
    let text =
      #"{"format": "MotionModel", "version": 1, "models": {"Bill": {"columns": ["id", "amount"], "#
      + #""rows": [{"id": 1, "amount": 5}]}}}"#
    let store = Store(notificationCenter: nil)
    try store.load(from: .string(text), models: [After.Bill.self])
    #expect(store.table(After.Bill.self).first?.amount == 5)
  }

  @Test func `a kept column that is declared again with another type is refused`() throws {
    enum Without {
      struct Bill: Model {
        var id = 0
        static let schema = Schema<Bill> {}
      }
    }
    let (url, store) = (try saved(as: .json), Store(notificationCenter: nil))
    try store.load(from: url, models: [Without.Bill.self])
    try store.save()
    #expect(throws: FileError.self) { try Store(notificationCenter: nil).load(from: url, models: [After.Bill.self]) }
    try Store(notificationCenter: nil).load(from: url, models: [Before.Bill.self])
  }
}

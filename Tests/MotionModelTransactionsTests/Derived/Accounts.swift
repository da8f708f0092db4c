import Foundation
import MotionModel

/// Models with every kind of derived column, two storeys of them, and one through others.
struct Account: Model, Equatable {
  var id = 0
  var name = ""
  var billsCount = 0
  var revenue = 0
  var openCount = 0
  var dearest: Int?
  var entriesTotal = 0

  static let schema = Schema<Account> {
    Column(\.name)
    Derived(\.billsCount, count: \.bills)
    Derived(\.revenue, .ordered, sum: \.bills, \.total)
    Derived(\.openCount, .indexed, count: \.bills, where: \.due > 0)
    Derived(\.dearest, maximum: \.bills, \.total)
    Derived(\.entriesTotal, sum: \.entries, \.amount)
  }
  struct Relations {
    let bills = HasMany<Bill>(\.accountID, dependent: .nullify)
    let entries = HasMany<BillEntry>(through: \.bills, \.entries)
  }
  static let relations = Relations()
}

struct Bill: Model, Equatable {
  var id = 0
  var accountID: Int?
  var paid = 0
  var total = 0
  var due = 0
  var weight = 0.0
  var averagePrice: Double?
  var least: Int?
  var newest: Int?
  var lowest: Int?
  var highest: Int?

  static let schema = Schema<Bill> {
    Column(\.accountID)
    Column(\.paid)
    Derived(\.total, sum: \.entries, \.amount)
    Derived(\.due) { $0.total - $0.paid }
    Derived(\.weight, sum: \.entries, \.weight)
    Derived(\.averagePrice, average: \.entries, \.price)
    Derived(\.least, minimum: \.sold, \.price)
    Derived(\.newest, latest: \.entries, \.price, by: \.day)
    Derived(\.lowest, minimum: \.entries, \.price)
    Derived(\.highest, maximum: \.entries, \.price)
  }
  struct Relations {
    let account = BelongsTo<Account>(\.accountID)
    let entries = HasMany<BillEntry>(\.billID, dependent: .destroy)
    let sold = HasMany<BillEntry>(\.billID) { $0.where(\.quantity > 0) }
  }
  static let relations = Relations()
}

struct BillEntry: Model, Equatable {
  var id = 0
  var billID = 0
  var price = 0
  var quantity = 1
  var amount = 0
  var weight = 0.0
  var day: Int?

  static let schema = Schema<BillEntry> {
    Column(\.billID)
    Column(\.price)
    Column(\.quantity)
    Derived(\.amount) { $0.price * $0.quantity }
    Column(\.weight)
    Column(\.day)
  }
  struct Relations {
    let bill = BelongsTo<Bill>(\.billID, required: false)
  }
  static let relations = Relations()
}

extension BillEntry {
  init(of bill: Bill, _ price: Int, _ quantity: Int = 1, weight: Double = 0, day: Int? = nil) {
    (billID, self.price, self.quantity, self.weight, self.day) = (bill.id, price, quantity, weight, day)
  }
}

/// Computes all columns from scratch.
struct AccountsOracle {
  let accounts: [Account]
  let bills: [Bill]
  let entries: [BillEntry]

  init(_ store: Store) {
    let entries = store.table(BillEntry.self).records.all.map(Self.computed)
    let bills = store.table(Bill.self).records.all.map { Self.computed($0, entries) }
    accounts = store.table(Account.self).records.all.map { Self.computed($0, bills, entries) }
    (self.entries, self.bills) = (entries, bills)
  }

  private static func computed(_ entry: BillEntry) -> BillEntry {
    var entry = entry
    entry.amount = entry.price * entry.quantity
    return entry
  }

  private static func computed(_ bill: Bill, _ entries: [BillEntry]) -> Bill {
    var bill = bill
    let own = entries.filter { $0.billID == bill.id }
    bill.total = own.reduce(0) { $0 + $1.amount }
    bill.due = bill.total - bill.paid
    // The weights of the tests are multiples of 1/8, so that adding them is exact in any order.
    bill.weight = own.reduce(0) { $0 + $1.weight }
    bill.averagePrice = own.isEmpty ? nil : Double(own.reduce(0) { $0 + $1.price }) / Double(own.count)
    bill.least = own.filter { $0.quantity > 0 }.map(\.price).min()
    (bill.lowest, bill.highest) = (own.map(\.price).min(), own.map(\.price).max())
    let newest = own.compactMap(\.day).max()
    bill.newest = newest.flatMap { day in own.last { $0.day == day }?.price }
    return bill
  }

  private static func computed(_ account: Account, _ bills: [Bill], _ entries: [BillEntry]) -> Account {
    var account = account
    let own = bills.filter { $0.accountID == account.id }
    account.billsCount = own.count
    account.revenue = own.reduce(0) { $0 + $1.total }
    account.openCount = own.filter { $0.due > 0 }.count
    account.dearest = own.map(\.total).max()
    let ids = Set(own.map(\.id))
    account.entriesTotal = entries.filter { ids.contains($0.billID) }.reduce(0) { $0 + $1.amount }
    return account
  }
}

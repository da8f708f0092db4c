import Foundation
import MotionModel
import MotionModelJournal
import MotionModelTransactions

/// A store that is opened from a file, and compacted while it is written. The writer prints `e 7` for the commit 7.
enum StoreSubject: Subject {
  private static let models: [any Model.Type] = [Account.self, Entry.self]

  private static func open(_ folder: String) throws -> Store {
    try Store(file: URL(filePath: folder + "/store.motionmodel"), models: models, notificationCenter: nil)
  }

  // MARK: - Writing

  static func write(in folder: String) throws {
    let store = try open(folder)
    compactForEver(store)
    var number = try commitCount(of: store)
    while true {
      number += 1
      try commit(number, to: store)
      // Entries are counted from 0.
      say("e \(number - 1)")
    }
  }

  private static func compactForEver(_ store: Store) {
    Thread.detachNewThread {
      while true {
        usleep(.random(in: 0...4000))
        do { try store.journal?.compact() } catch { fatalError("\(error)") }
      }
    }
  }

  /// Makes one commit of several changes: an entry, the counters of both accounts, and sometimes the end of an older
  /// entry. Each seventh is large.
  private static func commit(_ number: Int, to store: Store) throws {
    let entries = store.table(Entry.self)
    try store.transaction {
      for id in 1...2 {
        var account = store.table(Account.self).find(id) ?? Account(id: id)
        account.balance += id == 1 ? -number : number
        account.commits += 1
        try store.table(Account.self).save(&account)
      }
      try entries.create {
        $0.number = number
        $0.text = String(repeating: "\(number) ", count: number % 7 == 0 ? 10_000 : number % 20)
      }
      if number % 3 == 0 { try entries.where(\.number == number - 5).deleteAll() }
    }
  }

  private static func commitCount(of store: Store) throws -> Int {
    let counts = store.table(Account.self).records.pluck(\.commits)
    guard Set(counts).count <= 1 else { throw Violation("Half a commit is there: \(counts).") }
    return counts.first ?? 0
  }

  // MARK: - Checking

  static func check(in folder: String, _ durable: inout Durable) throws -> Finding {
    let store = try open(folder)
    defer { try? store.journal?.close() }
    let count = try commitCount(of: store)
    if count < durable.entries { throw Violation("There are \(count) commits of \(durable.entries).") }
    let expected = Store(notificationCenter: nil)
    for number in 1...max(1, count) where count > 0 { try commit(number, to: expected) }
    guard contents(store) == contents(expected) else { throw Violation("\(count) commits made other records.") }
    return Finding(count: count, isTorn: store.journal?.recovery.cutOff != nil)
  }

  /// All records, in their order.
  private static func contents(_ store: Store) -> [String] {
    store.table(Account.self).records.map { "\($0)" } + store.table(Entry.self).records.map { "\($0)" }
  }
}

private struct Account: Model {
  var id = 0
  var balance = 0
  var commits = 0

  static let schema = Schema<Account> {
    Column(\.balance)
    Column(\.commits)
  }

  init() {}
  init(id: Int) { self.id = id }
}

private struct Entry: Model {
  var id = 0
  var number = 0
  var text = ""

  static let schema = Schema<Entry> {
    Column(\.number, .indexed)
    Column(\.text)
  }
}

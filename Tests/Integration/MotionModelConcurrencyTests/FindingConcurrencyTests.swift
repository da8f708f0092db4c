import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Records that are found by their ids are read in place, under no lock: they are whole, and none is missed, whatever
/// other threads write.
@Suite struct FindingConcurrencyTests {
  private let store = Store(notificationCenter: nil)
  private var accounts: ModelTable<Account> { store.table(Account.self) }

  private func fill(_ count: Int) throws {
    try accounts.insert(
      contentsOf: (0..<count).map { number in
        var account = Account(email: nil, code: "a code too long to stand inside the text \(number)")
        (account.team, account.balance) = (Self.team(0), 0)
        return account
      })
  }

  /// A name that follows from a balance, too long to stand inside the string.
  private static func team(_ balance: Int) -> String { "a team with a long name \(balance)" }

  /// Whether all of a record comes from one write.
  private static func isWhole(_ account: Account) -> Bool { account.team == team(account.balance) }

  private static func change(_ account: inout Account, _ balance: Int) {
    (account.team, account.balance) = (team(balance), balance)
  }

  /// Writes to a table in every way that publishes: one record, many at once, a transaction, one that is undone, deletions and insertions.
  private static func write(to table: ModelTable<Account>, _ round: Int, _ random: inout SplitMix64, kept: Int) throws {
    switch random.number(0...9) {
    case 0...5:
      guard var account = table.find(random.number(1...kept)) else { return }
      change(&account, round)
      try table.save(&account)
    case 6: try table.records.where(\.id <= 50).updateAll { change(&$0, round) }
    case 7:
      try? table.store.inTransaction { () throws -> Void in
        guard var account = table.find(random.number(1...kept)) else { return }
        change(&account, -1)
        try table.save(&account)
        throw CocoaError(.userCancelled)
      }
    default:
      var account = Account(email: nil, code: "temporary")
      change(&account, round)
      let id = try table.insert(contentsOf: [account])[0].id
      #expect(table.find(id).map(isWhole) == true)
      try table.delete(id)
    }
  }

  @Test func `records found beside writers are whole, and none is missed`() throws {
    let (count, writers, rounds) = (300, 3, 400)
    try fill(count)
    let (table, done) = (accounts, Counter())
    onThreads(writers + 3) { number in
      var random = TestSeed.generator(22_800 + number)
      do {
        if number < writers {
          defer { done.add() }
          for round in 1...rounds { try Self.write(to: table, round, &random, kept: count) }
          return
        }
        while done.value < writers {
          let account = try #require(table.find(random.number(1...count)))
          #expect(Self.isWhole(account) && account.balance >= 0)
        }
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test func `records of snapshots stay as they were while the store goes on`() throws {
    let count = 200
    try fill(count)
    let (table, done) = (accounts, Counter())
    onThreads(4) { number in
      var random = TestSeed.generator(22_900 + number)
      do {
        if number == 0 {
          defer { done.add() }
          for round in 1...600 { try Self.write(to: table, round, &random, kept: count) }
          return
        }
        while done.value < 1 {
          let snapshot = table.store.snapshot().table(Account.self)
          let id = random.number(1...count)
          let first = try #require(snapshot.find(id))
          for _ in 0..<5 { #expect(snapshot.find(id) == first && Self.isWhole(first)) }
        }
      } catch {
        Issue.record(error)
      }
    }
  }
}

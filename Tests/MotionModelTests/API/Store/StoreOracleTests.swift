import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Random writes must have the same effect on a store as on a plain array, and none on earlier snapshots.
@Suite struct StoreOracleTests {
  @Test(arguments: 0..<shortened(10)) func `random writes have the same effect as on a plain array`(part: Int) throws {
    var script = StoreScript(part: part)
    for step in 0..<220 {
      try script.step()
      try #require(script.difference == nil, "step \(step), part \(part), seed \(TestSeed.current)")
    }
  }

  // MARK: - Unique columns

  private let store = Store()
  private var accounts: ModelTable<Account> { store.table(Account.self) }

  private func fill(_ count: Int) throws -> [Account] {
    try accounts.insert(contentsOf: (1...count).map { Account(email: "\($0)@example.com", code: "\($0)") })
  }

  @Test func `unique values can be exchanged within one updateAll`() throws {
    let before = try fill(4)
    let emails = before.map(\.email)
    #expect(try accounts.records.updateAll { $0.email = emails[4 - $0.id] } == 4)
    #expect(accounts.records.pluck(\.email) == emails.reversed())
    for (id, email) in zip(1...4, emails.reversed()) {
      #expect(accounts.records.where(\.email == email).ids == [id])
    }
  }

  @Test func `unique values can be rotated among records within one updateAll`() throws {
    let before = try fill(300)
    let emails = before.map(\.email)
    try accounts.records.updateAll { $0.email = emails[$0.id % 300] }
    #expect(accounts.records.pluck(\.email) == Array(emails[1...]) + [emails[0]])
    #expect(emails.enumerated().allSatisfy { accounts.records.where(\.email).eq($1).ids == [($0 + 299) % 300 + 1] })
  }

  @Test func `an updateAll that breaks a unique column changes nothing`() throws {
    let before = try fill(200)
    #expect(throws: StoreError.self) { try accounts.records.updateAll { if $0.id > 150 { $0.email = "same" } } }
    #expect(accounts.records.all == before)
    #expect(accounts.records.where(\.email == "same").count == 0)
    for account in before { #expect(accounts.records.where(\.email == account.email).ids == [account.id]) }
  }

  @Test func `any number of records may have nil in a unique column`() throws {
    let records = try accounts.insert(contentsOf: (1...200).map { Account(email: nil, code: "\($0)") })
    #expect(accounts.records.where(\.email == nil).ids == records.map(\.id))
  }

  // MARK: - Bulk inserts

  @Test(arguments: [0, 1, 150]) func `a failing bulk insert leaves no trace`(good: Int) throws {
    let before = try fill(3)
    let commits = store.commitCount
    let records = (0..<good).map { Account(email: "new \($0)", code: "") }
    #expect(throws: StoreError.notUnique(model: "Account", columns: ["email"], id: "1")) {
      try accounts.insert(contentsOf: records + [Account(email: "1@example.com", code: "")])
    }
    #expect(throws: StoreError.idTaken(model: "Account", id: "2")) {
      var taken = Account(email: nil, code: "")
      taken.id = 2
      try accounts.insert(contentsOf: records + [taken])
    }
    #expect(throws: StoreError.self) {
      var twice = Account(email: nil, code: "")
      twice.id = 1_000
      try accounts.insert(contentsOf: records + [twice, twice])
    }
    #expect(accounts.records.all == before)
    #expect(store.commitCount == commits)
    var next = Account(email: nil, code: "")
    try accounts.insert(&next)
    #expect(next.id == 4)
  }
}

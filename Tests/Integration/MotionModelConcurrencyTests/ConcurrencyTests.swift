import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// What every reader may rely on, whatever other threads write at the same time.
///
/// Sized to run in a few seconds, and in less than a minute under the thread sanitizer.
@Suite struct ConcurrencyTests {
  private let store = Store()
  private var accounts: ModelTable<Account> { store.table(Account.self) }

  private func code(of id: Int) -> String { "a code too long to stand inside the text \(id)" }

  private func fill(_ count: Int, team: String = "red", balance: Int = 100) throws {
    try accounts.insert(
      contentsOf: (0..<count).map { number in
        var account = Account(
          email: "\(number)@example.com", code: code(of: number + 1))
        (account.team, account.balance) = (team, balance)
        return account
      })
  }

  /// Runs writers, and beside them readers, which repeat their work until the last writer is done.
  private func run(
    writers: Int, readers: Int, write: @escaping @Sendable (_ writer: Int) throws -> Void,
    read: @escaping @Sendable () throws -> Void
  ) {
    let done = Counter()
    onThreads(writers + readers) { number in
      do {
        if number < writers {
          defer { done.add() }
          try write(number)
        } else {
          repeat { try read() } while done.value < writers
        }
      } catch {
        Issue.record(error)
      }
    }
  }

  // MARK: - Readers

  @Test func `a transfer within one updateAll keeps the sum for every reader`() throws {
    try fill(300)
    let table = accounts
    run(writers: 3, readers: 3) { writer in
      var random = TestSeed.generator(writer)
      for _ in 0..<200 {
        let (from, to, amount) = (random.number(1...300), random.number(1...300), random.number(1...50))
        try table.records.where(\.id).in([from, to]).updateAll { account in
          if from != to { account.balance += account.id == from ? -amount : amount }
        }
      }
    } read: {
      #expect(table.records.sum(\.balance) == 30_000)
      #expect(table.records.all.reduce(0) { $0 + $1.balance } == 30_000)
      let snapshot = table.store.snapshot().table(Account.self)
      #expect(snapshot.records.where(\.team == "red").sum(\.balance) == 30_000)
      #expect(snapshot.records.pluck(\.balance) == snapshot.records.all.map(\.balance))
    }
    #expect(table.records.sum(\.balance) == 30_000)
  }

  @Test func `readers see bulk writes completely or not at all, also by an index`() throws {
    try fill(150)
    let table = accounts
    run(writers: 2, readers: 3) { writer in
      for round in 0..<80 {
        if writer == 0 {
          let ids = try table.insert(
            contentsOf: (0..<10).map { _ in
              var account = Account(email: nil, code: "temporary")
              account.team = "guest"
              return account
            }
          ).map(\.id)
          #expect(try table.records.where(\.id).in(ids).deleteAll() == 10)
        } else {
          let (from, to) = round.isMultiple(of: 2) ? ("red", "blue") : ("blue", "red")
          #expect(try table.records.where(\.team).eq(from).updateAll { $0.team = to } == 150)
        }
      }
    } read: {
      #expect([0, 150].contains(table.records.where(\.team).eq("red").count))
      #expect([0, 10].contains(table.records.where(\.team == "guest").count))
      #expect(table.records.where(\.team == "guest").first.map { $0.team == "guest" && $0.code == "temporary" } ?? true)
      #expect(table.records.where(\.team).in(["red", "blue"]).count == 150)
      let snapshot = table.store.snapshot().table(Account.self)
      let all = snapshot.records.all
      #expect(all.count == snapshot.count)
      #expect(Set(all.map(\.id)).count == all.count)
      #expect(Set(all.filter { $0.team != "guest" }.map(\.team)).count == 1)
      #expect(all.allSatisfy { snapshot.find($0.id) == $0 })
    }
    #expect(table.count == 150)
  }

  @Test func `readers see single writes completely or not at all`() throws {
    try fill(20)
    let table = accounts
    run(writers: 3, readers: 3) { writer in
      var random = TestSeed.generator(100 + writer)
      for round in 0..<600 {
        guard var account = table.find(random.number(1...20)) else { continue }
        // Both columns always change together.
        (account.team, account.balance) = ("team with a long name \(round)", round)
        try table.save(&account)
      }
    } read: {
      for account in table.records where account.team != "red" {
        #expect(account.team == "team with a long name \(account.balance)")
      }
      if let account = table.find(7), account.team != "red" {
        #expect(account.team == "team with a long name \(account.balance)")
      }
      let names = table.records.group(by: \.team).all()
      #expect(names.values.allSatisfy { Set($0.map(\.balance)).count == 1 })
    }
  }

  @Test func `snapshots do not change while others write`() throws {
    try fill(200)
    let table = accounts
    run(writers: 2, readers: 3) { [self] writer in
      var random = TestSeed.generator(200 + writer)
      for _ in 0..<400 {
        let id = random.number(1...200)
        switch random.number(0...2) {
        case 0: try table.delete(id)
        case 1:
          var account = Account(email: nil, code: code(of: id))
          account.id = id
          try table.upsert(&account)
        default: try table.records.where(\.id).gt(id).limit(5).updateAll { $0.balance += 1 }
        }
      }
    } read: {
      let snapshot = table.store.snapshot().table(Account.self)
      let before = snapshot.records.all
      let emails = before.compactMap(\.email)
      #expect(emails.prefix(20).allSatisfy { snapshot.records.where(\.email == $0).count == 1 })
      #expect(snapshot.records.all == before)
      #expect(snapshot.count == before.count)
    }
  }

  @Test func `a reader neither waits for a running updateAll nor sees its changes`() throws {
    try fill(3)
    let table = accounts
    try table.records.updateAll { account in
      account.team = "changed"
      onThreads(2) { _ in
        #expect(table.records.pluck(\.team) == ["red", "red", "red"])
        #expect(table.store.snapshot().table(Account.self).find(1)?.team == "red")
      }
    }
    #expect(table.records.pluck(\.team) == ["changed", "changed", "changed"])
  }

  // MARK: - Writers

  @Test func `no id is generated twice`() throws {
    let table = accounts
    let ids = Collector<[Int]>()
    onThreads(6) { number in
      for _ in 0..<120 {
        do {
          let made: [Int]
          if number.isMultiple(of: 2) {
            made = [try Store.with(table.store) { try Account.create() }.id]
          } else {
            made = try table.insert(contentsOf: [Account(), Account(), Account()]).map(\.id)
          }
          ids.add(made)
        } catch {
          Issue.record(error)
        }
      }
    }
    #expect(ids.values.flatMap { $0 }.sorted() == Array(1...1_440))
    #expect(table.records.ids.sorted() == Array(1...1_440))
    #expect(table.store.commitCount == 720)
  }

  @Test func `no increment is lost`() throws {
    try fill(2, balance: 0)
    let table = accounts
    onThreads(6) { number in
      Store.with(table.store) {
        guard var account = table.find(1) else { return }
        for _ in 0..<300 {
          do {
            try account.increment(\.balance)
            try table.records.where(\.id == 2).updateAll { $0.balance -= 1 }
          } catch {
            Issue.record(error)
          }
        }
      }
    }
    #expect(table.records.pluck(\.balance) == [1800, -1800])
  }

  @Test func `threads that write different columns of old copies lose nothing`() throws {
    try fill(1, balance: 0)
    let table = accounts
    let lost = Counter()
    onThreads(3) { number in
      do {
        var copy = try table.require(1)
        for step in 1...400 {
          switch number {
          case 0: try table.update(&copy) { $0.balance = step }
          case 1: try table.update(&copy) { $0.team = "team \(step)" }
          default:
            copy.email = "\(step)@example.com"
            try table.save(&copy, only: \.email)
          }
          let stored = try table.require(1)
          // Each thread has a column of its own.
          let isThere = [stored.balance == copy.balance, stored.team == copy.team, stored.email == copy.email]
          if !isThere[number] { lost.add() }
        }
      } catch {
        Issue.record(error)
      }
    }
    let account = try table.require(1)
    #expect(lost.value == 0)
    #expect(account.balance == 400 && account.team == "team 400" && account.email == "400@example.com")
  }

  @Test func `concurrent calls of firstOrCreate create one record`() throws {
    let store = store
    let names = (0..<40).map { "name \($0)" }
    let ids = Collector<Int>()
    onThreads(6) { _ in
      Store.with(store) {
        for name in names {
          do {
            let account = try Account.where(\.team == name).firstOrCreate { $0.balance = 7 }
            ids.add(account.id)
          } catch {
            Issue.record(error)
          }
        }
      }
    }
    #expect(accounts.records.pluck(\.team).sorted() == names.sorted())
    #expect(Set(ids.values) == Set(accounts.records.ids))
  }

  @Test func `of concurrent writers, one gets a unique value`() throws {
    let (table, won) = (accounts, Counter())
    onThreads(6) { number in
      for round in 0..<200 {
        var account = Account(email: "\(round)", code: "\(number)")
        do {
          try table.insert(&account)
          won.add()
        } catch {
          #expect(error as? StoreError != nil)
        }
      }
    }
    #expect(won.value == 200)
    #expect(Set(table.records.pluck(\.email)).count == 200)
    #expect(table.count == 200)
  }

  @Test func `an upsert on a unique column never creates two records`() throws {
    let table = accounts
    onThreads(6) { _ in
      for round in 0..<40 {
        var account = Account(email: "\(round % 5)", code: "")
        account.balance = round
        do { try table.upsert(&account, on: \.email) } catch { Issue.record(error) }
      }
    }
    #expect(table.records.pluck(\.email).compactMap { $0 }.sorted() == ["0", "1", "2", "3", "4"])
  }

  // MARK: - Tasks

  @Test func `each task works in the store that was set for it`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...16 {
        group.addTask {
          try await Store.with(Store()) {
            for _ in 0..<number {
              try Account.create()
              await Task.yield()
            }
            async let count = Account.count
            let counted = await count
            #expect(counted == number)
            #expect(await Task { Account.ids }.value == Array(1...number))
            #expect(await Task.detached { Store.current === Store.default }.value)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `many tasks share a store`() async throws {
    let store = store
    try await Store.with(store) {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<40 {
          group.addTask {
            var account = try Account.create { $0.team = "\(number % 4)" }
            await Task.yield()
            try account.update { $0.balance = number }
            return Account.where(\.id == account.id).sum(\.balance)
          }
        }
        let sum = try await group.reduce(0, +)
        #expect(sum == 780)
      }
      #expect(Account.group(by: \.team).count() == ["0": 10, "1": 10, "2": 10, "3": 10])
    }
  }
}

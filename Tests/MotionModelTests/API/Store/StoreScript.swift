import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// Random writes to a store and to a naive model of it.
struct StoreScript {
  private let clock: ManualClock
  private let store: Store
  private var plain = PlainStore()
  private var random: SplitMix64
  /// Snapshots, each with the content that it must keep.
  private var snapshots: [(store: Store, content: PlainStore)] = []
  /// Copies of records that were stored at some time, and may be stale, as a program keeps them.
  private var copies: [Account] = []
  /// A description of the latest write, for failures.
  private var text = ""
  /// How the results of the latest write differed.
  private var disagreement: String?

  private var accounts: ModelTable<Account> { store.table(Account.self) }

  private static let emails: [String?] = [
    nil, nil, "", "a@example.com", "caf\u{E9}", "cafe\u{301}", "d", "e", "f", "g",
  ]

  init(part: Int) {
    let clock = ManualClock()
    self.clock = clock
    store = Store(clock: clock.read)
    random = TestSeed.generator(1_000 + part)
  }

  // MARK: - Writes

  mutating func step() throws {
    clock.advance(by: 1)
    switch random.number(0...13) {
    case 0, 1, 2: write("save", { try $0.save(&$1) }, { try $0.save(&$1, at: $2) })
    case 3, 4: write("insert", { try $0.insert(&$1) }, { try $0.insert(&$1, at: $2) })
    case 5: write("upsert", { try $0.upsert(&$1) }, { try $0.upsert(&$1, at: $2) })
    case 6: upsertOnEmail()
    case 7: insertMany()
    case 8: try deleteOne()
    case 9: try deleteMany()
    case 10, 11: updateMany()
    case 12: increment()
    default: try takeSnapshot()
    }
    if copies.count > 40 { copies.removeFirst(20) }
  }

  /// Returns a new record, or a changed copy of a record that was stored at some time.
  private mutating func record() -> Account {
    var record = random.chance(40) ? Account() : random.pickAny(copies) ?? Account()
    if random.chance(60) { record.email = random.pick(Self.emails) }
    if random.chance(50) { record.team = random.pick(["red", "blue", "green"]) }
    if random.chance(50) { record.balance = random.number(0...3) }
    if random.chance(10) { record.code = random.pick(["x", "y"]) }
    if random.chance(10) { record.id = random.pick([0, 1, 7, 50, 200, -3]) }
    return record
  }

  private mutating func write(
    _ name: String, _ write: (ModelTable<Account>, inout Account) throws -> Void,
    _ plainWrite: (inout PlainStore, inout Account, Date) throws -> Void
  ) {
    var record = record()
    var plainRecord = record
    text = "\(name) \(record)"
    compare({ (accounts: ModelTable<Account>) throws -> Account in
      try write(accounts, &record); return record
    }) { plain, time in
      try plainWrite(&plain, &plainRecord, time)
      return plainRecord
    }
    // A write that fails leaves the record as it was.
    if record != plainRecord { disagreement = "\(record) instead of \(plainRecord)" }
    if record.id != 0 { copies.append(record) }
  }

  private mutating func upsertOnEmail() {
    var record = record()
    var plainRecord = record
    text = "upsert on email \(record)"
    compare({ (accounts: ModelTable<Account>) throws -> Account in
      try accounts.upsert(&record, on: \.email); return record
    }) {
      plain, time in
      if plainRecord.email != nil, let first = plain.rows.first(where: { $0.email == plainRecord.email }) {
        var changed = plainRecord
        changed.id = first.id
        try plain.upsert(&changed, at: time)
        plainRecord = changed
      } else {
        try plain.upsert(&plainRecord, at: time)
      }
      return plainRecord
    }
    if record != plainRecord { disagreement = "\(record) instead of \(plainRecord)" }
  }

  private mutating func insertMany() {
    let count = random.pick([0, 1, 2, 5, 150])
    var records = (0..<count).map { _ in random.chance(count > 5 ? 1 : 20) ? record() : Account() }
    if random.chance(50) { for index in records.indices { records[index].id = 0 } }
    text = "insert \(records)"
    compare({ (accounts: ModelTable<Account>) throws -> [Account] in try accounts.insert(contentsOf: records) }) {
      plain, time in
      try plain.insert(&records, at: time)
      return records
    }
  }

  private mutating func deleteOne() throws {
    let id = random.chance(80) ? random.pickAny(plain.rows)?.id ?? 1 : random.number(-1...60)
    text = "delete \(id)"
    compare({ (accounts: ModelTable<Account>) throws -> Bool in try accounts.delete(id) }) { plain, _ in
      plain.delete { $0.id == id } == 1
    }
  }

  private mutating func deleteMany() throws {
    let (team, balance) = (random.pick(["red", "blue", "green", ""]), random.number(0...3))
    let isAll = random.chance(10)
    text = "delete \(isAll ? "all" : "\(team) with \(balance)")"
    let finder = isAll ? accounts.records : accounts.records.where { $0.team == team && $0.balance == balance }
    compare({ _ throws -> Int in try finder.deleteAll() }) { plain, _ in
      plain.delete { isAll || $0.team == team && $0.balance == balance }
    }
  }

  private mutating func updateMany() {
    let (team, other, code) = (random.pick(["red", "blue", ""]), random.pick(["red", "blue"]), random.chance(5))
    // The values are rotated among the records, or all records get the same value.
    let found = plain.rows.filter { $0.team == team }
    let isRing = random.chance(60)
    let emails =
      isRing ? Array(found.map(\.email).dropFirst()) + found.map(\.email).prefix(1) : [random.pick(Self.emails)]
    let next = Dictionary(uniqueKeysWithValues: found.enumerated().map { ($1.id, emails[$0 % emails.count]) })
    text = "update \(team) to \(other), emails \(next), code \(code)"
    func change(_ account: inout Account) {
      account.email = next[account.id] ?? nil
      account.team = other
      if code { account.code += "!" }
    }
    compare({ (accounts: ModelTable<Account>) throws -> Int in
      try accounts.records.where(\.team).eq(team).updateAll { change(&$0) }
    }) {
      plain, time in
      try plain.update(where: { $0.team == team }, at: time) { change(&$0) }
    }
  }

  private mutating func increment() {
    guard var record = random.pickAny(copies), record.id != 0 else { return }
    let amount = random.number(-2...2)
    text = "increment \(record.id) by \(amount)"
    compare({ (accounts: ModelTable<Account>) throws -> Int in
      try Store.with(accounts.store) { try record.increment(\.balance, by: amount) }
      return record.balance
    }) { plain, time in
      guard var stored = plain.rows.first(where: { $0.id == record.id }) else {
        throw StoreError.recordGone(model: "Account", id: "\(record.id)")
      }
      stored.balance += amount
      try plain.save(&stored, at: time)
      return stored.balance
    }
  }

  private mutating func takeSnapshot() throws {
    text = "snapshot"
    if snapshots.count == 5 { snapshots.remove(at: random.number(0...4)) }
    snapshots.append((store.snapshot(), plain))
    #expect(throws: StoreError.readOnlyStore) { try snapshots[0].store.table(Account.self).deleteAll() }
  }

  /// Performs an operation on both stores; they must return the same result, or refuse it for the same reason.
  private mutating func compare<Value: Equatable>(
    _ write: (ModelTable<Account>) throws -> Value, _ plainWrite: (inout PlainStore, Date) throws -> Value
  ) {
    let expected = Result { try plainWrite(&plain, clock.now) }
    let result = Result { try write(accounts) }
    switch (result, expected) {
    case (.success(let value), .success(let expected)) where value == expected: return
    case (.failure(let error as StoreError), .failure(let expected as StoreError)) where isSame(error, expected): return
    default: disagreement = "\(result) instead of \(expected)"
    }
  }

  /// Whether two errors are equivalent. A record may break two rules at once; the store may report either. If it
  /// conflicts with several records, the error may name any of them.
  private func isSame(_ error: StoreError, _ expected: StoreError) -> Bool {
    switch (error, expected) {
    case (.notUnique, .notUnique), (.notUnique, .idTaken), (.idTaken, .notUnique): true
    default: error == expected
    }
  }

  // MARK: - Comparing

  /// Returns the first difference between the stores; nil if there is none.
  var difference: String? {
    if let disagreement { return "\(text): \(disagreement)" }
    if let difference = Self.difference(store, plain) { return "after \(text): \(difference)" }
    for (number, snapshot) in snapshots.enumerated() {
      if let difference = Self.difference(snapshot.store, snapshot.content) {
        return "snapshot \(number) after \(text): \(difference)"
      }
    }
    return nil
  }

  private static func difference(_ store: Store, _ plain: PlainStore) -> String? {
    let accounts = store.table(Account.self)
    if accounts.records.all != plain.rows { return "\(accounts.records.all) instead of \(plain.rows)" }
    if accounts.count != plain.rows.count { return "count \(accounts.count) instead of \(plain.rows.count)" }
    if store.commitCount != plain.commits { return "\(store.commitCount) commits instead of \(plain.commits)" }
    for team in ["red", "blue", "green", ""] {
      let (found, expected) = (
        accounts.records.where(\.team).eq(team).ids, plain.rows.filter { $0.team == team }.map(\.id)
      )
      if found != expected { return "team \(team) is \(found) instead of \(expected)" }
    }
    for email in emails {
      let expected = plain.rows.filter { $0.email == email }
      if accounts.records.where(\.email == email).all != expected {
        return "email \(email ?? "nil") is not \(expected)"
      }
    }
    for id in -3...60 {
      let expected = plain.rows.first { $0.id == id }
      if accounts.find(id) != expected { return "\(id) is not \(String(describing: expected))" }
    }
    return nil
  }
}

import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// A model whose hooks run when a transaction is complete.
private struct Ledger: Model, Equatable {
  var id = 0
  var name = ""
  var code = ""
  var updatedAt: Date?

  static let schema = Schema<Ledger> {
    Column(\.name)
    Column(\.code)
    Timestamps(updated: \.updatedAt)
  }
  struct Relations {
    let lines = HasMany<LedgerLine>(\.ledgerID)
  }
  static let relations = Relations()

  static let hooks: Hooks<Ledger> = [
    .afterInitialize { if $0.code.isEmpty { $0.code = $0.name.lowercased() } },
    .afterTouch { ledger, context in
      log.add("touched \(ledger.name) of \(context.stored?.name ?? "none")")
      if ledger.name == "closed" { throw context.halt("It is closed.") }
    },
    .beforeCommit { change, context in
      log.add("\(change.kind) \(change.new?.name ?? change.old?.name ?? "")")
      switch change.new?.name {
      case "refused": throw context.halt("It is refused.")
      case "endless": try Ledger.create { $0.name = "endless" }
      case "audited": try LedgerLine.create { $0.text = "audit of \(change.id)" }
      case "renamed":
        var ledger = try Ledger.require(change.id)
        try ledger.update { $0.name = "final" }
      default: break
      }
    },
  ]

  @TaskLocal static var log = Collector<String>()
}

private struct LedgerLine: Model, Equatable {
  var id = 0
  var text = ""
  var ledgerID: Int?

  static let schema = Schema<LedgerLine> {
    Column(\.text)
    Column(\.ledgerID)
  }
  struct Relations {
    let ledger = BelongsTo<Ledger>(\.ledgerID, touch: true)
  }
  static let relations = Relations()
}

@Suite(.store) struct TransactionEndHooksTests {
  private func logged(_ body: () throws -> Void) rethrows -> [String] {
    let log = Collector<String>()
    try Ledger.$log.withValue(log, operation: body)
    return log.values
  }

  // MARK: - After initializing

  @Test func `a new record is completed after the closure that makes it`() throws {
    #expect(Ledger.new().code == "")
    #expect(Ledger.new { $0.name = "Cash" }.code == "cash")
    #expect(try Ledger(attributes: ["name": "Bank"]).code == "bank")
    #expect(Ledger.where(\.name).eq("Post").new().code == "post")
    #expect(Ledger.where(\.name).eq("Post").new { $0.name = "Mail" }.code == "mail")
    #expect(try Ledger.create { $0.name = "Till" }.code == "till")
    #expect(try Ledger.where(\.name == "Safe").firstOrNew().code == "safe")
  }

  @Test func `a record of an initializer, one that is read, and one without hooks are not completed`() throws {
    var ledger = Ledger()
    ledger.name = "Cash"
    try ledger.save()
    #expect(ledger.code == "" && Ledger.find(ledger.id)?.code == "")
    #expect(Ledger.withoutHooks { Ledger.new { $0.name = "Cash" } }.code == "")
  }

  // MARK: - After touching

  @Test func `a touched record gets its hook once for each transaction, at the end`() throws {
    let ledger = try Ledger.create { $0.name = "cash" }
    let log = try logged {
      try Store.current.inTransaction {
        try LedgerLine.create { $0.ledgerID = ledger.id }
        var line = try LedgerLine.create { $0.ledgerID = ledger.id }
        try line.update { $0.text = "b" }
        Ledger.log.add("end")
      }
    }
    #expect(log == ["end", "touched cash of cash", "update cash"])
    var copy = ledger
    #expect(try logged { try copy.touch() } == ["touched cash of cash", "update cash"])
    #expect(try logged { try copy.update { $0.name = "bank" } } == ["update bank"])
  }

  @Test func `touches that are undone or of deleted records run no hooks, and a hook may refuse`() throws {
    struct Stop: Error {}
    var ledger = try Ledger.create { $0.name = "cash" }
    let log = try logged {
      try Store.current.inTransaction {
        try? Store.current.inTransaction {
          try LedgerLine.create { $0.ledgerID = ledger.id }
          throw Stop()
        }
      }
      try Store.current.inTransaction {
        try LedgerLine.create { $0.ledgerID = ledger.id }
        try Ledger.delete(ledger.id)
      }
    }
    #expect(log == ["delete cash"])
    ledger = try Ledger.create { $0.name = "closed" }
    #expect(throws: StoreError.self) { try LedgerLine.create { $0.ledgerID = ledger.id } }
    #expect(throws: StoreError.self) { try ledger.touch() }
    #expect(LedgerLine.count == 1 && Ledger.all == [ledger])
  }

  // MARK: - Before the commit

  @Test func `the hook before the commit gets the change of the whole transaction, and may refuse it`() throws {
    let log = try logged {
      try Store.current.inTransaction {
        var ledger = try Ledger.create { $0.name = "a" }
        try ledger.update { $0.name = "b" }
        let other = try Ledger.create { $0.name = "c" }
        try other.delete()
        Ledger.log.add("end")
      }
    }
    #expect(log == ["end", "insert b"])
    #expect(throws: StoreError.self) { try Ledger.create { $0.name = "refused" } }
    #expect(Ledger.pluck(\.name) == ["b"] && Store.current.commitCount == 1)
  }

  @Test func `what the hook before the commit writes is committed too`() throws {
    let log = try logged {
      try Ledger.create { $0.name = "audited" }
      try Ledger.create { $0.name = "renamed" }
    }
    #expect(log == ["insert audited", "insert renamed"])
    #expect(LedgerLine.pluck(\.text) == ["audit of 1"] && Ledger.pluck(\.name) == ["audited", "final"])
    #expect(Store.current.commitCount == 2)
  }

  @Test func `hooks that go on writing are refused`() throws {
    #expect(throws: StoreError.endlessHooks(model: "Ledger", depth: 32)) {
      try Ledger.create { $0.name = "endless" }
    }
    #expect(Ledger.isEmpty)
  }

  @Test func `it runs for applied changes, and neither for files nor in a block without hooks`() throws {
    let store = Store.current
    try Ledger.create { $0.name = "a" }
    let before = store.snapshot()
    try Ledger.create { $0.name = "b" }
    #expect(try logged { try store.apply(Changeset.difference(from: store, to: before)) } == ["delete b"])
    #expect(try logged { try Ledger.withoutHooks { _ = try Ledger.create { $0.name = "c" } } } == [])
    let data = try store.data(as: .json)
    let log = try logged { try Store().load(from: .data(data), models: [Ledger.self, LedgerLine.self]) }
    #expect(log == [])
  }
}

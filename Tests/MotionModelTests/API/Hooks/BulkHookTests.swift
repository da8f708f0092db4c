import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// A model with hooks, but none around an operation, so that bulk calls write all rows at once.
private struct Item: Model, Equatable {
  var id = 0
  var name = ""

  static let schema = Schema<Item> { Column(\.name, .unique) }

  static let hooks: Hooks<Item> = [
    .beforeSave { item, context in
      if item.name == "bad" { throw context.halt("It is bad.") }
      log.add("before \(item.name) of \(Item.count)")
    },
    .afterSave { item, _ in log.add("after \(item.name) of \(Item.count)") },
    .beforeDelete { item, context in
      if item.name == "kept" { throw context.halt("It is kept.") }
      if item.name == "pair" { try Item.where(\.name == "other").deleteAll() }
      log.add("before \(item.name) of \(Item.count)")
    },
    .afterDelete { item, _ in log.add("after \(item.name) of \(Item.count)") },
  ]

  @TaskLocal static var log = Collector<String>()

  init() {}
  init(_ name: String) { self.name = name }
}

/// A model with strings as ids, so that a record that comes and goes leaves nothing behind.
private struct Word: Model, Equatable {
  var id = ""
  var name = ""

  static let schema = Schema<Word> { Column(\.name, .unique) }
  static let hooks: Hooks<Word> = [.afterSave { _, _ in }]

  init() {}
  init(_ id: String, _ name: String) { (self.id, self.name) = (id, name) }
}

@Suite(.store) struct BulkHookTests {
  private func logged(_ body: () throws -> Void) rethrows -> [String] {
    let log = Collector<String>()
    try Item.$log.withValue(log, operation: body)
    return log.values
  }

  @Test func `a bulk insert runs the before hooks of all records, writes once, and runs the after hooks`() throws {
    let log = try logged { try Item.insert(contentsOf: [Item("one"), Item("two")]) }
    #expect(log == ["before one of 0", "before two of 0", "after one of 2", "after two of 2"])
    #expect(Store.current.commitCount == 1)
  }

  @Test func `a bulk insert of a duplicate is refused after another record came and went`() throws {
    try Word.insert(contentsOf: [Word("a", "one")])
    try Store.current.inTransaction {
      try Word.insert(contentsOf: [Word("b", "two")])
      try Word.delete("b")
      #expect(throws: StoreError.notUnique(model: "Word", columns: ["name"], id: "a")) {
        try Word.insert(contentsOf: [Word("c", "one")])
      }
    }
    #expect(Word.all == [Word("a", "one")])
  }

  @Test func `updateAll runs the after hooks only for changed records`() throws {
    try Item.insert(contentsOf: [Item("one"), Item("two")])
    let log = try logged { try Item.updateAll { if $0.id == 2 { $0.name = "three" } } }
    #expect(log == ["before one of 2", "before three of 2", "after three of 2"])
  }

  @Test func `a hook that halts in the middle of a bulk call undoes all of it`() throws {
    #expect(throws: StoreError.self) { try Item.insert(contentsOf: [Item("one"), Item("bad")]) }
    #expect(Item.isEmpty)
    let items = try Item.insert(contentsOf: [Item("one"), Item("kept")])
    #expect(throws: StoreError.self) { try Item.updateAll { $0.name = $0.id == 2 ? "bad" : "two" } }
    #expect(throws: StoreError.self) { try Item.deleteAll() }
    #expect(throws: StoreError.self) { try Item.destroyAll() }
    #expect(Item.all == items && Store.current.commitCount == 1)
  }

  @Test func `a bulk delete skips records that a hook has deleted`() throws {
    try Item.insert(contentsOf: [Item("pair"), Item("other"), Item("one")])
    let log = try logged { () throws in #expect(try Item.deleteAll() == 2) }
    #expect(
      log == [
        "before other of 3", "after other of 2", "before pair of 2", "before one of 2", "after pair of 0",
        "after one of 0",
      ])
    #expect(Item.isEmpty)
  }

  @Test func `every method that writes runs hooks`() throws {
    let probe = HookProbe()
    func expect(_ hook: String, from call: String, _ body: () throws -> Void) throws {
      let before = probe.log.values.count { $0.hasPrefix(hook) }
      try probe.run(body)
      #expect(probe.log.values.count { $0.hasPrefix(hook) } > before, "\(call)")
    }
    var chore = Chore("one")
    try expect("beforeCreate", from: "insert") { try chore.insert() }
    try expect("beforeCreate", from: "create") { _ = try Chore.create(attributes: ["name": "two"]) }
    try expect("beforeCreate", from: "firstOrCreate") { _ = try Chore.where(\.name == "three").firstOrCreate() }
    try expect("beforeCreate", from: "insert(contentsOf:)") { try Chore.insert(contentsOf: [Chore("four")]) }
    try expect("beforeCreate", from: "importRows") { try Chore.importRows([["name": "five"]]) }
    try expect("beforeUpdate", from: "update") { try chore.update { $0.priority = 1 } }
    try expect("beforeUpdate", from: "increment") { try chore.increment(\.priority) }
    try expect("beforeUpdate", from: "upsert") { try chore.upsert() }
    #expect(chore.priority == 2)
    var other = Chore("one", priority: 9)
    try expect("beforeUpdate", from: "upsert(on:)") { try other.upsert(on: \.name) }
    #expect(other.id == chore.id)
    try expect("beforeUpdate", from: "updateAll") { try Chore.where(\.id == 1).updateAll { $0.priority = 5 } }
    try expect("beforeDelete", from: "delete") { _ = try Chore.delete(1) }
    try expect("beforeDelete", from: "deleteAll") { try Chore.where(\.id == 2).deleteAll() }
    try expect("beforeDestroy", from: "destroy") { _ = try Chore.destroy(3) }
    try expect("beforeDestroy", from: "destroyAll") { try Chore.destroyAll() }
    #expect(try Chore.destroyAll() == 0 && Chore.isEmpty)
  }

  @Test func `an import reports the rows that hooks refuse`() throws {
    let report = try Item.importRows([["name": "one"], ["name": "bad"], ["name": "two"]])
    #expect(report.failures.map(\.row) == [2] && Item.pluck(\.name) == ["one", "two"])
  }

  @Test func `models without hooks are destroyed too`() throws {
    let todos = try Todo.insert(contentsOf: [Todo("one"), Todo("two"), Todo("three")])
    #expect(try todos[0].destroy())
    #expect(try !todos[0].destroy())
    #expect(try Todo.where(\.name == "two").destroyAll() == 1)
    #expect(try Store.current.table(Todo.self).destroyAll() == 1)
    #expect(Todo.isEmpty)
  }
}

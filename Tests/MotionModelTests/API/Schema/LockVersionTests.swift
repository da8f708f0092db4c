import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// A record with a version. A test can give it hooks.
private struct Draft: Model, Equatable {
  var id = 0
  var name = ""
  var count = 0
  var isDone = false
  var parentID: Int?
  var repliesCount = 0
  var version = 0

  static let schema = Schema<Draft> {
    Column(\.name, .unique)
    Column(\.count)
    Column(\.isDone)
    Column(\.parentID)
    Derived(\.repliesCount, count: \.replies)
    LockVersion(\.version)
  }
  struct Relations: Sendable {
    let parent = BelongsTo<Draft>(\.parentID)
    let replies = HasMany<Draft>(\.parentID, dependent: .nullify)
  }
  static let relations = Relations()

  @TaskLocal static var hasHooks = false
  static var hooks: Hooks<Draft> { hasHooks ? hooksOfTests : [] }
  private static let hooksOfTests: Hooks<Draft> = [.beforeSave { draft, _ in draft.name = draft.name.lowercased() }]

  init() {}
  init(_ name: String) { self.name = name }
}

@Suite(.ownStore) struct LockVersionTests {
  /// Returns a record as it is stored, and a stale copy of it.
  private func copies() throws -> (new: Draft, old: Draft) {
    let old = try Draft.create { $0.name = "one" }
    var new = old
    try new.update { $0.count = 1 }
    return (new, old)
  }

  @Test func `a deleted copy that is inserted keeps older copies out, and a new record with its id does not`() throws {
    var (new, old) = try copies()
    try new.delete()
    try new.insert()
    #expect(new.version == 1)
    #expect(throws: StoreError.self) { try old.save() }
    try new.delete()
    var other = Draft("two")
    other.id = old.id
    try other.insert()
    #expect(other.version == 0)
    try old.save()
    #expect(Draft.all.map(\.name) == ["one"])
  }

  @Test func `every save that changes a column increments the version`() throws {
    var draft = try Draft.create { $0.name = "one" }
    #expect(draft.version == 0)
    try draft.save()
    #expect(draft.version == 0)
    try draft.update { $0.count = 1 }
    try draft.update { $0.count = 2 }
    #expect(draft.version == 2 && Draft.find(1) == draft)
    var given = Draft("two")
    given.version = 7
    try given.save()
    #expect(given.version == 7)
  }

  @Test(arguments: [false, true]) func `a save of a stale copy is refused, with both records`(hasHooks: Bool) throws {
    try Draft.$hasHooks.withValue(hasHooks) {
      var (new, old) = try copies()
      old.isDone = true
      let before = old
      let error = #expect(throws: StoreError.self) { try old.save() }
      guard case .stale(let conflict)? = error, let records = conflict.records(of: Draft.self) else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(records.record == before && records.stored == new && old == before)
      #expect(conflict.model == "Draft" && conflict.id == "1" && conflict.records(of: Todo.self) == nil)
      #expect(conflict == conflict && Draft.find(1) == new)
      #expect(
        "\(StoreError.stale(conflict))"
          == "Draft 1 cannot be saved or deleted, because it was changed since this copy was read: reload it first.")
      try old.reload()
      try old.update { $0.isDone = true }
      #expect(old.version == 2 && old.count == 1)
      new.isDone = true
      try new.reload()
      #expect(new == old)
    }
  }

  @Test func `a stale copy is refused even if it differs only in its version`() throws {
    var (new, old) = try copies()
    old.count = 1
    #expect(throws: StoreError.self) { try old.save() }
    try old.upsert()
    #expect(old == new && Store.current.commitCount == 2)
  }

  @Test(arguments: [false, true]) func `an upsert overwrites the stored record and increments its version`(
    hasHooks: Bool
  ) throws {
    try Draft.$hasHooks.withValue(hasHooks) {
      var (_, old) = try copies()
      old.isDone = true
      try old.upsert()
      #expect(old.version == 2 && Draft.find(1) == old)
      var other = Draft("one")
      other.version = 40
      try other.upsert(on: \.name)
      #expect(other.version == 3 && other.id == 1 && Draft.find(1) == other)
    }
  }

  @Test(arguments: [false, true]) func `increment, toggle and updateAll work on stale copies and increment the version`(
    hasHooks: Bool
  ) throws {
    try Draft.$hasHooks.withValue(hasHooks) {
      var (new, old) = try copies()
      try new.increment(\.count, by: 2)
      #expect(new.version == 2 && new.count == 3)
      try new.toggle(\.isDone)
      try new.increment(\.count, by: 0)
      #expect(new.version == 3 && Draft.find(1) == new)
      try old.decrement(\.count)
      #expect(old.count == 2 && old.version == 0, "It is as old as it was in all else.")
      #expect(try Draft.updateAll { $0.count = 9 } == 1)
      #expect(Draft.find(1)?.version == 5)
    }
  }

  @Test(arguments: [false, true]) func `updates of two old copies are refused only in the same column`(
    hasHooks: Bool
  ) throws {
    try Draft.$hasHooks.withValue(hasHooks) {
      var (new, old) = try copies()
      try old.update { $0.isDone = true }
      #expect(old.version == 0 && old.count == 0, "It is as old as it was in all else.")
      #expect(Draft.find(1)?.version == 2 && Draft.find(1)?.count == 1 && Draft.find(1)?.isDone == true)
      let (before, stored) = (old, try Draft.require(1))
      let error = #expect(throws: StoreError.self) { try old.update { $0.count += 1 } }
      guard case .stale(let conflict)? = error, let records = conflict.records(of: Draft.self) else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(records.stored == stored && records.record.count == 1 && old == before)
      #expect(throws: StoreError.self) { try old.save(only: \.name) }
      #expect(throws: StoreError.self) { try old.save() }
      try old.update(attributes: ["name": "two"])
      try new.update { $0.parentID = 1 }
      #expect(Draft.find(1)?.name == "two" && Draft.find(1)?.parentID == 1 && Draft.find(1)?.count == 1)
      try new.reload()
      new.isDone = false
      try new.update { $0.count = 8 }
      #expect(new.version == Draft.find(1)?.version && new.hasChanges, "The copy was up to date, and still is.")
      try new.save(only: \.isDone)
      #expect(Draft.find(1) == new)
    }
  }

  @Test func `counters and cascades increment the version`() throws {
    let parent = try Draft.create { $0.name = "parent" }
    let child = try Draft.create { ($0.name, $0.parentID) = ("child", parent.id) }
    #expect(Draft.find(parent.id)?.repliesCount == 1 && Draft.find(parent.id)?.version == 1)
    #expect(throws: StoreError.self) { try parent.destroy() }
    try Draft.destroy(parent.id)
    #expect(Draft.find(child.id)?.parentID == nil && Draft.find(child.id)?.version == 1)
  }

  @Test(arguments: [false, true])
  func `deleting and destroying a stale copy is refused, but by id it is not`(hasHooks: Bool) throws {
    try Draft.$hasHooks.withValue(hasHooks) {
      let (new, old) = try copies()
      for remove in [{ try old.delete() }, { try old.destroy() }] as [() throws -> Bool] {
        let error = #expect(throws: StoreError.self) { try remove() }
        guard case .stale(let conflict)? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(conflict.records(of: Draft.self)?.record == old)
        #expect(conflict.records(of: Draft.self)?.stored == new)
        #expect(Draft.find(1) == new)
      }
      #expect(try new.destroy())
      #expect(try !old.destroy())
      #expect(try !old.delete())
      var again = new
      try again.insert()
      #expect(try Draft.delete(1))
      try again.insert()
      #expect(try again.delete())
    }
  }

  @Test func `inside a transaction a copy read there is not stale`() throws {
    let (_, old) = try copies()
    try Store.current.inTransaction {
      var draft = try Draft.require(1)
      try draft.update { $0.name = "three" }
      #expect(throws: StoreError.self) { try old.destroy() }
      #expect(try draft.destroy())
    }
    #expect(Draft.isEmpty)
  }

  @Test func `attributes with a stale version are refused`() throws {
    var (new, _) = try copies()
    #expect(throws: StoreError.self) { try new.update(attributes: ["name": "two", "version": 0]) }
    try new.update(attributes: ["name": "two", "version": 1])
    #expect(new.version == 2)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a schema with two versions traps`() async {
      struct Twice: Model {
        var id = 0
        var one = 0
        var two = 0
        static var schema: Schema<Twice> {
          Schema {
            LockVersion(\.one)
            LockVersion(\.two)
          }
        }
      }
      await #expect(processExitsWith: .failure) { _ = Twice.schema }
    }
  #endif
}

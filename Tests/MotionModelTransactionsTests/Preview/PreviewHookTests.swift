import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// The hooks that a preview lists.
@Suite(.ownStore) struct PreviewHookTests {
  private struct Chore: Model {
    var id = 0
    var name = ""
    static let schema = Schema<Chore> { Column(\.name) }
    static let hooks: Hooks<Chore> = [
      .beforeSave("trim") { chore, _ in chore.name = chore.name.replacing(" ", with: "") },
      .aroundSave("time") { chore, _, proceed in try proceed(&chore) },
      .afterCreate("note") { chore, _ in if chore.name == "pair" { try Chore.create { $0.name = "other" } } },
      .beforeDelete("ask") { chore, context in if chore.name == "kept" { throw context.halt("It is kept.") } },
      .afterCommit("notify") { _, _ in calls.add("notify") },
      .afterRollback("undo") { _, _ in calls.add("undo") },
    ]
    @TaskLocal static var calls = Collector<String>()
  }

  private struct Till: Model {
    var id = 0
    var name = ""
    var updatedAt: Date?
    static let schema = Schema<Till> {
      Column(\.name)
      Timestamps(updated: \.updatedAt)
    }
    static let hooks: Hooks<Till> = [
      .afterTouch("count") { till, context in if till.name == "locked" { throw context.halt("It is locked.") } },
      .beforeCommit("book") { change, context in
        if change.new?.name == "broken" { throw context.halt("It is broken.") }
        if change.old == nil { try Coin.create() }
      },
    ]
  }

  private struct Coin: Model {
    var id = 0
    var tillID: Int?
    static let schema = Schema<Coin> { Column(\.tillID) }
    struct Relations { let till = BelongsTo<Till>(\.tillID, touch: true) }
    static let relations = Relations()
  }

  private struct Audit: Middleware {}

  private var store: Store { .current }

  @Test func `hooks are listed as they first run, with how often, and those after the commit`() throws {
    let calls = Collector<String>()
    let preview = Chore.$calls.withValue(calls) {
      store.preview {
        try Chore.create { $0.name = " a" }
        try Chore.create { $0.name = "pair" }
      }
    }
    #expect(
      preview.hooks.map(\.description) == [
        "aroundSave \"time\" of Chore (3 times)", "beforeSave \"trim\" of Chore (3 times)",
        "afterCreate \"note\" of Chore (3 times)", "afterCommit \"notify\" of Chore, after the commit (3 times)",
      ])
    let last = try #require(preview.hooks.last)
    #expect(last.hook == "afterCommit \"notify\"" && last.model == "Chore" && last.isAfterCommit && last.count == 3)
    #expect(calls.values.isEmpty, "Those after the commit do not run.")
  }

  @Test func `a hook that refuses is the last one, and nothing would follow the commit`() throws {
    try Chore.create { $0.name = "kept" }
    let preview = store.preview { try Chore.require(1).delete() }
    #expect(!preview.isPossible)
    #expect(preview.hooks.map(\.description) == ["beforeDelete \"ask\" of Chore"])
  }

  @Test func `hooks at the end of the transaction run, may write, and may refuse`() throws {
    let made = store.preview { try Till.create { $0.name = "new" } }
    #expect(made.isPossible && made.changeset.count == 2)
    #expect(made.hooks.map(\.description) == ["beforeCommit \"book\" of Till"])
    let broken = store.preview { try Till.create { $0.name = "broken" } }
    #expect(!broken.isPossible && broken.errors.count == 1)
    let till = try Till.create { $0.name = "locked" }
    let touched = store.preview { try Coin.create { $0.tillID = till.id } }
    #expect(!touched.isPossible && touched.hooks.map(\.description) == ["afterTouch \"count\" of Till"])
    #expect(Till.count == 1 && Coin.count == 1)
  }

  @Test func `in a transaction, they run for what the preview adds`() throws {
    let till = try Till.create { $0.name = "locked" }
    try store.transaction { transaction in
      try Coin.create { $0.tillID = till.id }
      #expect(store.preview { try Coin.create() }.isPossible)
      #expect(store.preview { try Till.create { $0.name = "new" } }.hooks.map(\.count) == [1])
      transaction.rollback()
    }
  }

  @Test func `hooks that are suppressed are not listed, and those of calls for many are`() throws {
    try Chore.insert(contentsOf: [Chore(), Chore()])
    #expect(
      store.preview { try Chore.withoutHooks { try Chore.create { $0.name = "a" } } }.hooks.map(\.hook) == [
        "afterCommit \"notify\""
      ])
    #expect(Chore.withoutHooks { store.preview { try Chore.create { $0.name = "a" } } }.hooks.isEmpty)
    #expect(
      store.preview { try Chore.deleteAll() }.hooks.map(\.description) == [
        "beforeDelete \"ask\" of Chore (2 times)", "afterCommit \"notify\" of Chore, after the commit (2 times)",
      ])
    #expect(store.preview {}.hooks.isEmpty)
  }

  @Test func `middleware is listed, also what it would get after the commit`() {
    let store = Store(notificationCenter: nil)
    store.use(Audit())
    Store.with(store) {
      let preview = store.preview { try Project.create { $0.name = "House" } }
      #expect(preview.hooks.map(\.hook) == ["the middleware Audit", "the middleware Audit"])
      #expect(preview.hooks.map(\.model) == ["Project", nil] && preview.hooks.map(\.isAfterCommit) == [false, true])
    }
  }

  @Test func `writes outside of the preview are not in it`() throws {
    let other = Store(notificationCenter: nil)
    let preview = store.preview { try Store.with(other) { try Chore.create { $0.name = "a" } } }
    #expect(preview.hooks.isEmpty && preview.changeset.isEmpty)
  }
}

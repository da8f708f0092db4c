import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Commit hooks run once for changes that are new in a store, and block no other writer.
@Suite struct BranchHookTests {
  struct Note: Model {
    var id = 0
    var text = ""
    static let schema = Schema<Note> { Column(\.text) }

    @TaskLocal static var log: Collector<String>?

    static let hooks: Hooks<Note> = [
      .afterCommit { change, context in
        guard let log, let note = change.new, note.text != "log" else { return }
        log.add(note.text)
        _ = try? context.store.table(Note.self).records.create { $0.text = "log" }
      }
    ]
  }

  @Test func `an update of a branch runs the hooks for the changes of its parent`() throws {
    let store = Store(notificationCenter: nil)
    let draft = store.branch()
    let log = Collector<String>()
    try Store.with(draft.store) { _ = try Note.create { $0.text = "in the branch" } }
    try Store.with(store) { _ = try Note.create { $0.text = "outside" } }
    try Note.$log.withValue(log) { _ = try Store.with(draft.store) { try draft.update() } }
    #expect(log.values == ["outside"])
    #expect(draft.table(Note.self).records.pluck(\.text) == ["outside", "in the branch", "log"])
    #expect(store.table(Note.self).records.pluck(\.text) == ["outside"])
  }

  @Test func `a merge runs the hooks in the parent, and in the branch for the changes of others`() throws {
    let store = Store(notificationCenter: nil)
    let draft = store.branch()
    let log = Collector<String>()
    try Store.with(draft.store) { _ = try Note.create { $0.text = "in the branch" } }
    try Store.with(store) { _ = try Note.create { $0.text = "outside" } }
    try Note.$log.withValue(log) { _ = try draft.merge() }
    #expect(log.values == ["in the branch", "outside"])
    #expect(store.table(Note.self).records.pluck(\.text) == ["outside", "in the branch", "log"])
  }

  @Test func `middleware is notified of an update once, with its changes`() throws {
    struct Hears: Middleware {
      let log: Collector<String>
      func afterCommit(_ changeset: Changeset, in store: Store) { log.add("\(changeset.id) \(changeset)") }
    }
    let store = Store(notificationCenter: nil)
    let draft = store.branch()
    let log = Collector<String>()
    draft.store.use(Hears(log: log))
    try Store.with(store) { _ = try Note.create { $0.text = "outside" } }
    try draft.update()
    try draft.update()
    #expect(log.values == ["1 Note: 1 inserted"])
  }
}

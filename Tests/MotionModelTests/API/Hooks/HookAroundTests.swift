import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// A model whose around hook behaves as the record's mode says.
private struct Wrapped: Model, Equatable {
  var id = 0
  var mode = Mode.once

  enum Mode: String, ColumnValue { case once, never, twice, swallow, retry, failing }

  static let schema = Schema<Wrapped> { Column(\.mode) }

  static let hooks: Hooks<Wrapped> = [
    .aroundSave("mode") { record, _, proceed in
      switch record.mode {
      case .once, .failing: try proceed(&record)
      case .never: break
      case .twice:
        try proceed(&record)
        try proceed(&record)
      case .swallow: try? proceed(&record)
      case .retry: do { try proceed(&record) } catch { try proceed(&record) }
      }
    },
    .aroundSave { record, _, proceed in
      try proceed(&record)
      try Todo.create()
      let isFirstTry = record.mode == .retry && tries.value == 0
      tries.add(record.mode == .retry ? 1 : 0)
      if isFirstTry || record.mode == .swallow { throw Stop() }
    },
    .aroundDelete { record, _, proceed in
      if record.mode != .never { try proceed() }
    },
  ]

  struct Stop: Error {}
  static let tries = Counter()
}

@Suite(.store) struct HookAroundTests {
  @Test func `an around hook that does not proceed stops the operation`() throws {
    var record = Wrapped.new { $0.mode = .never }
    #expect(
      throws: StoreError.halted(
        model: "Wrapped", id: nil, operation: .create, hook: "aroundSave \"mode\"", reason: "It did not call proceed.")
    ) { try record.save() }
    #expect(record.id == 0 && Wrapped.isEmpty)
    try Wrapped.withoutHooks { try record.save() }
    #expect(throws: StoreError.self) { try record.delete() }
    #expect(Wrapped.count == 1)
  }

  @Test func `an around hook cannot swallow an error`() throws {
    #expect(throws: Wrapped.Stop.self) { try Wrapped.create { $0.mode = .swallow } }
    #expect(Wrapped.isEmpty && Todo.isEmpty)
  }

  @Test func `an around hook may proceed again after a failure`() throws {
    let record = try Wrapped.create { $0.mode = .retry }
    #expect(Wrapped.all == [record] && Todo.count == 1 && Store.current.commitCount == 1)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `proceeding again after a success traps`() async {
      await #expect(processExitsWith: .failure) { try Wrapped.create { $0.mode = .twice } }
    }
  #endif

  @Test func `bulk calls write one record after the other, as one changeset`() throws {
    var last = Wrapped()
    last.id = 1
    #expect(try Wrapped.insert(contentsOf: [Wrapped(), last]).map(\.id) == [2, 1])
    #expect(throws: StoreError.self) { try Wrapped.updateAll { $0.mode = $0.id == 1 ? .never : .failing } }
    #expect(Wrapped.all.allSatisfy { $0.mode == .once } && Store.current.commitCount == 1)
    #expect(try Wrapped.updateAll { $0.mode = .failing } == 2)
    #expect(try Wrapped.deleteAll() == 2 && Store.current.commitCount == 3)
  }

  // MARK: - Around creating and updating

  @Test func `hooks around creating and updating are inside those around saving`() throws {
    var layered = Layered()
    layered.name = "a"
    let log = Collector<String>()
    try Layered.$log.withValue(log) {
      try layered.save()
      try layered.update { $0.name = "b" }
      try layered.save()
    }
    #expect(
      log.values == [
        "save 0", "before save", "create 0", "inner create", "before create", "after create", "create ends 1",
        "after save 1", "save ends 1",  //
        "save 1", "before save", "update 1", "before update", "after update", "update ends 1", "after save 1",
        "save ends 1",  //
        "save 1", "before save", "update 1", "before update", "update ends 1", "save ends 1",
      ])
    #expect(Layered.all == [layered] && layered.name == "b<inner><before>" && layered.count == 2)
  }

  @Test func `a hook around creating or updating may stop, and what it did is undone`() throws {
    #expect(throws: StoreError.self) { try Layered.create { $0.name = "never" } }
    #expect(throws: Layered.Stop.self) { try Layered.create { $0.name = "late" } }
    var layered = try Layered.create { $0.name = "a" }
    let stored = layered
    #expect(throws: StoreError.self) { try layered.update { $0.name = "never" } }
    #expect(layered == stored && Layered.all == [stored] && Todo.isEmpty && Store.current.commitCount == 1)
    #expect(throws: StoreError.self) { try Layered.updateAll { $0.name = "never" } }
    #expect(try Layered.insert(contentsOf: [Layered(), Layered()]).map(\.count) == [1, 1])
    #expect(Layered.hooks.list.map(\.kind).contains(.around(.update)))
    #expect("\(HookKind.around(.create))" == "aroundCreate")
  }
}

/// A model with hooks around creating and updating.
private struct Layered: Model, Equatable {
  var id = 0
  var name = ""
  var count = 0

  struct Stop: Error {}

  static let schema = Schema<Layered> {
    Column(\.name)
    Column(\.count)
  }

  @TaskLocal static var log = Collector<String>()

  static let hooks: Hooks<Layered> = [
    .aroundSave { record, _, proceed in
      log.add("save \(record.id)")
      try proceed(&record)
      log.add("save ends \(record.id)")
    },
    .beforeSave { _, _ in log.add("before save") },
    .aroundCreate("outer") { record, _, proceed in
      if record.name == "never" { return }
      log.add("create \(record.id)")
      record.count += 1
      try proceed(&record)
      if record.name == "late" {
        try Todo.create()
        throw Stop()
      }
      log.add("create ends \(record.id)")
    },
    .aroundCreate { record, _, proceed in
      log.add("inner create")
      try proceed(&record)
    },
    .beforeCreate { _, _ in log.add("before create") },
    .aroundUpdate { record, _, proceed in
      if record.name == "never" { return }
      log.add("update \(record.id)")
      if !record.name.hasSuffix(">") {
        record.name += "<inner>"
        record.count += 1
      }
      try proceed(&record)
      log.add("update ends \(record.id)")
    },
    .beforeUpdate { record, _ in
      log.add("before update")
      if !record.name.hasSuffix("<before>") { record.name += "<before>" }
    },
    .afterCreate { _, _ in log.add("after create") },
    .afterUpdate { _, _ in log.add("after update") },
    .afterSave { record, _ in log.add("after save \(record.id)") },
  ]
}

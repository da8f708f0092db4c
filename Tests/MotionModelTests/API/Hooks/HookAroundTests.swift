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
}

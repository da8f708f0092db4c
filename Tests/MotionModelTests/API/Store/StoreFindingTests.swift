@testable import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// Finding records by id in a transaction whose first change is still pending: it is not in the tables yet.
@Suite(.store) struct StoreFindingTests {
  private struct Stop: Error {}

  private let store = Store.current

  /// Whether the transaction of this task has a pending change, which is not in its tables yet.
  private var isPending: Bool { store.transaction?.state.withLock { $0.isPending } ?? false }

  /// Inserts three todos. Each test changes the second.
  private func fill() throws { try Todo.insert(contentsOf: ["one", "two", "three"].map { Todo($0) }) }

  /// The names found for four ids; all ways of finding a record must agree.
  private var names: [String?] {
    let ids = 1...4
    let names = ids.map { Todo.find($0)?.name }
    #expect(ids.map { store.table(Todo.self).find($0)?.name } == names)
    #expect(ids.map { Todo.where(\.priority == 0).find($0)?.name } == names)
    let reloaded = ids.map { id in
      var todo = Todo.new { $0.id = id }
      return (try? todo.reload()).map { todo.name }
    }
    #expect(reloaded == names)
    return names
  }

  /// Runs `body` in a transaction that is rolled back, and expects the todos to be as before.
  private func trying(_ body: () throws -> Void) {
    #expect(throws: Stop.self) {
      try store.inTransaction {
        try body()
        throw Stop()
      }
    }
    #expect(Todo.all.map(\.name) == ["one", "two", "three"])
  }

  @Test func `a pending insertion is found`() throws {
    try fill()
    trying {
      try Todo.create { $0.name = "four" }
      #expect(names == ["one", "two", "three", "four"] && isPending)
      #expect(Todo.pluck(\.name) == ["one", "two", "three", "four"] && !isPending)
      #expect(names == ["one", "two", "three", "four"])
    }
  }

  @Test func `a pending update is found, and so are the other records`() throws {
    try fill()
    trying {
      var todo = try #require(Todo.find(2))
      try todo.update { $0.name = "2" }
      #expect(names == ["one", "2", "three", nil] && isPending)
      #expect(Todo.find(2) == todo)
      try todo.update { $0.name = "II" }
      #expect(names == ["one", "II", "three", nil] && isPending)
    }
  }

  @Test func `a record with a pending deletion is not found`() throws {
    try fill()
    trying {
      try Todo.find(2)?.delete()
      #expect(names == ["one", nil, "three", nil] && isPending)
      #expect(Todo.count == 2 && names == ["one", nil, "three", nil])
    }
  }

  @Test func `the first record of a model is found`() throws {
    try store.inTransaction {
      try Todo.create { $0.name = "one" }
      #expect(names == ["one", nil, nil, nil] && isPending)
    }
    #expect(names == ["one", nil, nil, nil])
  }

  @Test func `records of other models are found as they are`() throws {
    try fill()
    try Project.create { $0.name = "House" }
    trying {
      try Todo.find(2)?.delete()
      #expect(Project.find(1)?.name == "House" && Project.pluck(\.name) == ["House"] && isPending)
    }
  }

  @Test func `a savepoint writes the changes before it to its tables`() throws {
    try fill()
    trying {
      var todo = try #require(Todo.find(2))
      try todo.update { $0.name = "2" }
      #expect(throws: Stop.self) {
        try store.inTransaction {
          try todo.update { $0.name = "II" }
          #expect(names == ["one", "II", "three", nil] && isPending)
          throw Stop()
        }
      }
      #expect(names == ["one", "2", "three", nil])
    }
  }

  @Test func `tasks started in a transaction find its records, and others the committed ones`() async throws {
    try fill()
    let tasks = try store.inTransaction {
      try Todo.find(2)?.delete()
      let (inside, outside) = (Collector<String?>(), Collector<String?>())
      onThreads(1) { [store] _ in outside.add(store.table(Todo.self).find(2)?.name) }
      #expect(outside.values == ["two"])
      let task = Task { inside.add(Todo.find(2)?.name) }
      return (task, inside)
    }
    await tasks.0.value
    #expect(tasks.1.values == [nil] && names == ["one", nil, "three", nil])
  }

  @Test func `a record with a string as id is found as well`() throws {
    struct Country: Model, Equatable {
      var id = ""
      var name = ""
      static let schema = Schema<Country> { Column(\.name) }
    }
    try Country.create {
      $0.id = "de"
      $0.name = "Germany"
    }
    try store.inTransaction {
      let countries = ["at": "Austria", "de": "Germania"]
      for (id, name) in countries.sorted(by: { $0.key < $1.key }) {
        var country = Country.new { ($0.id, $0.name) = (id, name) }
        try store.table(Country.self).upsert(&country)
        #expect(Country.find(id) == country)
      }
      #expect(
        Country.find("de")?.name == "Germania" && Country.find("at")?.name == "Austria" && Country.find("xx") == nil)
    }
  }
}

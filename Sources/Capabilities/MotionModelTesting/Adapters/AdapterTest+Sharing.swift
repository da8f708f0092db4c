#if canImport(Testing)
  import Dispatch
  import Foundation
  public import MotionModel
  import MotionModelTransactions
  import MotionModelValidation
  import MotionModelValues
  import Testing

  extension AdapterTest {
    /// Lets threads write the same records by several adapters with one database, and expects that the promises of one
    /// store hold between them: rules over several records, additions, counters and sums, required parents, ids, and
    /// versions.
    ///
    /// ```swift
    /// try AdapterTest.share([RemoteAdapter(url: database), RemoteAdapter(url: database)])
    /// ```
    ///
    /// - Parameters:
    ///   - adapters: Two adapters at least, each as in a program of its own, with one database that has no records.
    ///   - steps: How many writes each thread tries.
    /// - Throws: What an adapter throws for other reasons than that others are in the way.
    public static func share<Adapter: TransactionalAdapter>(_ adapters: [Adapter], steps: Int = 60) throws {
      let stores = adapters.map { Store(notificationCenter: nil, adapters: [$0]) }
      let storm = AdapterStorm<Adapter>(stores)
      try storm.prepare()
      DispatchQueue.concurrentPerform(iterations: stores.count * 2) { worker in
        for _ in 0..<steps { storm.step(in: stores[worker % stores.count]) }
      }
      try storm.check()
      try storm.checkVersions()
    }
  }

  /// Stores with one database, and what was done in them.
  private struct AdapterStorm<Adapter: TransactionalAdapter>: Sendable {
    private typealias Project = TestProject<Adapter>
    private typealias Todo = TestTodo<Adapter>
    private typealias Values = TestValues<Adapter>

    private let stores: [Store]
    private let added = Locked(0)
    private let ids = Locked<[Int]>([])
    private let errors = Locked<[any Error]>([])

    init(_ stores: [Store]) { self.stores = stores }

    func prepare() throws {
      for name in ["a", "b"] { try stores[0].table(Project.self).create { $0.name = name } }
      try stores[0].table(Values.self).create()
    }

    func step(in store: Store) {
      do {
        try write(in: store)
      } catch is RecordInvalid {
      } catch is StoreError {
      } catch {
        if !store.isTransient(error) { errors.withLock { $0.append(error) } }
      }
    }

    private func write(in store: Store) throws {
      let (todos, values) = (store.table(Todo.self), store.table(Values.self))
      switch Int.random(in: 0..<6) {
      case 0, 1:
        guard let project = try store.table(Project.self).all.randomElement() else { return }
        let todo = try todos.create {
          ($0.name, $0.priority, $0.projectID) = ("\(Int.random(in: 0..<8))", Int.random(in: 0..<6), project.id)
        }
        ids.withLock { $0.append(todo.id) }
      case 2:
        guard var todo = try todos.all.randomElement() else { return }
        try todos.update(&todo) { $0.priority = Int.random(in: 0..<6) }
      case 3:
        guard let todo = try todos.all.randomElement() else { return }
        try todos.delete(todo)
      case 4:
        try store.transaction(retries: 30) {
          var value = try values.require(1)
          try values.increment(&value, \.number)
        }
        added.withLock { $0 += 1 }
      default:
        let projects = store.table(Project.self)
        try store.transaction(retries: 30) {
          guard let project = try projects.order(by: \.id).first else { return }
          try projects.destroy(project)
          try projects.create { $0.name = project.name }
        }
      }
    }

    func check() throws {
      let (store, errors) = (stores[0], errors.withLock(\.self))
      if let error = errors.first { throw error }
      let projects = try store.table(Project.self).all
      let todos = try Dictionary(grouping: store.table(Todo.self).all, by: \.projectID)
      #expect(projects.map(\.name).sorted() == ["a", "b"])
      for project in projects {
        let own = todos[project.id] ?? []
        #expect([project.todoCount, project.urgency] == [own.count, own.map(\.priority).reduce(0, +)])
        #expect(Set(own.map(\.name)).count == own.count)
      }
      #expect(Set(todos.keys).isSubset(of: projects.map(\.id)))
      #expect(try store.table(Values.self).require(1).number == added.withLock(\.self))
      let ids = ids.withLock(\.self)
      #expect(Set(ids).count == ids.count)
    }

    /// Expects that a copy whose transaction was undone is not taken for a newer one.
    func checkVersions() throws {
      let (mine, theirs) = (stores[0].table(Todo.self), stores[stores.count - 1].table(Todo.self))
      let project = try stores[0].table(Project.self).create { $0.name = "c" }
      var copy = try mine.create { ($0.name, $0.projectID) = ("mine", project.id) }
      try stores[0].transaction { transaction in
        try mine.update(&copy) { $0.priority = 1 }
        transaction.rollback()
      }
      var other = try theirs.require(copy.id)
      try theirs.update(&other) { $0.priority = 2 }
      #expect(throws: StoreError.self) { try mine.save(&copy) }
      #expect(try mine.require(copy.id).priority == 2)
    }
  }
#endif

import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

@Suite struct NotificationTests {
  private let center = NotificationCenter()
  private let store: Store
  private let notified = Collector<String>()

  init() {
    store = Store(notificationCenter: center)
    _ = center.addObserver(
      forName: Notification.Name("MotionModelDataDidChangeNotification"), object: nil, queue: nil
    ) { [notified, store] notification in
      #expect(notification.userInfo?["store"] as? Store === store)
      let names =
        switch notification.object {
        case let todo as Todo: todo.name
        case let todos as [Todo]: "\(todos.map(\.name))"
        case let project as Project: "project \(project.name)"
        default: "something else"
        }
      notified.add("\(notification.userInfo?["action"] as? String ?? "nothing") \(names)")
    }
  }

  private func todo(_ name: String) throws -> Todo { try Store.with(store) { try Todo.create { $0.name = name } } }

  // MARK: - One record

  @Test func `each change of a record is notified once, with the record and the action`() throws {
    var todo = try todo("one")
    todo.name = "two"
    try Store.with(store) {
      try todo.save()
      try todo.save()
      todo.name = "not saved"
      try todo.delete()
      try todo.delete()
    }
    #expect(notified.values == ["add one", "update two", "delete two"])
  }

  @Test func `a notification has the changeset, with the old values`() throws {
    var todo = try todo("one")
    let changes = Collector<ColumnChange>()
    let observation = center.addObserver(forName: .motionModelDataDidChange, object: nil, queue: nil) { notification in
      guard let changeset = notification.userInfo?["changeset"] as? Changeset else { return }
      changes.add(changeset.changes(of: Todo.self)[0].columns[0])
    }
    todo.priority = 3
    try store.table(Todo.self).save(&todo)
    #expect(changes.values == [ColumnChange(column: "priority", old: 0, new: 3)])
    center.removeObserver(observation)
  }

  @Test func `what an observer keeps of a notification stays as it was`() throws {
    // NB: The observer is called on this thread.
    nonisolated(unsafe) var kept: [Notification] = []
    let observation = center.addObserver(forName: .motionModelDataDidChange, object: nil, queue: nil) {
      kept.append($0)
    }
    var todo = try todo("one")
    try store.table(Todo.self).update(&todo) { $0.name = "two" }
    center.removeObserver(observation)
    #expect(kept.map { $0.userInfo?["action"] as? String } == ["add", "update"])
    #expect(kept.map { ($0.userInfo?["changeset"] as? Changeset)?.id } == [1, 2])
    #expect(kept.allSatisfy { $0.userInfo?["store"] as? Store === store && $0.userInfo?.count == 3 })
    #expect(kept.map { ($0.object as? Todo)?.name } == ["one", "two"])
  }

  @Test func `an observer that queries the store sees all changes of the commit`() throws {
    let counts = Collector<Int>()
    let observation = center.addObserver(forName: .motionModelDataDidChange, object: nil, queue: nil) { [store] _ in
      counts.add(store.table(Todo.self).count)
    }
    try store.inTransaction { _ = (try todo("one"), try todo("two")) }
    #expect(counts.values == [2, 2])
    center.removeObserver(observation)
  }

  @Test func `refused and undone changes are not notified`() throws {
    struct Stop: Error {}
    try Store.with(store) {
      try Project.create { $0.name = "House" }
      #expect(throws: StoreError.self) { try Project.create { $0.name = "House" } }
      #expect(throws: Stop.self) {
        try store.inTransaction {
          try Todo.create { $0.name = "one" }
          throw Stop()
        }
      }
      try store.inTransaction {
        var todo = try Todo.create { $0.name = "came and went" }
        todo.priority = 3
        try todo.save()
        try todo.delete()
      }
    }
    #expect(notified.values == ["add project House"])
  }

  @Test func `a transaction notifies each record once, in its final state`() throws {
    var todo = try todo("one")
    try Store.with(store) {
      try store.inTransaction {
        try todo.update { $0.name = "two" }
        try Project.create { $0.name = "House" }
        try todo.update { $0.name = "three" }
        #expect(notified.values.count == 1)
      }
    }
    #expect(notified.values == ["add one", "update three", "add project House"])
  }

  // MARK: - Many records

  @Test func `bulk calls notify once for each action`() throws {
    try Store.with(store) {
      try Todo.insert(contentsOf: [Todo("one"), Todo("two")])
      try Todo.insert(contentsOf: [Todo("three")])
      try Todo.importRows([["name": "four"], ["name": "five"]])
      try Todo.where(\.name).in(["one", "two"]).updateAll { $0.name += "!" }
      try Todo.updateAll { _ in }
      try Todo.deleteAll()
      try Todo.deleteAll()
    }
    #expect(
      notified.values == [
        #"add ["one", "two"]"#, #"add ["three"]"#, #"add ["four", "five"]"#, #"update ["one!", "two!"]"#,
        #"delete ["one!", "two!", "three", "four", "five"]"#,
      ])
  }

  @Test func `records read from a file are notified together`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Store.with(store) {
      var todos = try Todo.insert(contentsOf: [Todo("one"), Todo("two"), Todo("three")])
      try store.save(to: file)
      try todos[0].delete()
      try todos[1].update { $0.name = "changed" }
      try Todo.create { $0.name = "four" }
      let count = notified.values.count
      try store.load(from: file)
      try store.load(from: file)
      #expect(Array(notified.values[count...]) == [#"add ["one"]"#, #"update ["two"]"#, #"delete ["four"]"#])
    }
  }

  @Test func `a transaction with a bulk call notifies all records of that model together`() throws {
    try Store.with(store) {
      try store.inTransaction {
        try Todo.create { $0.name = "one" }
        try Todo.insert(contentsOf: [Todo("two")])
        try Project.create { $0.name = "House" }
      }
    }
    #expect(notified.values == [#"add ["one", "two"]"#, "add project House"])
  }

  // MARK: - Centers

  @Test func `a store posts to the default center unless it gets another one or none`() throws {
    #expect(Store().notificationCenter == .default && store.notificationCenter == center)
    #expect(store.snapshot().notificationCenter == nil)
    let silent = Store(notificationCenter: nil)
    var todo = Todo("one")
    try silent.table(Todo.self).save(&todo)
    #expect(silent.notificationCenter == nil && notified.values.isEmpty)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `a typed message has the same content`() async throws {
    let messages = Collector<(id: Int, text: String)>()
    let token = center.addObserver(for: RecordsDidChange<Todo>.self) { [store] message in
      #expect(message.store === store && message.changeset.models.contains { $0 == Todo.self })
      messages.add((message.changeset.id, "\(message.kind) \(message.records.map(\.name))"))
    }
    try Store.with(store) {
      var todo = try Todo.create { $0.name = "one" }
      try Project.create { $0.name = "House" }
      try todo.update { $0.name = "two" }
      try Todo.insert(contentsOf: [Todo("three"), Todo("four")])
      try todo.delete()
    }
    try await wait { messages.values.count >= 4 }
    // The center does not guarantee an order.
    #expect(
      messages.values.sorted { $0.id < $1.id }.map(\.text) == [
        #"insert ["one"]"#, #"update ["two"]"#, #"insert ["three", "four"]"#, #"delete ["two"]"#,
      ])
    center.removeObserver(token)
  }
}

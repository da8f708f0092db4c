import Foundation
import MotionModel
import MotionModelJournal
import MotionModelStorageTestSupport
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@Suite(.ownStore, .temporaryFolder)
struct HistoryTests {
  private var store: Store { Store.current }

  private func by(_ author: String, _ reason: String, _ body: () throws -> Void) throws {
    try store.transaction(metadata: Changeset.Metadata(author: author, reason: reason)) { try body() }
  }

  @Test func `the commit is blamed that gave a column its value`() throws {
    let history = StoreHistory(of: store, keeping: .count(100))
    var todo = Todo("Walk the dog", priority: 1)
    try by("ann", "Monday") { try todo.save() }
    try by("bob", "Urgent") { try todo.update { $0.priority = 3 } }
    try by("cleo", "Spelling") { try todo.update { $0.name = "Walk the dogs" } }
    try Project.create()
    let priority = try #require(try history.blame(todo, \.priority))
    #expect(priority.commit == 2 && priority.metadata.author == "bob" && priority.kind == .update)
    #expect(priority.before == 1 && priority.after == 3)
    #expect("\(priority)" == "commit 2 of \(AttributeValue.date(priority.date)) by bob: Urgent, 1 → 3")
    let location = try #require(try history.blame(todo, \.location))
    #expect(location.commit == 1 && location.kind == .insert && location.before == nil && location.after == "")
    #expect("\(location)".hasSuffix(#" by ann: Monday, none → """#))
    #expect(try history.timeline(of: todo, \.priority).map(\.commit) == [1, 2])
    #expect(try history.timeline(of: todo, \.name).map(\.after) == ["Walk the dog", "Walk the dogs"])
    #expect(try history.blame(todo, \.assignedTo)?.after == .some(nil))
  }

  @Test func `all columns of a record are blamed at once`() throws {
    var todo = try Todo.create { $0.name = "old" }
    let history = StoreHistory(of: store, keeping: .count(100))
    try todo.update { $0.priority = 2 }
    try todo.update { $0.done = true }
    let blames = try history.blame(todo)
    #expect(blames.map(\.column) == Todo.schema.columns.map(\.name))
    let commits = Dictionary(uniqueKeysWithValues: blames.map { ($0.column, $0.blame?.commit) })
    #expect(commits["priority"] == 2 && commits["done"] == 3 && commits["name"] == .some(nil))
    let priority = try #require(blames.first { $0.column == "priority" })
    #expect(priority.blame?.before == .int(0))
    #expect("\(priority)" == "priority: \(try #require(priority.blame))" && "\(priority)".hasSuffix(", 0 → 2"))
    #expect("\(try #require(blames.first { $0.column == "name" }))" == "name: older than the history")
    #expect(try history.blame(todo, \.name) == nil && history.blame(Todo("never saved"), \.name) == nil)
  }

  @Test func `a store is read as it was at a date`() throws {
    let hours = Locked(0.0)
    func date(_ hours: Double) -> Date { Date(timeIntervalSince1970: hours * 3600) }
    let store = Store(clock: { Date(timeIntervalSince1970: hours.withLock { $0 } * 3600) })
    let history = StoreHistory(of: store, keeping: .count(100))
    for hour in 1...3 {
      hours.withLock { $0 = Double(hour) }
      try store.table(Todo.self).create()
    }
    func counts(_ history: some CommitHistory, _ hours: [Double]) throws -> [Int] {
      try hours.map { try history.store(at: date($0)).table(Todo.self).count }
    }
    #expect(try counts(history, [0, 0.5, 1, 1.5, 2, 3, 4]) == [0, 0, 1, 1, 2, 3, 3])
    let late = StoreHistory(of: store, keeping: .count(100))
    #expect(try counts(late, [3]) == [3], "nothing has changed since")
    hours.withLock { $0 = 5 }
    try store.table(Todo.self).create()
    #expect(try counts(late, [5, 6]) == [4, 4])
    let error = #expect(throws: HistoryError.tooEarly(date: date(0))) { try late.store(at: date(0)) }
    #expect("\(try #require(error))".hasPrefix("The history does not go back to 1970-01-01T00:00:00Z"))
  }

  @Test func `a deletion is the last change of each column`() throws {
    let history = StoreHistory(of: store, keeping: .count(100))
    let todo = try Todo.create()
    try todo.delete()
    let blame = try #require(try history.blame(todo, \.name))
    #expect(blame.kind == .delete && blame.before == "" && blame.after == nil && blame.commit == 2)
    #expect("\(blame)".hasSuffix(#", "" → none"#))
  }

  @Test(arguments: 0..<10) func `blame agrees with comparing all states one by one`(part: Int) throws {
    var random = TestSeed.generator(1300 + part)
    let history = StoreHistory(of: store, keeping: .count(1000))
    var edits = RandomEdits(random)
    var states: [[Todo.ID: Todo]] = [[:]]
    while states.count < 40 {
      let count = store.commitCount
      try store.inTransaction { try edits.edit(store, count: 2) }
      let todos = Dictionary(uniqueKeysWithValues: Todo.all.map { ($0.id, $0) })
      if store.commitCount > count { states.append(todos) }
    }
    for id in Set(states.flatMap(\.keys)) {
      var todo = Todo()
      todo.id = id
      let expected = states.indices.dropFirst().last { states[$0][id]?.name != states[$0 - 1][id]?.name }
      try #require(history.blame(todo, \.name)?.commit == expected, "part \(part), seed \(TestSeed.current)")
    }
    // A statement that becomes false once and stays so.
    let limit = random.number(0...store.commitCount)
    let found = try history.bisect { $0.commitCount <= limit }
    #expect(found.outcome == (limit == store.commitCount ? .holds : .broken(by: limit + 1)))
    #expect(found.trials.count <= 8)
  }

  @Test func `the commit is found that broke a statement`() throws {
    let history = StoreHistory(of: store, keeping: .count(1000))
    for number in 0..<100 {
      try by(number == 66 ? "ann" : "bob", "Work") { try Todo.create { $0.priority = number == 66 ? -1 : number } }
    }
    let found = try history.bisect { $0.table(Todo.self).where(\.priority < 0).isEmpty }
    #expect(found.outcome == .broken(by: 67) && found.trials.count <= 9)
    #expect(found.changeset?.metadata.author == "ann" && found.changeset?.id == 67)
    #expect(
      "\(found)"
        == "It is false since commit 67, by ann: Work (Todo: 1 inserted), found in \(found.trials.count) trials.")
    // The snapshot is the store in use meanwhile.
    #expect(try history.bisect { _ in Todo.count < 30 }.outcome == .broken(by: 30))
    #expect(try history.bisect(in: 0...60) { _ in Todo.where(\.priority < 0).isEmpty }.outcome == .holds)
    let late = try history.bisect(in: 70...80) { _ in Todo.where(\.priority < 0).isEmpty }
    #expect(late.outcome == .alreadyBroken && late.changeset == nil)
    #expect("\(late)" == "It is false since commit 70 or an earlier one.")
    #expect(try history.bisect(in: 80...80) { _ in false }.outcome == .alreadyBroken)
    #expect(try "\(history.bisect { _ in true })" == "It is true.")
    #expect(throws: HistoryError.noCommit(commit: 101, available: 0...100)) {
      try history.bisect(in: 0...101) { _ in true }
    }
    #expect(throws: HistoryError.noCommit(commit: 101, available: 0...100)) {
      try history.forEachChangeset(after: 101) { _ in }
    }
  }

  @Test func `what a statement throws ends the search`() throws {
    let history = StoreHistory(of: store, keeping: .count(10))
    try Todo.create()
    #expect(throws: StoreError.noMatch(model: "Project")) {
      try history.bisect { _ in try Project.where(\.name == "none").require().name.isEmpty }
    }
  }

  @Test func `a journal blames the commits in the files`() throws {
    let file = TemporaryFolder.current.appending(path: "shop.motionmodel")
    let opened = try Store(file: file, models: [Todo.self, Project.self], durability: .manual)
    let todos = opened.table(Todo.self)
    for number in 0..<40 {
      try opened.transaction { transaction in
        transaction.metadata.author = "author \(number)"
        if number == 0 { _ = try todos.create { $0.name = "first" } }
        if number > 0 { try todos.records.updateAll { $0.priority = max(5, number / 10) } }
        if number == 20 { try todos.records.updateAll { $0.location = "Rome" } }
        if number > 0 { _ = try opened.table(Project.self).create { $0.name = "project \(number)" } }
      }
    }
    let todo = try #require(todos.first)
    let blame = try #require(try opened.blame(todo, \.location))
    #expect(blame.commit == 21 && blame.metadata.author == "author 20" && blame.after == "Rome")
    #expect(try opened.blame(todo, \.priority)?.commit == 2)
    let columns = try opened.blame(todo)
    #expect(columns.map(\.column) == Todo.schema.columns.map(\.name))
    #expect(columns.first { $0.column == "location" }?.blame?.commit == 21)
    #expect(try opened.history.blame(todo) == columns && opened.history.commits == 0...40)
    let found = try opened.bisect { $0.table(Todo.self).where(\.location == "Rome").isEmpty }
    #expect(found.outcome == .broken(by: 21) && found.changeset?.metadata.author == "author 20")
    try opened.journal?.close()
    let read = try JournalHistory(of: file, models: [Todo.self, Project.self])
    #expect(try read.blame(todo, \.location) == blame)
    #expect(try read.timeline(of: todo, \.priority).map(\.commit) == [1, 2])
    #expect(try read.store(at: 1).table(Todo.self).first?.location == "")
  }

  @Test func `a store without a journal says what to do`() throws {
    #expect(throws: HistoryError.noJournal) { try store.blame(Todo(), \.name) }
    #expect(throws: HistoryError.noJournal) { try store.blame(Todo()) }
    #expect(throws: HistoryError.noJournal) { try store.bisect { _ in true } }
    #expect(HistoryError.noJournal.localizedDescription == HistoryError.noJournal.description)
    #expect(
      "\(HistoryError.noJournal)"
        == "The store has no journal: open it from a file, or keep a StoreHistory and ask that.")
    #expect(
      "\(HistoryError.noCommit(commit: 9, available: 1...3))"
        == "The history has no commit 9: it has those from 1 to 3.")
  }

  @Test func `a history that dropped commits begins with the first one it kept`() throws {
    let history = StoreHistory(of: store, keeping: .count(2))
    var todo = try Todo.create()
    for priority in 1...4 { try todo.update { $0.priority = priority } }
    #expect(try history.changes(since: 3).map(\.id) == [4, 5])
    #expect(try history.changes(since: 5) == [])
    for missing in [2, 6] {
      #expect(throws: HistoryError.noCommit(commit: missing, available: 3...5)) { try history.changes(since: missing) }
    }
    #expect(try history.blame(todo, \.priority)?.commit == 5 && history.blame(todo, \.name) == nil)
  }
}

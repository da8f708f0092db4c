import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// A store as text for version control.
@Suite(.temporaryFolder) struct SortedDocumentTests {
  private func todo(_ id: Int, _ name: String, project: Int? = nil) -> Todo {
    var todo = Todo(name)
    (todo.id, todo.projectID) = (id, project)
    return todo
  }

  private func store(_ todos: [Todo], projectsFirst: Bool = false) throws -> Store {
    let store = Store(clock: { Date(timeIntervalSince1970: 0) }, notificationCenter: nil)
    var house = Project()
    (house.id, house.name) = (1, "House")
    if projectsFirst { try store.table(Project.self).insert(contentsOf: [house]) }
    try store.table(Todo.self).insert(contentsOf: todos)
    if !projectsFirst { try store.table(Project.self).insert(contentsOf: [house]) }
    return store
  }

  @Test func `the same records give the same text, in whatever order they were written`() throws {
    let todos = [todo(1, "a"), todo(2, "b", project: 1), todo(10, "c")]
    let text = try store(todos).sortedString()
    #expect(try store(todos.reversed(), projectsFirst: true).sortedString() == text)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("{\"id\"") }
    #expect(lines.map { $0.prefix(9) } == ["{\"id\": 1,", "{\"id\": 1,", "{\"id\": 2,", "{\"id\": 10"])
    #expect(
      text.contains(
        #""columns": ["id", "assignedTo", "createdAt", "done", "dueDate", "location", "name", "priority", "projectID", "#
      ))
    #expect(text.range(of: "\"Project\": {")!.lowerBound < text.range(of: "\"Todo\": {")!.lowerBound)
  }

  @Test func `a changed record is a changed line`() throws {
    let before = try store([todo(1, "a"), todo(2, "b"), todo(3, "c")]).sortedString().split(separator: "\n")
    let after = try store([todo(3, "c"), todo(1, "a"), todo(2, "B")]).sortedString().split(separator: "\n")
    #expect(zip(before, after).filter { $0 != $1 }.count == 1 && before.count == after.count)
  }

  @Test func `the text is read again, and written alike`() throws {
    let store = try store([todo(3, "c"), todo(1, "a", project: 1)])
    let url = TemporaryFolder.current.appending(path: "shop.json")
    try store.saveSorted(to: url)
    #expect(try String(contentsOf: url, encoding: .utf8) == store.sortedString())
    let other = Store(notificationCenter: nil)
    try other.load(from: url, models: [Todo.self, Project.self])
    #expect(other.table(Todo.self).records.all == store.table(Todo.self).records.order(by: \.id).all)
    #expect(try other.sortedString() == store.sortedString())
    #expect(throws: FileError.self) { try store.save() }
  }

  @Test func `stores with equal records differ in the next number, so that no id is given again`() throws {
    let (store, other) = (try store([todo(1, "a")]), try store([todo(1, "a"), todo(2, "b")]))
    try other.table(Todo.self).delete(2)
    let (lines, otherLines) = (
      try store.sortedString().split(separator: "\n"), try other.sortedString().split(separator: "\n")
    )
    #expect(lines.count == otherLines.count)
    let differing = zip(lines, otherLines).filter { $0 != $1 }
    #expect(differing.map { "\($0) \($1)" }.count == 1 && differing[0].0.contains("\"nextNumber\": 2"))
    #expect(differing[0].1.contains("\"nextNumber\": 3"))
    let again = Store(notificationCenter: nil)
    try again.load(from: .string(other.sortedString()), models: [Todo.self, Project.self])
    #expect(try again.table(Todo.self).create { $0.name = "c" }.id == 3)
  }

  @Test func `ids that are no numbers are in the order of their text, whatever the format`() throws {
    var document = StoreDocument(models: [
      StoreDocument.Table(
        "B", columns: [.init("code"), .init("b"), .init("a")], rows: [["code": "b"], ["code": "a", "a": 1]]),
      StoreDocument.Table("A", rows: [["id": 10], ["id": 9], ["id": "x"], ["id": 2.5]]),
    ])
    document = document.sorted()
    #expect(document.models.map(\.name) == ["A", "B"])
    #expect(document.models[0].rows.map { $0["id"] } == [9, 10, "x", 2.5])
    #expect(document.models[1].columns.map(\.name) == ["code", "a", "b"])
    #expect(document.models[1].rows.map { $0["code"] } == ["a", "b"])
    #expect(document.sorted() == document)
  }

  @Test func `random stores give one text for all orders, and it holds all`() throws {
    var random = TestSeed.generator()
    for _ in 0..<shortened(30) {
      let todos = (0..<Int.random(in: 0...40, using: &random)).map { number in
        todo(number * 7 % 41 + 1, "todo \(Int.random(in: 0...9, using: &random))")
      }
      let text = try store(todos).sortedString()
      #expect(
        try store(todos.shuffled(using: &random), projectsFirst: true).sortedString() == text,
        "seed \(TestSeed.current)")
      let other = Store(notificationCenter: nil)
      try other.load(from: .string(text), models: [Todo.self, Project.self])
      #expect(other.table(Todo.self).records.all == (try store(todos)).table(Todo.self).records.order(by: \.id).all)
    }
  }

  @Test func `the fingerprint of a model stays, because it is of names and types`() throws {
    let document = try StoreDocument(Data(store([todo(1, "a")]).sortedString().utf8), as: .json)
    #expect(document["Todo"]?.fingerprint == Todo.schema.fingerprint)
  }

  /// A document that is compared by its form, as it is not `Equatable`.
  private struct Labels: Codable { var words: Set<String>; var weights: [UUID: Double] }

  private struct Labelled: Model {
    var id = 0
    var tags: Set<String> = []
    var labels = Labels(words: [], weights: [:])
    static let schema = Schema<Labelled> {
      Column(\.tags)
      Column(\.labels)
    }
  }

  private func labelled(_ ids: [UUID], capacity: Int) throws -> Store {
    let store = Store(notificationCenter: nil)
    var record = Labelled()
    record.tags = Set(minimumCapacity: capacity).union((0..<30).map { "tag \($0)" })
    record.labels.words = record.tags
    for id in ids { record.labels.weights[id] = 1 }
    try store.table(Labelled.self).insert(&record)
    return store
  }

  @Test func `sets and dictionaries of equal records give one text`() throws {
    let ids = (0..<30).map { _ in UUID() }
    let text = try labelled(ids, capacity: 0).sortedString()
    for capacity in [1, 100, 1_000] {
      #expect(try labelled(ids.shuffled(), capacity: capacity).sortedString() == text)
    }
  }

  @Test func `a record whose sets are equal is unchanged`() throws {
    let ids = (0..<30).map { _ in UUID() }
    let (store, other) = (try labelled(ids, capacity: 0), try labelled(ids.shuffled(), capacity: 1_000))
    var copy = try #require(other.table(Labelled.self).first)
    try expectNoChanges(in: store) { try store.table(Labelled.self).save(&copy) }
  }
}

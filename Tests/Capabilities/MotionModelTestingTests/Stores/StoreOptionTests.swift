import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite struct StoreOptionTests {
  @Test(.store(.clock())) func `a clock stands still`() throws {
    let todos = try Todo.sample.create(count: 2)
    #expect(todos.map(\.updatedAt) == [ManualClock.start, ManualClock.start])
  }

  @Test(.store(.clock(at: Date(timeIntervalSince1970: 0), step: 60))) func `a clock goes on with each write`() throws {
    try Project.sample.create()
    let todo = try Todo.create { todo in (todo.name, todo.projectID) = ("Dog", 1) }
    #expect(todo.updatedAt == Date(timeIntervalSince1970: 60))
  }

  @Test(.store(.clock())) func `a test moves the clock of its store`() throws {
    var todo = try Todo.sample.create()
    ManualClock.current.advance(by: 90)
    try todo.update { $0.priority = 1 }
    #expect(todo.updatedAt == ManualClock.start.addingTimeInterval(90))
  }

  @Test func `two stores of one trait have clocks of their own`() async throws {
    let (trait, times): (StoreTrait, Collector<Date>) = (.store(.clock(step: 1)), Collector())
    for _ in 0..<2 {
      try await trait.provideScope(for: try #require(Test.current), testCase: Test.Case.current) {
        times.add(ManualClock.current.read())
      }
    }
    #expect(times.values == [ManualClock.start, ManualClock.start])
  }

  @Test(.store(.ids())) func `ids are in sequence`() throws {
    let taggings = try Todo.tagged.create().taggings.all
    #expect(taggings.map(\.tagID) == ["1", "2"])
    #expect(
      taggings.map(\.id) == [
        UUID(uuidString: "00000000-0000-0000-0000-000000000001"),
        UUID(uuidString: "00000000-0000-0000-0000-000000000002"),
      ])
  }

  @Test(.store(.ids(), .ids(.standard.making(String.self) { "tag \($0)" })))
  func `of two options of one kind, the last one counts`() throws {
    #expect(try Tag.create().id == "tag 1")
  }

  @Test func `a center gets the notifications`() throws {
    let center = NotificationCenter()
    #expect(try Store.forTest(.notificationCenter(center)).notificationCenter === center)
    #expect(try Store.forTest(.notificationCenter(nil)).notificationCenter == nil)
    #expect(try Store.forTest().notificationCenter === NotificationCenter.default)
  }

  @Test func `adapters are made for each store`() throws {
    let made = Counter()
    let option = StoreOption.adapters(madeAdapters(made))
    _ = try Store.forTest(option)
    _ = try Store.forTest(option)
    #expect(made.value == 2)
  }

  @Test func `files are loaded, one after the other`() throws {
    let folder = try TestFolder()
    try Store.with(Store()) {
      try Project.sample.create(count: 2)
      try Tag.create { $0.id = "red" }
      try Project.save(to: folder.file("projects.json"))
      try Tag.save(to: folder.file("tags.xml"))
    }
    let store = try Store.forTest(
      .loading(folder.file("projects.json"), models: [Project.self]),
      .loading(folder.file("tags.xml"), models: [Tag.self]))
    #expect(
      store.text() == """
        Project 1: name "Project 1"
        Project 2: name "Project 2"
        Tag "red"
        """)
  }

  @Test func `a file that is missing is an error`() throws {
    let folder = try TestFolder()
    #expect(throws: FileError.self) {
      try Store.forTest(.loading(folder.file("projects.json"), models: [Project.self]))
    }
  }
}

/// Returns no adapters, and counts the calls.
private func madeAdapters(_ calls: Counter) -> [any StorageAdapter] {
  calls.add()
  return []
}

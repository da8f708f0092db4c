import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// A file that a store could not load holds records that are nowhere else.
@Suite(.ownStore, .temporaryFolder) struct RefusedFilesTests {
  private func file(_ name: String = "todos.json") -> URL { TemporaryFolder.current.appending(path: name) }

  /// Writes a file, calls `load`, which is expected to throw, and returns a function that says whether the file is as it
  /// was.
  private func refuse(_ text: String, at url: URL, _ load: () throws -> Void) throws -> () throws -> Bool {
    try Data(text.utf8).write(to: url)
    #expect(throws: (any Error).self) { try load() }
    return { try Data(contentsOf: url) == Data(text.utf8) }
  }

  private static let damaged = "{\"format\": \"MotionModel\", \"version\": 1, \"models\": {\"Todo\": "

  @Test func `a store does not save over a file that it has refused to load`() throws {
    let store = Store.current
    let isKept = try refuse(Self.damaged, at: file()) { try store.load(from: file(), models: [Todo.self]) }
    try Todo.create(Todo("new"))
    #expect {
      try store.save(to: file())
    } throws: {
      "\($0)" == "The file todos.json cannot be written: this store could not load it, so its records would be lost: "
        + "load it first, or move it away."
    }
    #expect(throws: FileError.self) { try store.saveSorted(to: file()) }
    #expect(throws: FileError.self) { try Todo.save(to: file()) }
    #expect(try isKept())
  }

  @Test func `whatever way of loading has refused the file`() throws {
    let store = Store.current
    let ways: [(URL) throws -> Void] = [
      { try Todo.load(from: $0) },
      { try Todo.load(from: .file($0), policy: .append) },
      { try store.load(from: $0, models: [Todo.self], policy: .merge(onConflict: .fail)) },
      { try store.load(from: .file($0), models: [Todo.self]) },
    ]
    for (number, way) in ways.enumerated() {
      let url = file("todos \(number).json")
      let isKept = try refuse(Self.damaged, at: url) { try way(url) }
      #expect(throws: FileError.self) { try store.save(to: url) }
      #expect(try isKept())
    }
  }

  @Test func `whatever the reason was, and by whatever path the file is reached`() throws {
    let store = Store.current
    let texts = [
      #"{"format": "MotionModel", "version": 1, "models": {"Other": {"columns": ["id"], "rows": [{"id": 1}]}}}"#,
      #"{"format": "MotionModel", "version": 1, "models": {"Todo": {"version": 9, "columns": ["id"], "rows": []}}}"#,
      #"{"format": "MotionModel", "version": 1, "models": {"Todo": {"columns": ["id", "priority"], "#
        + #""rows": [{"id": 1, "priority": "high"}]}}}"#,
      #"{"format": "MotionModel", "version": 9, "models": {}}"#,
    ]
    let link = file("link.json")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file())
    for text in texts {
      let isKept = try refuse(text, at: file()) { try store.load(from: link, models: [Todo.self]) }
      #expect(throws: FileError.self) { try store.save(to: TemporaryFolder.current.appending(path: "./todos.json")) }
      #expect(throws: FileError.self) { try store.save(to: link) }
      #expect(try isKept())
    }
  }

  @Test func `a file that was loaded after all, moved away or never there is written`() throws {
    let store = Store.current
    try Todo.create(Todo("new"))
    #expect(throws: FileError.self) { try store.load(from: file(), models: [Todo.self]) }
    try store.save(to: file())
    let text = try String(contentsOf: file(), encoding: .utf8)
    _ = try refuse(Self.damaged, at: file()) { try store.load(models: [Todo.self]) }
    #expect(throws: FileError.self) { try store.save() }
    try Data(text.utf8).write(to: file())
    try store.load()
    try store.save()
    _ = try refuse(Self.damaged, at: file()) { try store.load() }
    try FileManager.default.moveItem(at: file(), to: file("damaged.json"))
    try store.save()
    #expect(try String(contentsOf: file(), encoding: .utf8) == text)
    try store.save(to: file("other.json"))
  }

  @Test func `a file that another store has refused is none of this one's`() throws {
    let store = Store(notificationCenter: nil)
    let other = Store(notificationCenter: nil)
    _ = try refuse(Self.damaged, at: file()) { try other.load(from: file(), models: [Todo.self]) }
    try store.save(to: file())
  }
}

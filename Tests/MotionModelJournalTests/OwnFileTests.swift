import Foundation
import MotionModel
import MotionModelJournal
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// The file of an opened store is replaced by the store alone.
@Suite(.temporaryFolder) struct OwnFileTests {
  private let file = TemporaryFolder.current.appending(path: "shop.motionmodel")

  private func open() throws -> Store { try Store(file: file, models: [Todo.self], notificationCenter: nil) }

  private func refusal(_ name: String) -> FileError {
    .unwritable(
      file: name, reason: "Journals belong to it. Choose another file, or copy an opened store with backup(to:).")
  }

  @Test func `neither a store nor its replica is saved to the file to which the journals belong`() throws {
    let link = TemporaryFolder.current.appending(path: "link.motionmodel")
    let store = try open()
    try store.table(Todo.self).create { $0.name = "one" }
    let replica = try Store(following: file, models: [Todo.self], notificationCenter: nil)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    let before = try Data(contentsOf: file)
    let detour = TemporaryFolder.current.appending(path: "none/../shop.motionmodel")
    for (url, name) in [(file, "shop.motionmodel"), (link, "link.motionmodel"), (detour, "shop.motionmodel")] {
      #expect(throws: refusal(name)) { try store.save(to: url) }
      #expect(throws: refusal(name)) { try store.table(Todo.self).serialize(to: url) }
      #expect(throws: refusal(name)) { try replica.save(to: url) }
    }
    #expect(try Data(contentsOf: file) == before)
    try store.journal?.close()
    #expect(throws: refusal("shop.motionmodel")) { try store.save(to: file) }
    #expect(try open().table(Todo.self).pluck(\.name) == ["one"])
  }

  @Test func `no snapshot, past state, branch or preview of either is saved to it`() throws {
    let store = try open()
    try store.table(Todo.self).create { $0.name = "one" }
    let replica = try Store(following: file, models: [Todo.self], notificationCenter: nil)
    let history = StoreHistory(of: store, keeping: .count(3))
    try store.table(Todo.self).create { $0.name = "two" }
    let before = try Data(contentsOf: file)
    let branch = store.branch()
    let others = [
      store.snapshot(), branch.store, branch.store.branch().store, branch.store.snapshot(), replica.snapshot(),
      try #require(store.journal).store(at: 1), try #require(history.at(1)),
      try #require(store.journal).store(at: 1).branch().store,
    ]
    for (number, other) in others.enumerated() {
      #expect(throws: refusal("shop.motionmodel"), "\(number)") { try other.save(to: file) }
      let copy = TemporaryFolder.current.appending(path: "\(number).motionmodel")
      try other.save(to: copy)
      let opened = try Store(file: copy, models: [Todo.self], notificationCenter: nil)
      #expect(opened.table(Todo.self).find(1)?.name == "one")
    }
    var problem: (any Error)?
    _ = store.preview { do { try Store.current.save(to: file) } catch { problem = error } }
    #expect(problem as? FileError == refusal("shop.motionmodel"))
    #expect(try Data(contentsOf: file) == before)
  }

  @Test func `both are saved to other files`() throws {
    let store = try open()
    try store.table(Todo.self).create { $0.name = "one" }
    let replica = try Store(following: file, models: [Todo.self], notificationCenter: nil)
    for (number, saved) in [store, replica].enumerated() {
      let copy = TemporaryFolder.current.appending(path: "\(number).motionmodel")
      try saved.save(to: copy)
      let loaded = Store(notificationCenter: nil)
      try loaded.load(from: copy, models: [Todo.self])
      #expect(loaded.table(Todo.self).pluck(\.name) == ["one"])
    }
  }
}

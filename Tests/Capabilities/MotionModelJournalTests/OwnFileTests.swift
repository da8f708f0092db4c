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
      file: name,
      reason: "journals of an opened store belong to it: choose another file, or copy the store with backup(to:).")
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
      #expect(throws: refusal(name)) { try store.table(Todo.self).save(to: url) }
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
      try #require(store.journal).history.store(at: 1), try history.store(at: 1),
      try #require(store.journal).history.store(at: 1).branch().store,
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

  @Test func `nothing else is written over it either, in any format`() throws {
    let store = try open()
    try store.table(Todo.self).create { $0.name = "one" }
    let before = try Data(contentsOf: file)
    let other = Store(notificationCenter: nil)
    try other.table(Todo.self).create { $0.name = "other" }
    for format in [nil, FileFormat.json, .csv] {
      #expect(throws: refusal("shop.motionmodel")) { try other.save(to: file, as: format) }
      #expect(throws: refusal("shop.motionmodel")) { try other.table(Todo.self).save(to: file, as: format) }
      #expect(throws: refusal("shop.motionmodel")) { try [Todo("other")].save(to: file, as: format) }
      #expect(throws: refusal("shop.motionmodel")) { try Todo("other").save(to: file, as: format) }
      #expect(throws: refusal("shop.motionmodel")) {
        try StoreDocument(Todo("other").data(as: .json)).write(to: file, as: format)
      }
    }
    #expect(try Data(contentsOf: file) == before)
    try store.journal?.close()
    #expect(throws: refusal("shop.motionmodel")) { try other.save(to: file) }
    #expect(try open().table(Todo.self).pluck(\.name) == ["one"])
    // A file that only has a similar name is none of the journals'.
    try other.save(to: TemporaryFolder.current.appending(path: "shop"))
    try other.save(to: TemporaryFolder.current.appending(path: "shop.motionmodel.json"))
    try other.save(to: TemporaryFolder.current.appending(path: "hop.motionmodel"))
  }

  @Test func `a store that is opened while another one is saved there is not replaced`() throws {
    let saved = Store(notificationCenter: nil)
    try saved.table(Todo.self).create { $0.name = "saved" }
    let meanwhile = Meanwhile { [file] in
      let store = try Store(file: file, models: [Todo.self], notificationCenter: nil)
      try store.table(Todo.self).create { $0.name = "opened" }
    }
    #expect(throws: refusal("shop.motionmodel")) { try saved.save(to: file, coding: meanwhile) }
    #expect(try open().table(Todo.self).pluck(\.name) == ["opened"])
  }

  // MARK: - Reading it alone

  @Test func `the file is not read without the commits of its journals`() throws {
    let store = try open()
    let refusal = FileError.incomplete(file: "shop.motionmodel")
    func expectRefusal(_ count: Int) throws {
      let other = Store(notificationCenter: nil)
      #expect(throws: refusal) { try other.load(from: file, models: [Todo.self]) }
      #expect(throws: refusal) { try other.load(from: .file(file), models: [Todo.self], policy: .append) }
      #expect(throws: refusal) { try other.table(Todo.self).load(from: file) }
      #expect(throws: refusal) { try [Todo](from: .file(file)) }
      #expect(throws: refusal) { try Todo.read(from: .file(file)) { _ in } }
      #expect(throws: refusal) { try StoreDocument(contentsOf: file) }
      #expect(try store.table(Todo.self).count == StoreDocument(ofStore: file).models.first?.rows.count ?? 0)
      #expect(try Store(following: file, models: [Todo.self]).table(Todo.self).count == count)
      #expect(other.table(Todo.self).count == 0)
    }
    func expectRead(_ count: Int) throws {
      let other = Store(notificationCenter: nil)
      try other.load(from: file, models: [Todo.self])
      #expect(other.table(Todo.self).count == count)
      #expect(try StoreDocument(contentsOf: file)["Todo"]?.rows.count == count)
    }
    try expectRead(0)
    try store.table(Todo.self).create { $0.name = "one" }
    try expectRefusal(1)
    try store.journal?.compact()
    try expectRead(1)
    try store.table(Todo.self).create { $0.name = "two" }
    try expectRefusal(2)
    try store.journal?.close()
    try expectRefusal(2)
    let again = try open()
    try again.journal?.compact()
    try again.journal?.close()
    try expectRead(2)
  }

  @Test func `one model is read from a compacted file, past the places of the others`() throws {
    let store = try Store(file: file, models: [Project.self, Todo.self], notificationCenter: nil)
    let names = (1...1_500).map { "\($0)" }
    try store.table(Project.self).insert(contentsOf: names.map { name in Project.new { $0.name = name } })
    try store.table(Project.self).where(\.name == "7").deleteAll()
    try store.table(Todo.self).insert(contentsOf: ["one", "two"].map { Todo($0) })
    try store.journal?.compact()
    #expect(try [Todo](from: .file(file)).map(\.name) == ["one", "two"])
    #expect(try [Project](from: .file(file)).map(\.name) == names.filter { $0 != "7" })
  }

  @Test func `a backup, a copy of the file alone and a file with journals of another store are read`() throws {
    let store = try open()
    try store.table(Todo.self).create { $0.name = "one" }
    let backup = TemporaryFolder.current.appending(path: "backup.motionmodel")
    try store.journal?.backup(to: backup)
    #expect(try [Todo](from: .file(backup)).map(\.name) == ["one"])
    let journal = TemporaryFolder.current.appending(path: "shop.motionmodel.journal-0")
    try FileManager.default.copyItem(
      at: journal, to: TemporaryFolder.current.appending(path: "backup.motionmodel.journal-0"))
    #expect(try [Todo](from: .file(backup)).map(\.name) == ["one"])
    let copy = TemporaryFolder.current.appending(path: "copy.motionmodel")
    try FileManager.default.copyItem(at: file, to: copy)
    #expect(try StoreDocument(contentsOf: copy)["Todo"]?.rows.count == 0)
    // A journal that cannot be read may have commits.
    try Data([1, 2, 3]).write(to: TemporaryFolder.current.appending(path: "copy.motionmodel.journal-0"))
    #expect(throws: FileError.incomplete(file: "copy.motionmodel")) { try StoreDocument(contentsOf: copy) }
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

/// Does something in the middle of saving a file.
private struct Meanwhile: ByteCoding {
  let name = "meanwhile"
  let body: @Sendable () throws -> Void

  init(_ body: @escaping @Sendable () throws -> Void) { self.body = body }

  func encode(_ piece: [UInt8], at place: PiecePlace) throws -> [UInt8] {
    try body()
    return piece
  }

  func decode(_ piece: [UInt8], at place: PiecePlace) throws -> [UInt8] { piece }
}

#if SQLite
  import Foundation
  import MotionModel
  import MotionModelSQL
  import MotionModelSQLite
  import MotionModelTestSupport
  import Testing

  private struct Item: Model, Equatable {
    typealias Adapter = SQLiteAdapter

    var id = 0
    var name = ""
    static let schema = Schema<Item> { Column(\.name) }
  }

  private struct Followed: Model, Equatable {
    var id = 0
    var name = ""
    static let schema = Schema<Followed> { Column(\.name) }
  }

  /// Files that are replaced, moved or deleted while they are open.
  final class SQLiteReplacedFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private let file: URL

    enum Change: CaseIterable, Sendable { case replaced, moved, deleted }

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      file = folder.appending(path: "items.db")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func change(_ change: Change) throws {
      let files = FileManager.default
      switch change {
      case .replaced:
        let copy = folder.appending(path: "copy.db")
        try SQLiteConnection(file.path).run("VACUUM INTO \(bind: .text(copy.path))")
        for end in ["-wal", "-shm"] { try? files.removeItem(atPath: file.path + end) }
        #expect(rename(copy.path, file.path) == 0)
      case .moved: try files.moveItem(at: file, to: folder.appending(path: "elsewhere.db"))
      case .deleted: try files.removeItem(at: file)
      }
    }

    @Test(arguments: Change.allCases) func `a write into a file that is not at its place is an error`(kind: Change)
      throws
    {
      let items = Store(adapters: [try SQLiteAdapter(file: file)]).table(Item.self)
      try items.create { $0.name = "kept" }
      try change(kind)
      let error = #expect(throws: SQLError.self) { try items.create { $0.name = "lost" } }
      guard case .notConnected(file.path, _)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      // Reading is refused, too, as soon as it is seen.
      wait { (try? items.records.count) == nil }
      let again = Store(adapters: [try SQLiteAdapter(file: file)]).table(Item.self)
      #expect(try again.records.count == (kind == .replaced ? 1 : 0))
    }

    @Test(arguments: Change.allCases) func `following ends with a sentence`(kind: Change) throws {
      let store = Store()
      let follower = try DatabaseFollower(of: file, in: store, models: [FollowedModel(Followed.self)])
      try follower.write { _ = try store.table(Followed.self).create { $0.name = "kept" } }
      try change(kind)
      #expect(throws: SQLError.self) {
        try follower.write { _ = try store.table(Followed.self).create { $0.name = "lost" } }
      }
      wait {
        if case .failed(.stopped(let reason)) = follower.status.phase { reason.contains("another file") } else { false }
      }
      #expect(store.table(Followed.self).count == 1)
    }
  }
#endif

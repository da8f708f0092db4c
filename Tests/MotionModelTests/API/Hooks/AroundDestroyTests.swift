import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// A folder in folders, with papers, whose hooks log and do what its name says.
private struct Folder: Model, Equatable {
  var id = 0
  var name = ""
  var parentID: Int?

  static let schema = Schema<Folder> {
    Column(\.name)
    Column(\.parentID)
  }
  struct Relations {
    let folders = HasMany<Folder>(\.parentID, dependent: .destroy)
    let papers = HasMany<Paper>(\.folderID, dependent: .delete)
  }
  static let relations = Relations()
  static let hooks: Hooks<Folder> = [
    .beforeDestroy { folder, _ in
      log.add("before \(folder.name)")
      if folder.name == "late", tries.value == 0 {
        tries.add(1)
        throw Stop()
      }
    },
    .aroundDestroy("outer") { folder, _, proceed in
      log.add("around \(folder.name), \(folder.papers.count)")
      switch folder.name {
      case "kept": return
      case "patient": do { try proceed() } catch { try proceed() }
      default: try proceed()
      }
      log.add("\(folder.name) ends, \(folder.papers.count)")
    },
    .aroundDestroy { folder, _, proceed in
      try proceed()
      if folder.name == "noted" { try Paper.create() }
    },
    .afterDestroy { folder, _ in log.add("after \(folder.name)") },
  ]

  struct Stop: Error {}
  @TaskLocal static var log = Collector<String>()
  @TaskLocal static var tries = Counter()
}

private struct Paper: Model, Equatable {
  var id = 0
  var folderID: Int?
  static let schema = Schema<Paper> { Column(\.folderID) }
}

@Suite(.store) struct AroundDestroyTests {
  /// Creates folders, each with a paper, in the folders with the ids after their names.
  private func create(_ folders: (name: String, parent: Int?)...) throws {
    for folder in folders {
      let stored = try Folder.create { ($0.name, $0.parentID) = (folder.name, folder.parent) }
      try stored.papers.create()
    }
  }

  private func logged(_ body: () throws -> Void) throws -> [String] {
    let log = Collector<String>()
    try Folder.$log.withValue(log) { try Folder.$tries.withValue(Counter(), operation: body) }
    return log.values
  }

  @Test func `hooks around destroying are around everything that is destroyed with a record`() throws {
    try create(("a", nil), ("b", 1), ("c", nil))
    let log = try logged { () throws in #expect(try Folder.destroy(1)) }
    #expect(
      log == [
        "around a, 1", "before a", "around b, 1", "before b", "after b", "b ends, 0", "after a", "a ends, 0",
      ])
    #expect(Folder.all.map(\.name) == ["c"] && Paper.all.map(\.folderID) == [3])
    #expect(Store.current.commitCount == 7)
  }

  @Test func `several records are destroyed one after the other, as one changeset`() throws {
    try create(("a", nil), ("b", nil), ("noted", nil))
    let log = try logged { () throws in #expect(try Folder.destroyAll() == 3) }
    #expect(log.filter { $0.hasSuffix("ends, 0") } == ["a ends, 0", "b ends, 0", "noted ends, 0"])
    #expect(log.prefix(4) == ["around a, 1", "before a", "after a", "a ends, 0"])
    #expect(Folder.isEmpty && Paper.all.map(\.folderID) == [nil] && Store.current.commitCount == 7)
  }

  @Test func `a hook that does not proceed stops the whole destruction`() throws {
    try create(("a", nil), ("b", nil), ("kept", 2))
    #expect(
      throws: StoreError.halted(
        model: "Folder", id: "3", operation: .destroy, hook: "aroundDestroy \"outer\"",
        reason: "It did not call proceed.")
    ) { try Folder.destroyAll() }
    #expect(Folder.count == 3 && Paper.count == 3 && Store.current.commitCount == 6)
    try Folder.withoutHooks { _ = try Folder.destroyAll() }
    #expect(Folder.isEmpty && Paper.isEmpty)
  }

  @Test func `a hook may try once more, and what depends on the record goes with it`() throws {
    try create(("patient", nil), ("b", 1), ("late", 1))
    let log = try logged { () throws in #expect(try Folder.destroy(1)) }
    #expect(log.filter { $0 == "after b" }.count == 2)
    #expect(Folder.isEmpty && Paper.isEmpty && Store.current.commitCount == 7)
  }

  @Test func `records in a circle are destroyed once each`() throws {
    try create(("a", nil), ("b", 1), ("c", 2))
    try Folder.where(\.id == 1).updateAll { $0.parentID = 3 }
    let log = try logged { () throws in #expect(try Folder.destroy(2)) }
    #expect(log.filter { $0.hasPrefix("after") } == ["after a", "after c", "after b"])
    #expect(Folder.isEmpty && Paper.isEmpty)
  }

  @Test func `folders in folders that are too deep are refused, and nothing is destroyed`() throws {
    for number in 0..<40 { try create(("a", number == 0 ? nil : number)) }
    #expect(throws: StoreError.endlessHooks(model: "Folder", depth: 32)) { try Folder.destroy(1) }
    #expect(Folder.count == 40)
    #expect(try Folder.destroy(20))
    #expect(Folder.ids == Array(1...19) && Paper.count == 19)
  }

  @Test func `random forests lose what plain arrays lose`() throws {
    var random = TestSeed.generator()
    for _ in 0..<shortened(60) {
      try Store.with(Store()) {
        var rows: [(id: Int, parent: Int?)] = []
        for id in 1...random.number(1...20) {
          rows.append((id, random.chance(70) ? random.number(0...id - 1) : nil))
          try create(("\(id)", rows[id - 1].parent))
        }
        for _ in 0..<4 {
          var doomed = Set((0..<2).map { _ in random.number(1...20) })
          _ = try Folder.where(\.id).in(Array(doomed)).destroyAll()
          // A parent has a lower id than its children.
          for row in rows where row.parent.map(doomed.contains) == true { doomed.insert(row.id) }
          rows.removeAll { doomed.contains($0.id) }
          #expect(Folder.ids == rows.map(\.id) && Paper.all.compactMap(\.folderID) == rows.map(\.id))
        }
      }
    }
  }
}

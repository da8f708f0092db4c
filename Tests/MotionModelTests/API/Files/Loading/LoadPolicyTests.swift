import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// What becomes of the records that a store has when a file is loaded.
@Suite(.ownStore) struct LoadPolicyTests {
  /// A model with a counter and a version.
  private struct Shelf: Model, Equatable {
    var id = 0
    var name = ""
    var bookCount = 0
    var version = 0
    static let schema = Schema<Shelf> {
      Column(\.name)
      Derived(\.bookCount, count: \.books)
      LockVersion(\.version)
    }
    struct Relations: Sendable { let books = HasMany<Book>(\.shelfID) }
    static let relations = Relations()
  }

  private struct Book: Model, Equatable {
    var id = 0
    var title = ""
    var shelfID: Int?
    static let schema = Schema<Book> {
      Column(\.title)
      Column(\.shelfID)
    }
    struct Relations: Sendable { let shelf = BelongsTo<Shelf>(\.shelfID) }
    static let relations = Relations()
  }

  private static let boardModels: [any Model.Type] = [Board.self, Card.self, Person.self, Note.self]

  private func file(_ fill: () throws -> Void) throws -> FileSource {
    let store = Store(notificationCenter: nil)
    try Store.with(store, fill)
    return .data(try store.data(as: .compact))
  }

  private func project(_ id: Int, _ name: String) -> Project { Project.new { ($0.id, $0.name) = (id, name) } }

  // MARK: - Replacing

  @Test func `replacing reports what was changed and what was not`() throws {
    try Project.insert(contentsOf: [project(1, "House"), project(2, "Garden"), project(3, "Shed")])
    let text = "id,name\n1,House\n2,Yard\n9,Roof\n"
    let report = try Project.load(from: .string(text), as: .csv)
    #expect(try Project.string(as: .csv) == text)
    #expect("\(report)" == "Project: 1 inserted, 1 updated, 1 deleted; 1 unchanged")
    let again = try Project.load(from: .string(text), as: .csv)
    #expect(again.changes.isEmpty && "\(again)" == "3 unchanged")
  }

  @Test(arguments: ["replace", "merge", "append"]) func `records of which none has an id get new ones`(policy: String)
    throws
  {
    try Todo.insert(contentsOf: [Todo("old"), Todo("older")])
    try Todo.delete(2)
    let policies: [String: LoadPolicy] = ["replace": .replace, "merge": .merge(onConflict: .fail), "append": .append]
    let policy = try #require(policies[policy])
    try Todo.load(from: .string("name,priority\nSweep,3\nMop,1\n"), as: .csv, policy: policy)
    let new = ["3 Sweep 3", "4 Mop 1"]
    let old = if case .replace = policy { [String]() } else { ["1 old 0"] }
    #expect(Todo.all.map { "\($0.id) \($0.name) \($0.priority)" } == old + new)
    #expect(try Todo.create().id == 5)
    // One id too few is a fault.
    #expect(throws: FileError.rowID(file: "in memory", model: "Todo", row: 1)) {
      try Todo.load(from: .string("id,name\n,Sweep\n7,Mop\n"), as: .csv, policy: policy)
    }
  }

  @Test func `parents that count the records are none of those that were read`() throws {
    try Shelf.create { $0.name = "A" }
    try Book.create { ($0.title, $0.shelfID) = ("One", 1) }
    let report = try Book.load(
      from: .string(
        #"[{"id": 1, "title": "One", "shelfID": 1}, {"id": 2, "title": "Two", "shelfID": 1}]"#))
    #expect(report.unchangedCount == 1 && Shelf.pluck(\.bookCount) == [2])
  }

  // MARK: - Merging

  @Test func `a policy that writes itself loses no records`() throws {
    try Project.insert(contentsOf: [project(1, "House"), project(3, "Barn")])
    let source = FileSource.string("id,name,size\n1,Hut,\n3,Barn,large\n9,Attic,small\n")
    let report = try Project.load(
      from: source, as: .csv,
      policy: .merge(
        onConflict: .resolving { _ in
          if Project.count == 2 { try Project.create { $0.name = "Shed" } }
          return .theirs
        }))
    #expect(Project.order(by: \.name).pluck(\.name) == ["Attic", "Barn", "House", "Shed"])
    #expect(report.unchangedCount == 1 && report.conflicts.count == 1)
    #expect(
      try Set(Project.string(as: .csv).split(separator: "\n").map(String.init))
        == ["id,name,size", "1,House,", "3,Barn,large", "4,Shed,", "9,Attic,small"])
  }

  @Test func `merging inserts what is new, leaves what is the same, and refuses what differs`() throws {
    let source = FileSource.string("id,name\n1,House\n2,Yard\n3,Roof\n9,Attic\n")
    try Project.insert(contentsOf: [project(1, "House"), project(2, "Garden"), project(3, "Shed"), project(4, "Barn")])
    let before = (Project.all, Store.current.commitCount)
    let error = #expect(throws: ChangeConflicts.self) {
      try Project.load(from: source, as: .csv, policy: .merge(onConflict: .fail))
    }
    #expect(
      error?.conflicts.map(\.description) == ["Project 2: both inserted \"name\"", "Project 3: both inserted \"name\""])
    #expect(Project.all == before.0 && Store.current.commitCount == before.1)

    let report = try Project.load(
      from: source, as: .csv, policy: .merge(onConflict: .resolving { $0.id == 2 ? .ours : .theirs }))
    #expect("\(report)" == "Project: 1 inserted, 1 updated; 1 unchanged; 2 conflicts")
    #expect(report.conflicts.map(\.description) == ["Project 2: \"name\"", "Project 3: \"name\""])
    #expect(report.conflicts.map(\.resolution) == [.ours, .theirs])
    #expect(report.conflicts.first?.columns.map(\.ours) == ["Yard"])
    #expect(report.conflicts.first?.columns.map(\.theirs) == ["Garden"])
    #expect(
      Project.all == [
        project(1, "House"), project(2, "Yard"), project(3, "Shed"), project(4, "Barn"), project(9, "Attic"),
      ])
    #expect(try Project.create { $0.name = "new" }.id == 10)
    try Store.current.apply(report.changes.inverted)
    #expect(Project.all.prefix(4) == before.0[...])
  }

  @Test func `merging the same file again changes nothing`() throws {
    let source = try file {
      let shelf = try Shelf.create { $0.name = "A" }
      try Book.insert(contentsOf: [Book(title: "One", shelfID: shelf.id), Book(title: "Two", shelfID: shelf.id)])
    }
    let models: [any Model.Type] = [Shelf.self, Book.self]
    for round in 0..<3 {
      let report = try Store.current.load(from: source, models: models, policy: .merge(onConflict: .fail))
      #expect(report.changes.isEmpty == (round > 0) && report.unchangedCount == (round > 0 ? 3 : 0))
    }
    #expect(Shelf.all.map(\.bookCount) == [2])
    // A counter is the number of children, and a version rises, whichever record counts.
    var shelf = try Shelf.require(1)
    try Book.create { ($0.title, $0.shelfID) = ("Three", 1) }
    try shelf.reload()
    shelf.name = "B"
    try shelf.save()
    let version = try Shelf.require(1).version
    let report = try Store.current.load(from: source, models: models, policy: .merge(onConflict: .ours))
    #expect(report.conflicts.map(\.description) == ["Shelf 1: \"name\""])
    let merged = try Shelf.require(1)
    #expect(merged.name == "A" && merged.bookCount == 3 && merged.version > version)
  }

  // MARK: - Appending

  @Test func `appended records get new ids where these are taken, and keys follow`() throws {
    let source = try file {
      let house = try Board("House", owner: Person("bob").saved()).saved()
      let sweep = try Card("Sweep", on: house).saved()
      let mop = try Card("Mop", on: house, parent: sweep).saved()
      try Note.create { ($0.text, $0.subjectType, $0.subjectID) = ("about the board", "Board", house.id) }
      try Note.create { ($0.text, $0.subjectType, $0.subjectID) = ("about a card", "Card", mop.id) }
    }
    try Board.insert(contentsOf: [Board("Mine"), Board("Other")])
    _ = try Card("Rake", on: Board.require(2)).saved()
    let before = (Board.all, Card.all)
    let report = try Store.current.load(from: source, models: Self.boardModels, policy: .append)
    #expect(Board.all.prefix(2) == before.0[...] && Card.all.prefix(1) == before.1[...])
    let house = try Board.require(report.id(of: Board.self, 1))
    #expect(house.id == 3 && house.name == "House" && house.owner?.name == "Bob")
    #expect(house.cards.map(\.title) == ["Sweep", "Mop"] && house.notes.map(\.text) == ["about the board"])
    // The second card's id was free; its key to the first one follows.
    let mop = try #require(Card.where(\.title == "Mop").first)
    #expect(mop.id == 2 && mop.parent?.title == "Sweep" && mop.notes.map(\.text) == ["about a card"])
    #expect("\(report)".hasSuffix("; 2 new ids"))
    try Store.current.apply(report.changes.inverted)
    #expect(Board.all == before.0 && Card.all == before.1)
  }

  @Test func `appending twice keeps both, and ids that are not numbers are refused when they are taken`() throws {
    let source = FileSource.string("id,name\n2,A\n5,B\n")
    for _ in 0..<2 { try Store.current.load(from: source, as: .csv, models: [Shelf.self], policy: .append) }
    #expect(Shelf.pluck(\.name) == ["A", "B", "A", "B"] && Set(Shelf.ids).count == 4)
    let people = FileSource.string("id,name\nbob,Bob\n")
    try Person.load(from: people, as: .csv, policy: .append)
    #expect(throws: ChangesetError.recordExists(model: "Person", id: "bob")) {
      try Person.load(from: people, as: .csv, policy: .append)
    }
    #expect(Person.ids == ["bob"])
  }

  @Test func `an id that the store has given is not given to an appended record`() throws {
    try Project.insert(contentsOf: [project(1, "A"), project(2, "B")])
    try Project.deleteAll()
    try Project.load(
      from: .string("[{\"id\": 2, \"name\": \"C\"}, {\"id\": 3, \"name\": \"D\"}]"), policy: .append)
    #expect(Project.pluck(\.name) == ["C", "D"] && Project.ids == [4, 3])
  }

  @Test func `what is refused leaves the store as it was, with each policy`() throws {
    try Project.create { $0.name = "House" }
    for policy in [LoadPolicy.replace, .merge(onConflict: .ours), .append] {
      #expect(throws: StoreError.self) {
        try Project.load(from: .string("id,name\n7,Yard\n8,Yard\n"), as: .csv, policy: policy)
      }
      #expect(throws: FileError.rowID(file: "in memory", model: "Project", row: 2)) {
        try Project.load(from: .string("id,name\n7,Yard\n7,Barn\n"), as: .csv, policy: policy)
      }
    }
    #expect(Project.pluck(\.name) == ["House"] && Store.current.commitCount == 1)
  }

  @Test(arguments: [LoadPolicy.merge(onConflict: .theirs), .append])
  func `columns that the model does not have are kept with their records`(policy: LoadPolicy) throws {
    try Project.load(from: .string("id,name,colour\n1,A,red\n2,B,\n"), as: .csv)
    let report = try Project.load(
      from: .string("id,name,size\n1,A1,small\n2,B2,large\n7,C,huge\n"), as: .csv, policy: policy)
    let first = report.id(of: Project.self, 1)
    let second = report.id(of: Project.self, 2)
    let names = first == 1 ? [] : ["\(first),A1,,small", "\(second),B2,,large"]
    // A record for which values are kept already keeps these.
    let old = first == 1 ? ["1,A,red,", "2,B,,large"] : ["1,A,red,", "2,B,,"]
    #expect(
      try Project.order(by: \.id).all.map(\.id)
        == Project.string(as: .csv).split(separator: "\n").dropFirst().compactMap {
          Int($0.prefix { $0 != "," })
        }.sorted())
    #expect(
      try Set(Project.string(as: .csv).split(separator: "\n").map(String.init))
        == Set(["id,name,colour,size"] + old + names + ["7,C,,huge"]))
  }
}

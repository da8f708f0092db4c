import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// The models that a file covers, and the ids that it records.
@Suite(.ownStore, .temporaryFolder) struct FileScopeTests {
  private struct Owner: Model {
    var id = 0
    var name = ""
    static let schema = Schema<Owner> { Column(\.name) }
  }
  private struct Owned: Model {
    var id = 0
    var ownerID = 0
    static let schema = Schema<Owned> { Column(\.ownerID) }
    struct Relations: Sendable { let owner = BelongsTo<Owner>(\.ownerID) }
    static let relations = Relations()
  }

  private func file(_ name: String) -> URL { TemporaryFolder.current.appending(path: name) }

  @Test(arguments: FileFormat.ofStores, [true, false])
  func `loading an earlier file of a store also deletes the records of a model that had none then`(
    format: FileFormat, wasUsed: Bool
  ) throws {
    let owner = try Owner.create()
    if wasUsed { try Owned.create { $0.ownerID = owner.id }.delete() }
    try owner.delete()
    try Store.current.save(to: file("store"), as: format)
    let other = try Owner.create()
    try Owned.create { $0.ownerID = other.id }
    let changeset = try Store.current.load(models: [Owner.self, Owned.self]).changes
    #expect(
      "\(changeset)" == "Owner: 1 deleted; Owned: 1 deleted" || "\(changeset)" == "Owned: 1 deleted; Owner: 1 deleted")
    #expect(Owner.isEmpty && Owned.isEmpty)
    #expect(try Store.current.load(models: [Owner.self, Owned.self]).changes.isEmpty)
  }

  @Test func `models that neither the file nor the call names are left alone`() throws {
    try Owner.create { $0.name = "Ann" }
    try Store.current.save(to: file("owners.json"))
    let project = try Project.create { $0.name = "House" }
    try Store.current.load(from: file("owners.json"))
    #expect(Project.all == [project])
    try Store.current.load(from: file("owners.json"), models: [Owner.self])
    #expect(Project.all == [project])
    try Store.current.load(from: file("owners.json"), models: [Project.self])
    #expect(Project.isEmpty && Owner.count == 1)
  }

  private struct Zebra: Model {
    var id = 0
    static let schema = Schema<Zebra> {}
  }
  private struct Ape: Model {
    var id = 0
    static let schema = Schema<Ape> {}
  }

  @Test(arguments: FileFormat.ofStores)
  func `the models of a file are in the order of their names, whichever was used first`(format: FileFormat) throws {
    try Zebra.create()
    try Ape.create()
    try Store.current.save(to: file("store"), as: format)
    #expect(try StoreDocument(contentsOf: file("store"), as: format).models.map(\.name) == ["Ape", "Zebra"])
  }

  @Test func `the file of one model changes no other`() throws {
    try Owner.create { $0.name = "Ann" }
    try Owner.save(to: file("owners.json"))
    let project = try Project.create { $0.name = "House" }
    try Store.current.load(from: file("owners.json"), models: [Owner.self, Project.self])
    #expect(Project.all == [project] && Owner.count == 1)
  }

  @Test func `a file without a list of its models covers only those whose records it has`() throws {
    let text = #"{"format": "MotionModel", "version": 1, "models": {}}"#
    try Data(text.utf8).write(to: file("old.json"))
    let project = try Project.create { $0.name = "House" }
    try Store.current.load(from: file("old.json"), models: [Project.self])
    #expect(Project.all == [project])
  }

  @Test func `loading an earlier file is refused when it would leave a record without its parent`() throws {
    try Owner.create()
    try Store.current.save(to: file("owners.json"))
    let parent = try Owner.create()
    try Owned.create { $0.ownerID = parent.id }
    #expect(throws: StoreError.self) { try Store.current.load() }
    #expect(Owner.count == 2 && Owned.count == 1)
  }

  // MARK: - Ids

  @Test(arguments: FileFormat.ofStores, [true, false])
  func `ids recorded in a file are not generated again, also of a model without records`(
    format: FileFormat, isWhole: Bool
  ) throws {
    for number in 1...3 { try Owner.create { $0.name = "\(number)" } }
    try Owner.deleteAll()
    if isWhole {
      try Store.current.save(to: file("store"), as: format)
    } else {
      try Owner.save(to: file("store"), as: format)
    }
    try Store.with(Store()) {
      if isWhole {
        try Store.current.load(from: file("store"), models: [Owner.self])
      } else {
        try Owner.load(from: file("store"))
      }
      #expect(try Owner.create().id == 4)
    }
    try Owner.create()
    try Owner.create()
    // Loading an older file does not make ids available again.
    if isWhole { try Store.current.load() } else { try Owner.load() }
    #expect(try Owner.create().id == 6)
  }

  @Test func `a chain of files keeps the ids of all earlier files`() throws {
    var last = 0
    for round in 0..<6 {
      let format = FileFormat.ofStores[round % FileFormat.ofStores.count]
      let isWhole = round < 3
      try Store.with(Store()) {
        if round > 0 {
          try Store.current.load(from: file("store"), models: [Owner.self])
        }
        let owner = try Owner.create()
        #expect(owner.id == last + 1)
        last = owner.id
        try Owner.deleteAll()
        if isWhole {
          try Store.current.save(to: file("store"), as: format)
        } else {
          try Owner.save(to: file("store"), as: format)
        }
      }
    }
  }

  // MARK: - Byte order marks

  @Test(arguments: [FileFormat.json, .xml]) func `a byte order mark in a file is skipped`(format: FileFormat) throws {
    try Project.create { $0.name = "House" }
    try Project.save(to: file("projects"), as: format)
    let data = try Data(contentsOf: file("projects"))
    try (Data([0xEF, 0xBB, 0xBF]) + data).write(to: file("marked"))
    #expect(try Project.load(from: file("marked")).changes.isEmpty)
    #expect(try Project.load(from: file("marked"), as: format).changes.isEmpty)
  }

  @Test func `a byte order mark in imported rows is skipped`() throws {
    let report = try Project.importRows(json: Data([0xEF, 0xBB, 0xBF]) + Data(#"[{"name": "House"}]"#.utf8))
    #expect(report.failures.isEmpty && Project.pluck(\.name) == ["House"])
    let marked = try Project.importRows(json: Data(#"["\#u{FEFF}", {"name": "\#u{FEFF}a"}]"#.utf8))
    #expect(marked.failures.map(\.row) == [1] && Project.last?.name == "\u{FEFF}a")
  }
}

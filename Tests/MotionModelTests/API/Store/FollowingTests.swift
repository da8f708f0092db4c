import Foundation
import MotionModel
import MotionModelTesting
import Testing

/// A record that counts its children, is touched by them, and refuses old copies.
private struct Folder: Model, Equatable {
  var id = 0
  var name = ""
  var sheetsCount = 0
  var version = 0
  var updatedAt: Date?

  static let schema = Schema<Folder> {
    Column(\.name)
    Derived(\.sheetsCount, count: \.sheets)
    LockVersion(\.version)
    Timestamps(updated: \.updatedAt)
  }
  struct Relations {
    let sheets = HasMany<Sheet>(\.folderID, dependent: .destroy)
      .acceptingAttributes(allowingRemoval: true).acceptingIDs()
  }
  static let relations = Relations()
}

private struct Sheet: Model, Equatable {
  var id = 0
  var folderID: Int?

  static let schema = Schema<Sheet> { Column(\.folderID) }
  struct Relations { let folder = BelongsTo<Folder>(\.folderID, touch: true) }
  static let relations = Relations()
}

/// A call that writes a record and then those that are related to it returns the record as it is stored in the end, so that
/// it can be saved again.
@Suite(.store) struct FollowingTests {
  private func expectCurrent(_ folder: inout Folder, sheets: Int) {
    #expect(folder.sheetsCount == sheets && Folder.find(folder.id) == folder)
    folder.name += "!"
    #expect(throws: Never.self) { try folder.save() }
  }

  @Test func `after attributes of related records`() throws {
    var folder = try Folder.create(attributes: ["name": "a", "sheets": [[:], [:]]])
    expectCurrent(&folder, sheets: 2)
    try folder.update(attributes: ["sheets": [["id": 1, "_destroy": true]]])
    expectCurrent(&folder, sheets: 1)
    let sheet = try Sheet.create()
    try folder.update(attributes: ["sheet_ids": [2, sheet.id.attribute]])
    expectCurrent(&folder, sheets: 2)
  }

  @Test func `after a save with children, or with a parent`() throws {
    var (folder, sheets) = (Folder(), [Sheet(), Sheet()])
    try folder.save(with: \.sheets, &sheets)
    expectCurrent(&folder, sheets: 2)
    var sheet = Sheet()
    try sheet.save(with: \.folder, &folder)
    expectCurrent(&folder, sheets: 3)
  }

  @Test func `an old copy stays one, and keeps what was not saved`() throws {
    let old = try Folder.create { $0.name = "a" }
    var copy = old
    try copy.update { $0.name = "b" }
    copy = old
    copy.name = "unsaved"
    try copy.update(attributes: ["sheets": [[:]]])
    #expect(copy.sheetsCount == 1 && copy.name == "unsaved" && copy.version == old.version)
    #expect(throws: StoreError.self) { try copy.save() }
  }
}

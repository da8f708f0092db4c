import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTool
import Testing

@testable import GeneratedSamples

/// The generated model, and not that of the support of tests.
private typealias Parcel = GeneratedSamples.Parcel

/// The Swift that is generated from each schema in `GeneratedSamples/Inputs`, and the models at work.
@Suite(.ownStore, .temporaryFolder) struct GeneratedFromSchemaTests {
  @Test(arguments: ["Warehouse", "Harbour", "Voyage", "Weather"])
  func `the generated Swift is the recorded one`(name: String) throws {
    let kinds = ["Warehouse": "sql", "Harbour": "rb", "Voyage": "swift", "Weather": "json"]
    let run = ToolRun("generate", RecordedSamples.input("\(name).\(kinds[name] ?? "")"))
    #expect(run.status == .success, "\(run.errors)")
    try RecordedSamples.expect(run.output, isIn: "\(name).swift")
  }

  /// The files of which each has every kind of table, column and constraint of its language.
  @Test(arguments: ["MySQL.sql", "PostgreSQL.sql", "SQLite.sql", "Rails.rb"])
  func `the Swift of the corpus is the recorded one`(name: String) throws {
    let run = ToolRun("generate", RecordedSamples.input("../../Fixtures/Schemas/\(name)"))
    #expect(run.status == .success, "\(run.errors)")
    try RecordedSamples.expect(run.output, isIn: name.replacing(/\..*/, with: ".swift"))
  }

  // MARK: - The models at work

  @Test func `models of the corpus are saved with enums, defaults and keys`() throws {
    let writer = try Writer.create { ($0.name, $0.changed) = ("Ann", Date()) }
    #expect(writer.state == .itSOk && writer.isActive && writer.hidden == 0)
    let book = try Book.create { ($0.id, $0.writerID, $0.kind) = ("1", writer.id, .novel) }
    #expect(book.price == 9.5 && writer.writerBooks.all == [book])
    let user = try User.create { $0.mood = .veryGood }
    #expect(user.moods.isEmpty && user.settings == #"{"a": 1}"#)
    let post = try Post.create { ($0.authorID, $0.title) = (user.id, "A") }
    #expect(user.authorPosts.all == [post] && SpecialPost().stars == 5)
    let folder = try Folder.create { $0.name = "in" }
    #expect(try Note.create { $0.folderFolderID = folder.id }.title == #"C:\"#)
    let room = try Room.create { ($0.id, $0.madeAt) = ("x", Date()) }
    #expect(room.temper == .itSOk && room.settings == "{}" && room.rules == #"{"a":[1,null,true],"b":{"c":"d"}}"#)
  }

  @Test func `models from SQL are related, saved and loaded`() throws {
    let warehouse = try Warehouse.create { ($0.name, $0.city) = ("North", "Oslo") }
    let shelf = try Shelf.create { ($0.warehouseID, $0.label, $0.photo) = (warehouse.id, "A1", Data([1, 2])) }
    let parcel = try Parcel.create { ($0.id, $0.shelfID, $0.weight) = ("x", shelf.id, 2.5) }
    #expect(warehouse.shelves.all == [shelf])
    #expect(parcel.shelf == shelf)
    #expect(throws: (any Error).self) { try Warehouse.create { $0.name = "North" } }
    #expect(throws: (any Error).self) { try Shelf.create { $0.label = "in no warehouse" } }

    let file = ToolRun.url("warehouse.json")
    try Store.current.save(to: file)
    let loaded = Store()
    try loaded.load(from: file, models: [Warehouse.self, Shelf.self, Parcel.self])
    #expect(loaded.table(Shelf.self).all == [shelf])
    #expect(loaded.table(Parcel.self).all == [parcel])

    try warehouse.destroy()
    #expect(Shelf.count == 0)
    #expect(try Parcel.require("x").shelfID == nil)
  }

  @Test func `models from Rails, SwiftData and JSON are related`() throws {
    let harbour = try Harbour.create { $0.name = "Hull" }
    #expect(harbour.createdAt != nil && harbour.updatedAt == harbour.createdAt)
    var ship = try Ship.create { $0.harbourID = harbour.id }
    let stale = ship
    #expect(ship.name == "Nameless" && harbour.ships.all == [ship])
    try ship.update { $0.afloat = false }
    #expect(ship.lockVersion == 1)
    #expect(throws: StoreError.self) { try stale.saved() }
    #expect(throws: (any Error).self) { try harbour.destroy() }

    let voyage = try Voyage.create { ($0.code, $0.notes) = ("V1", ["calm"]) }
    let leg = try Leg.create { ($0.port, $0.voyageID) = ("Bergen", voyage.id) }
    #expect(voyage.legs.all == [leg])
    try voyage.destroy()
    #expect(Leg.count == 0)

    let station = try Station.create { ($0.name, $0.height) = ("Sonnblick", 3106) }
    let reading = try Reading.create { ($0.stationID, $0.celsius, $0.takenAt) = (station.id, -4.5, .now) }
    #expect(station.readings.all == [reading])
  }
}

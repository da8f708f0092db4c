import Foundation
import MotionModel
import MusicShop
import Testing

/// Imports the Chinook data by names in place of ids, and compares with the data that were loaded directly.
@Suite(.enabled(if: TourData.chinookFile != nil, "MOTIONMODEL_CHINOOK does not name the Chinook data"))
struct ImportChinookTests {
  let shop: Store

  init() throws { shop = try TourData.chinook.get() }

  private func names<Record: Model>(_ model: Record.Type, _ name: KeyPath<Record, String>) -> [Record.ID: String]
  where Record.Adapter == ArrayAdapter {
    Dictionary(uniqueKeysWithValues: shop.table(model).all.map { ($0.id, $0[keyPath: name]) })
  }

  @Test func `albums by the names of their artists`() throws {
    let artists = names(Artist.self, \.name)
    let albums = shop.table(Album.self).all
    let rows: [[String: AttributeValue]] = albums.map {
      ["Album": .string($0.title), "Artist": .string(artists[$0.artistID] ?? "")]
    }
    let mapping: ImportMapping<Album> = [
      .column("Album", to: \.title), .parent("Artist", \.artist, by: \.name, missing: .create),
      .key(\.artistID, \.title),
    ]
    let store = Store()
    let report = try store.table(Album.self).importRows(rows, mapping: mapping)
    #expect(report.description == "Album: 347 inserted; Artist: 204 created")
    let found = store.table(Album.self).all.map { [$0.title, store.of($0).artist?.name] }
    #expect(found == albums.map { [$0.title, artists[$0.artistID]] })
    #expect(report.rows == Array(1...347))

    let again = try store.table(Album.self).importRows(rows, mapping: mapping)
    #expect(again.updatedRows == Array(1...347) && store.commitCount == 1)
  }

  @Test func `employees by the email addresses of their managers, last first`() throws {
    let emails = names(Employee.self, \.email)
    let employees = shop.table(Employee.self).all
    let rows: [[String: AttributeValue]] = employees.reversed().map { employee in
      var row = employee.attributes
      for name in ["EmployeeId", "ReportsTo"] { row.removeValue(forKey: name) }
      row["Manager"] = employee.reportsTo.flatMap { emails[$0] }.map { .string($0) } ?? .null
      return row
    }
    let store = Store()
    let report = try store.table(Employee.self).importRows(
      rows, mapping: [.parent("Manager", \.manager, by: \.email), .key(\.email, ifStored: .refuse)])
    #expect(report.failures.map(\.description) == [])
    let managers = store.table(Employee.self).order(by: \.email).all.map { [$0.email, store.of($0).manager?.email] }
    #expect(
      managers == employees.sorted { $0.email < $1.email }.map { [$0.email, $0.reportsTo.flatMap { emails[$0] }] })
  }

  @Test func `tracks by the titles of their albums, of which some are ambiguous`() throws {
    let (albums, genres) = (names(Album.self, \.title), names(Genre.self, \.name))
    let types = names(MediaType.self, \.name)
    let tracks = shop.table(Track.self).all
    let rows: [[String: AttributeValue]] = tracks.map { track in
      var row = track.attributes
      for name in ["AlbumId", "GenreId", "MediaTypeId"] { row.removeValue(forKey: name) }
      row["Album"] = .string(albums[track.albumID] ?? "")
      row["Genre"] = .string(genres[track.genreID] ?? "")
      row["Type"] = .string(types[track.mediaTypeID] ?? "")
      return row
    }
    let store = Store()
    try MusicShop.copy([Genre.self, MediaType.self, Artist.self, Album.self], from: shop, to: store)
    let report = try store.table(Track.self).importRows(
      rows,
      mapping: [
        .parent("Album", \.album, by: \.title), .parent("Genre", \.genre, by: \.name),
        .parent("Type", \.mediaType, by: \.name),
      ])
    let counts = Dictionary(albums.values.map { ($0, 1) }, uniquingKeysWith: +)
    let isAmbiguous = tracks.map { counts[albums[$0.albumID] ?? ""] != 1 }
    #expect(isAmbiguous.contains(false))
    #expect(report.records == zip(tracks, isAmbiguous).filter { !$1 }.map(\.0))
    #expect(report.failures.map(\.row) == isAmbiguous.indices.filter { isAmbiguous[$0] }.map { $0 + 1 })
  }
}

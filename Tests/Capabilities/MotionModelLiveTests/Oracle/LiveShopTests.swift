import Foundation
import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import MusicShop
import Testing

/// Live results on the data of a music shop: those of the tour, and the Chinook data if they are there.
@Suite struct LiveShopTests {
  /// The folder of the package; this file is in its folder `Tests/Capabilities/MotionModelLiveTests/Oracle`.
  private static let root = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL

  /// The Chinook file, which is not part of the package.
  private static let chinook: URL? = {
    let named = ProcessInfo.processInfo.environment["MOTIONMODEL_CHINOOK"].map { URL(filePath: $0) }
    let file = named ?? root.deletingLastPathComponent().appending(path: "shared/data/chinook.json")
    return FileManager.default.fileExists(atPath: file.path) ? file : nil
  }()

  @Test(arguments: 0..<4) func `the results of a small shop are those of their finders`(part: Int) throws {
    try check(Self.root.appending(path: "Examples/Tour/Data/shop.json"), part, steps: 40)
  }

  @Test(.enabled(if: chinook != nil, "MOTIONMODEL_CHINOOK does not name the Chinook data"))
  func `the results of a large shop are those of their finders`() throws {
    try check(try #require(Self.chinook), 9, steps: 12)
  }

  private func check(_ file: URL, _ part: Int, steps: Int) throws {
    var random = TestSeed.generator(65_000 + part)
    let store = Store(notificationCenter: nil)
    try MusicShop.load(Data(contentsOf: file), into: store)
    var watched = Self.watched(in: store)
    let history = UndoHistory(of: store)
    for step in 0..<steps {
      _ = try? Self.commit(to: store, history, &random)
      let faults = watched.flatMap(\.faults)
      try #require(faults.isEmpty, "seed \(TestSeed.current), part \(part), step \(step): \(faults.prefix(3))")
    }
    watched = []
    #expect(store.liveRouter.count == 0)
  }

  private static func watched(in store: Store) -> [any WatchedLive] {
    let (tracks, albums) = (store.table(Track.self), store.table(Album.self))
    let (artists, genres) = (store.table(Artist.self), store.table(Genre.self))
    return [
      Watched(tracks.order(by: \.milliseconds, .descending).limit(10)),
      Watched(tracks.order(by: \.name).offset(5).limit(10)),
      Watched(tracks.where { $0.album.artist.name < "M" }.order(by: { $0.album.title }).order(by: \.name).limit(8)),
      Watched(tracks.where { $0.genre.name.contains("o") && $0.milliseconds > 200_000 }.limit(12)),
      Watched(tracks.where { $0.sales.exists }.order(by: \.unitPrice, .descending).limit(6)),
      Watched(tracks.where { $0.playlists.count > 1 }.distinct(by: \.albumID).limit(5)),
      Watched(albums.order(by: { $0.tracks.sum(\.milliseconds) }, .descending).limit(5)),
      Watched(artists.where { $0.albums.count > 1 }.order(by: { $0.tracks.count }, .descending).limit(5)),
      WatchedSections(tracks.order(by: \.name).limit(30), by: \.genreID, .ascending, nils: .last),
      WatchedValue.groups(tracks.group(by: \.genreID), .count, isSame: ==),
      WatchedValue.groups(tracks.group(by: \.mediaTypeID), .sum(\.unitPrice), isSame: ==),
      WatchedValue.aggregate(tracks.where(\.composer == nil), .maximum(\.milliseconds), isSame: ==),
      WatchedValue.record(1, of: tracks),
      WatchedValue.included(genres.order(by: \.name).limit(4).including(\.tracks) { $0.limit(3) }),
      WatchedValue.included(albums.order(by: \.title).limit(6).including(\.artist)),
      WatchedValue.included(artists.order(by: \.name).limit(6).including(\.genres)),
    ]
  }

  private struct NoRecord: Error {}

  private static func commit(to store: Store, _ history: UndoHistory, _ random: inout SplitMix64) throws {
    let (tracks, albums, artists) = (store.table(Track.self), store.table(Album.self), store.table(Artist.self))
    func any<Record: Model>(_ table: ModelTable<Record>) throws -> Record where Record.Adapter == ArrayAdapter {
      guard let record = random.pickAny(table.records.all) else { throw NoRecord() }
      return record
    }
    switch random.number(0...11) {
    case 0, 1:
      var track = try any(tracks)
      track.milliseconds = random.number(0...9) * 60_000
      if random.chance(50) { track.genreID = random.pick(store.table(Genre.self).records.ids) }
      try tracks.save(&track)
    case 2:
      var track = try any(tracks)
      (track.id, track.name) = (0, random.pick(["A", "M", "z", "É"]))
      try tracks.insert(&track)
    case 3: try tracks.destroy(any(tracks).id)
    case 4:
      var album = try any(albums)
      (album.artistID, album.title) = (random.pick(artists.records.ids), random.pick(["A", album.title]))
      try albums.save(&album)
    case 5: _ = try albums.destroy(any(albums).id)
    case 6: _ = try artists.destroy(any(artists).id)
    case 7:
      var line = try any(store.table(InvoiceLine.self))
      line.trackID = random.pick(tracks.records.ids)
      try store.table(InvoiceLine.self).save(&line)
    case 8: _ = try tracks.where(\.genreID == random.number(1...6)).limit(5).updateAll { $0.composer = nil }
    case 9:
      try store.transaction {
        var track = try any(tracks)
        try tracks.delete(track.id)
        try tracks.insert(&track)
      }
    case 10: try history.undo()
    default: try history.redo()
    }
  }
}

import Foundation
import MotionModel
import MusicShop
import Testing

/// Some queries of the tour, on the package's own data. The expected results were computed in Python.
@Suite struct ShopTests {
  let store: Store

  init() throws { store = try TourData.shop.get() }

  private func ask(_ questions: () throws -> Void) throws { try Store.with(store, questions) }

  @Test func `all rows are there, in their order`() throws {
    try ask {
      #expect(Questions.rowCounts().map(\.value) == [6, 2, 12, 18, 60, 5, 10, 25, 70, 4, 40])
      #expect(Questions.firstAndLastTrack() == ["Dear Barometer", "Lost Button"])
      #expect(PlaylistTrack.records.ids == Array(1...40))
    }
  }

  @Test func `nil and the empty string are different`() throws {
    try ask {
      #expect(Questions.nilComposerCount() == 2)
      #expect(Questions.emptyComposerCount() == 6)
      #expect(Questions.composerCount() == 52)
      #expect(Questions.customersWithCompany() == [1, 4, 6, 8])
      #expect(Questions.employeesByManager(nils: .first) == [1, 2, 5, 3, 4])
    }
  }

  @Test func `strings`() throws {
    try ask {
      #expect(Questions.trackCount(containing: "love", caseSensitive: false) == 3)
      #expect(Questions.trackNames(startingWith: "É") == ["Écluse", "Étoile du quai"])
      #expect(
        Questions.trackNames(containingFolded: "sao") == ["Televisão de Neve", "São Caracol", "Procissão dos Lentos"])
      #expect(Questions.tracksWithPercent() == ["100% Wind-Up"])
      #expect(Questions.yearTracks() == ["Regatta 1987"])
      #expect(Questions.lastTrackNames(3) == ["Étoile du quai", "Écluse", "Às Onze e Meia"])
    }
  }

  @Test func `order and pages`() throws {
    try ask {
      #expect(Questions.longestTracks(2).map(\.value) == [14_402_718, 10_811_093])
      #expect(Questions.page(2, of: 10).map(\.id) == [1, 16, 30, 7, 45, 17, 32, 35, 2, 43])
      #expect(Questions.pages(of: 25).map(\.count) == [25, 25, 10])
    }
  }

  @Test func `sums and groups`() throws {
    try ask {
      #expect(Questions.trackCount(at: decimal("1.99")) == 6)
      #expect(Questions.invoiceTotal() == decimal("93.09"))
      #expect(Questions.invoiceLineTotal() == decimal("93.09"))
      #expect(Questions.mismatchedInvoices().isEmpty)
      #expect(Questions.averageInvoiceTotal() == decimal("3.7236"))
      #expect(
        Questions.tracksPerGenre(4) == [
          Tally("Harbour Folk", 12), Tally("Clockwork Jazz", 11), Tally("Velvet Rock", 10),
          Tally("Tea-Time Electronica", 10),
        ])
      #expect(Questions.invoicesPerYear().map(\.year) == [2021, 2022, 2023, 2024])
      #expect(Questions.invoicesPerYear().map(\.invoices) == [6, 7, 7, 5])
      #expect(Questions.invoicesPerYear().map(\.total) == ["23.77", "24.75", "25.75", "18.82"].map(decimal))
      #expect(Questions.commonTrackNames(1) == [Tally("Intermission", 2)])
    }
  }

  @Test func `joins and dates`() throws {
    try ask {
      #expect(
        Questions.bestCustomers(2) == [
          Tally("Benedito Girassol", decimal("17.82")), Tally("Clémence Petitpont", decimal("16.85")),
        ])
      #expect(Questions.bestSellingArtists(1) == [Tally("Os Caracóis Elétricos", decimal("17.82"))])
      #expect(Questions.neverSold().count == 25)
      #expect(Questions.artistsWithoutAlbum() == ["The Unwritten Postcards"])
      #expect(Questions.buyerCount(ofGenre: "Clockwork Jazz") == 4)
      #expect(Questions.tracksPerArtist(1) == [Tally("The Umbrella Accountants", 7)])
      #expect(Questions.artists(inGenres: 2) == [Tally("Zoë Thimblewick", 3), Tally("Brass Kettle Seven", 2)])
      #expect(Questions.albumCount(ofTracksLongerThan: 300_000) == 2)
      #expect(Questions.trackCount(inPlaylists: 2) == 1)
      #expect(Questions.employees(twoBelow: "Ottoline") == ["Mirela", "Jón"])
      #expect(Questions.chainOfCommand(from: 4).map(\.firstName) == ["Jón", "Rufus", "Ottoline"])
      #expect(Questions.employees(bornBefore: date("1970-01-01")) == ["Ottoline", "Rufus"])
      #expect(Questions.invoices(in: 2024, month: 2) == [22])
      #expect(Questions.datesWithSeveralInvoices() == 1)
      #expect(Questions.tracksPerPlaylist().map(\.value) == [13, 15, 12, 0])
      #expect(Questions.trackNames(inPlaylistsNamed: "For the Ferry Home").last == "Étoile du quai")
    }
  }
}

@Suite struct LoadingTests {
  /// Loads tables, the others being empty, and returns the message of the error; nil if there is none.
  private func refusal(of tables: [String: Any?]) throws -> String? {
    let empty = Dictionary(uniqueKeysWithValues: MusicShop.models.map { ("\($0)", [] as Any?) })
    let all = empty.merging(tables) { $1 }.compactMapValues { $0 }
    return refusal(of: try JSONSerialization.data(withJSONObject: all))
  }

  private func refusal(of data: Data) -> String? {
    do { try MusicShop.load(data, into: Store()) } catch { return "\(error)" }
    return nil
  }

  @Test func `empty tables are loaded`() throws { #expect(try refusal(of: [:]) == nil) }

  @Test func `a file with another structure is refused`() throws {
    #expect(refusal(of: Data("music".utf8)) == "The file is not JSON.")
    #expect(refusal(of: Data("[]".utf8)) == "The file is not a dictionary of tables.")
    #expect(try refusal(of: ["Album": nil]) == #"The file has no table "Album"."#)
    #expect(try refusal(of: ["Album": 3]) == #"The table "Album" is not an array of rows."#)
    #expect(
      try refusal(of: ["Record": []]) == #"The file has a table "Record", which the music shop has no model for."#)
  }

  @Test(
    arguments: [
      ("Track", [["TrackId": 1], ["TrackId": 2, "Milliseconds": "a while"]], 2, #"its column "Milliseconds""#),
      ("Track", [["TrackId": 1, "Length": 3]], 1, #"Track has no column "Length""#),
      ("Genre", [["GenreId": 7], ["GenreId": 8, "Name": "a"], ["GenreId": 7, "Name": "b"]], 3, "Genre 7"),
      ("Artist", [["ArtistId": 1, "Name": "a"], ["ArtistId": 2, "Name": "a"]], 2, #"its unique column "Name""#),
    ] as [(String, [[String: any Sendable]], Int, String)])
  func `the error names the refused row`(table: String, rows: [[String: any Sendable]], row: Int, reason: String) throws
  {
    let refusal = try #require(try refusal(of: [table: rows]))
    #expect(refusal.hasPrefix("Row \(row) of the table \"\(table)\" cannot be loaded: "))
    #expect(refusal.contains(reason))
  }

  @Test func `the error names a row whose parent is missing`() throws {
    let refusal = try refusal(of: [
      "Artist": [["ArtistId": 1, "Name": "a"]],
      "Album": [["AlbumId": 1, "ArtistId": 1], ["AlbumId": 2, "ArtistId": 7]],
    ])
    #expect(
      refusal == """
        Row 2 of the table "Album" cannot be loaded: Album 2 cannot be saved, because its relation "artist" \
        leads to no Artist in the store: set it to one that is.
        """)
  }

  @Test func `the error names a row that is not a dictionary`() throws {
    let refusal = try refusal(of: ["Genre": [["GenreId": 1], 5]])
    #expect(
      refusal == #"Row 2 of the table "Genre" cannot be loaded: a row is a dictionary of column names and values."#)
  }
}

import Foundation
import MotionModel
import MusicShop
import Testing

/// Runs every query of the tour on the Chinook data, and compares the results with ``ChinookAnswers``, which were found
/// without this library.
@Suite(.enabled(if: TourData.chinookFile != nil, "MOTIONMODEL_CHINOOK does not name the Chinook data"))
struct ChinookTests {
  typealias Answers = ChinookAnswers

  let store: Store

  init() throws { store = try TourData.chinook.get() }

  /// Runs queries on the Chinook data.
  private func ask(_ questions: () throws -> Void) throws { try Store.with(store, questions) }

  @Test func `rows are counted and found`() throws {
    try ask {
      #expect(Questions.rowCounts() == Answers.rowCounts.map { Tally($0.table, $0.rows) })
      #expect(Questions.rowCounts().reduce(0) { $0 + $1.value } == Answers.rowTotal)
      #expect(Track.count == Answers.trackCount)
      #expect(Questions.artistID(named: "Queen") == Answers.artistIDOfQueen)
      #expect(Questions.artistID(named: "The Beatles") == nil)
      #expect(Questions.firstAndLastTrack() == Answers.firstAndLastTrack)
    }
  }

  @Test func `equality and ranges`() throws {
    let (price, low, high) = (decimal("1.99"), decimal("5.94"), decimal("8.91"))
    try ask {
      #expect(Questions.trackCount(at: price) == Answers.expensiveTrackCount)
      #expect(Questions.trackCount(notOfMediaType: 1) == Answers.notMPEGTrackCount)
      #expect(Questions.trackCount(lasting: 300_000..<360_000) == Answers.fiveMinuteTrackCount)
      #expect(Questions.longTrackCount() == Answers.longTrackCount)
      #expect(Questions.trackIDs(lastingAtMost: 6635) == Answers.trackIDsUpTo6635)
      #expect(Questions.trackCount(lasting: 0..<6635) == Answers.trackCountBelow6635)
      #expect(Questions.invoiceCount(totalling: low...high) == Answers.middleInvoiceCount)
      #expect(Questions.invoiceCount(totalling: low..<high) == Answers.middleInvoiceCountHalfOpen)
      #expect(Questions.artistCount(named: "M"..<"N") == Answers.artistCountFromMToN)
    }
  }

  @Test func `nil and the empty string are different`() throws {
    try ask {
      #expect(Questions.nilComposerCount() == Answers.nilComposerCount)
      #expect(Questions.emptyComposerCount() == Answers.emptyComposerCount)
      #expect(Questions.composerCount() == Answers.composerCount)
      #expect(Questions.customersWithCompany() == Answers.customersWithCompany)
    }
  }

  @Test func `substrings`() throws {
    try ask {
      #expect(Questions.trackCount(containing: "Love") == Answers.loveTrackCount)
      #expect(Questions.trackCount(containing: "love", caseSensitive: false) == Answers.loveTrackCountAnyCase)
      #expect(Questions.customers(inCitiesWith: "São") == Answers.customersInSaoCities)
      #expect(Questions.trackNames(containingInAnyCase: "são") == Answers.saoTracksAnyCase)
      #expect(Questions.trackNames(containingFolded: "sao") == Answers.saoTracksFolded)
      #expect(Questions.trackCount(containing: "é") == Answers.eAcuteTrackCount)
      #expect(Questions.trackCount(containing: "é", caseSensitive: false) == Answers.eAcuteTrackCountAnyCase)
      #expect(Questions.trackCount(containing: #"\"#) == Answers.tracksWithBackslash)
    }
  }

  @Test func `prefixes and suffixes`() throws {
    try ask {
      #expect(Questions.trackCount(startingWith: "The ") == Answers.theTrackCount)
      #expect(Questions.trackCount(startingWith: "Lost ") == Answers.lostTrackCount)
      #expect(Questions.trackCount(startingWith: "lost ", caseSensitive: false) == Answers.lostTrackCountAnyCase)
      #expect(Questions.trackNames(startingWith: "É") == Answers.tracksStartingWithEAcute)
      #expect(Questions.trackCount(endingWith: "(Live)") == Answers.liveTrackCount)
      #expect(Questions.trackCount(endingWith: "Love") == Answers.loveEndCount)
      #expect(Questions.trackCount(endingWith: "love", caseSensitive: false) == Answers.loveEndCountAnyCase)
      #expect(Questions.trackNames(endingWith: "ção") == Answers.tracksEndingWithCao)
      #expect(Questions.customerCounts(in: "Edinburgh") == Answers.customersInEdinburgh)
      let found = try #require(Questions.longestTrackName())
      #expect(found == Answers.longestTrackName)
    }
  }

  @Test func `patterns`() throws {
    try ask {
      #expect(Questions.invoiceCount(cityLike: "S_o%") == Answers.invoiceCountLikeSao)
      #expect(Questions.cities(like: "S_o%") == Answers.citiesLikeSao)
      #expect(Questions.trackCount(likeInAnyCase: "%blues%") == Answers.bluesTrackCountLike)
      #expect(Questions.tracksWithPercent() == Answers.tracksWithPercent)
      #expect(Questions.fourDigitTrackCount() == Answers.fourDigitTrackCount)
      #expect(Questions.yearTracks() == Answers.yearTracks)
      #expect(Questions.digitTrackCount() == Answers.digitTrackCount)
    }
  }

  @Test func `lists and logic`() throws {
    let genres = ["Rock", "Latin", "Metal"]
    try ask {
      #expect(Questions.trackCount(inGenres: genres) == Answers.rockLatinMetalCount)
      #expect(Questions.trackCount(notInGenres: genres) == Answers.otherGenreCount)
      #expect(Questions.trackCount(inGenres: []) == Answers.inEmptyListCount)
      #expect(Questions.trackCount(notInGenres: []) == Answers.trackCount)
      #expect(Questions.trackCount(inGenre: 1, longerThan: 500_000) == Answers.longRockCount)
      #expect(Questions.trackCount(inGenre: 1, orLongerThan: 500_000) == Answers.longOrRockCount)
      #expect(Questions.trackCount(neitherInGenre: 1, norLongerThan: 500_000) == Answers.neitherLongNorRockCount)
      #expect(
        Questions.customers(in: "CA", of: "USA", orIn: "Canada", outside: "ON") == Answers.nestedLogicCustomers)
    }
  }

  @Test func `order, offset and limit`() throws {
    try ask {
      #expect(Questions.shortestTracks(5) == Answers.shortestTracks)
      #expect(Questions.longestTracks(5).map(\.name) == Answers.longestTracks)
      #expect(Questions.firstTrackNames(5) == Answers.firstTrackNames)
      #expect(Questions.lastTrackNames(5) == Answers.lastTrackNames)
      #expect(Questions.lastNames(startingWith: "H") == Answers.customersInH)
      #expect(
        Questions.customersByCountryAndName(10)
          == Answers.customersByCountryAndName.map { Tally($0.country, $0.lastName) })
      #expect(Questions.tracksByPriceAndLength(5) == Answers.tracksByPriceAndLength)
      #expect(Questions.largestInvoices(10).map(\.id) == Answers.largestInvoices)
      #expect(Questions.smallestInvoices(5) == Answers.smallestInvoices)
      #expect(Questions.tracks(from: 100, 5).map(\.name) == Answers.tracksFrom101)
      #expect(Questions.tracks(from: 3500, 10).map(\.id) == Answers.tracksFrom3501)
      #expect(Questions.tracks(from: 3503, .max).count == Answers.tracksPastTheEnd)
    }
  }

  @Test func `pages`() throws {
    try ask {
      let third = Questions.page(3, of: 25)
      #expect([third.first?.name, third.last?.name] == Answers.thirdPageEnds)
      #expect(third.map(\.id) == Answers.thirdPageIDs)
      let pages = Questions.pages(of: 25)
      #expect(pages.count == Answers.pageCount.pages)
      #expect(pages.last?.count == Answers.pageCount.last)
      #expect(Questions.page(pages.count + 1, of: 25).isEmpty)
      let split = zip(pages, pages.dropFirst()).enumerated().first { $1.0.last?.name == $1.1.first?.name }
      let (index, (before, after)) = try #require(split)
      #expect(index + 1 == Answers.splitPage.page)
      #expect(before.last?.name == Answers.splitPage.name)
      #expect([before.last?.id, after.first?.id] == Answers.splitPageIDs)
    }
  }

  @Test func `distinct values, and single columns`() throws {
    try ask {
      #expect(Questions.countries() == Answers.countries)
      #expect(Array(Questions.countriesAsSeen().prefix(6)) == Answers.countriesAsSeen)
      #expect(Questions.countriesAsSeen().count == Answers.countryCount)
      #expect(Questions.trackNameCount() == Answers.trackNameDistinctCount)
      #expect(Questions.employeeNames() == Answers.employeeNames.map { Tally($0.first, $0.last) })
      #expect(Array(Questions.albumTitles(of: "Iron Maiden").prefix(5)) == Answers.albumsOfIronMaiden)
      #expect(Questions.albumTitles(of: "The Beatles").isEmpty)
    }
  }

  @Test func `sums, averages, minimum and maximum`() throws {
    try ask {
      #expect(Questions.invoiceTotal() == decimal(Answers.invoiceTotal))
      #expect(Questions.invoiceTotal(in: 2023) == decimal(Answers.invoiceTotalIn2023))
      #expect(Questions.invoiceLineTotal() == decimal(Answers.invoiceLineTotal))
      #expect(Questions.mismatchedInvoices().count == Answers.mismatchedInvoiceCount)
      #expect(Questions.trackPriceTotal() == decimal(Answers.trackPriceTotal))
      let average = try #require(Questions.averageInvoiceTotal())
      #expect(abs(average - decimal(Answers.averageInvoiceTotal)) < decimal("0.0000000001"))
      let totals = try #require(Questions.smallestAndLargestTotal())
      #expect(totals.minimum == decimal(Answers.smallestAndLargestInvoice.minimum))
      #expect(totals.maximum == decimal(Answers.smallestAndLargestInvoice.maximum))
      #expect(Questions.trackSums() == (Answers.millisecondsTotal, Answers.bytesTotal))
      #expect(Questions.averageMilliseconds() == Answers.millisecondsAverage)
      #expect(
        Questions.trackNameExtremes() == [Answers.trackNameExtremes.minimum, Answers.trackNameExtremes.maximum])
    }
  }

  @Test func `groups`() throws {
    try ask {
      #expect(Questions.tracksPerGenre(1) == [Tally("Rock", Answers.rockTrackCount)])
      #expect(Questions.tracksPerGenre(5) == Answers.tracksPerGenre.map { Tally($0.genre, $0.tracks) })
      #expect(Questions.tracksPerMediaType() == Answers.tracksPerMediaType.map { Tally($0.mediaType, $0.tracks) })
      #expect(Questions.customersPerCountry() == Answers.customersPerCountry.map { Tally($0.country, $0.customers) })
      #expect(Questions.revenuePerCountry(5) == Answers.revenuePerCountry.map { Tally($0, decimal($1)) })
      let years = Questions.invoicesPerYear()
      #expect(years.map { [$0.year, $0.invoices] } == Answers.invoicesPerYear.map { [$0.year, $0.invoices] })
      #expect(years.map(\.total) == Answers.invoicesPerYear.map { decimal($0.total) })
      #expect(
        Questions.artists(withAlbums: 10) == Answers.artistsWithManyAlbums.map { Tally($0.artist, $0.albums) })
      #expect(
        Questions.averageLengthPerGenre(3) == Answers.averageLengthPerGenre.map { Tally($0.genre, $0.milliseconds) })
      #expect(Questions.commonTrackNames(5) == Answers.commonTrackNames.map { Tally($0.name, $0.tracks) })
      #expect(
        Questions.customersPerInvoiceCount().map { [$0.invoices, $0.customers] }
          == Answers.invoicesPerCustomer.map { [$0.invoices, $0.customers] })
    }
  }

  @Test func `employees and managers`() throws {
    try ask {
      #expect(Questions.employeesWithoutManager() == Answers.employeesWithoutManager)
      #expect(Questions.employeesWithManagerCount() == Answers.employeesWithManager)
      #expect(Questions.employees(notUnder: 2) == Answers.employeesNotUnderNancy)
      #expect(Questions.employees(underOthersThan: 2) == Answers.employeesNotUnderNancySQL)
      #expect(Questions.employees(under: [1, 2]) == Answers.employeesUnder1Or2)
      #expect(Questions.employees(notUnderAnyOf: [1, 2]) == Answers.employeesNotUnder1Or2)
      #expect(Questions.employeesByManager(nils: .last) == Answers.employeesNilLast)
      #expect(Questions.employeesByManager(nils: .first) == Answers.employeesNilFirst)
      #expect(Questions.employeesByManagerDescending() == Answers.employeesDescendingNilLast)
      #expect(Questions.employeesByHireDate() == Answers.employeesByHireDate)
      #expect(Questions.managers() == Answers.reportsTo.map { Tally($0.employee, $0.manager) })
      #expect(Questions.directReports() == Answers.directReports.map { Tally($0.manager, $0.reports) })
      #expect(Questions.employeesWithoutReports() == Answers.employeesWithoutReports)
      #expect(Questions.chainOfCommand(from: 8).map(\.firstName) == Answers.chainFromLaura)
      #expect(Questions.customers(of: 3) == Answers.customersOfJane)
      #expect(Questions.customers(of: 3).count == Answers.customersOfJaneCount)
    }
  }

  @Test func `sums and conditions across relations`() throws {
    try ask {
      #expect(Questions.revenuePerRep() == Answers.revenuePerRep.map { Tally($0, decimal($1)) })
      #expect(Questions.longestAlbums(10) == Answers.longestAlbums.map { Tally($0.album, $0.milliseconds) })
      #expect(Questions.bestSellingArtists(5) == Answers.bestSellingArtists.map { Tally($0, decimal($1)) })
      #expect(Questions.neverSold().count == Answers.neverSoldCount)
      #expect(Array(Questions.neverSold().prefix(10)) == Answers.neverSoldFirstIDs)
      #expect(Questions.trackCounts(soldInLines: 2) == Answers.soldTwiceCount)
      #expect(Questions.artistsWithoutAlbum().count == Answers.artistsWithoutAlbum)
      #expect(Questions.bestCustomers(5) == Answers.bestCustomers.map { Tally($0, decimal($1)) })
      #expect(Questions.buyerCount(ofGenre: "Jazz") == Answers.jazzBuyers)
      let found = try #require(Questions.linesOfLargestInvoice())
      #expect(found == Answers.linesOfLargestInvoice)
    }
  }

  @Test func `several relations, one after the other`() throws {
    try ask {
      #expect(Questions.tracksPerArtist(5) == Answers.tracksPerArtist.map { Tally($0.artist, $0.tracks) })
      #expect(Questions.genres(of: "Iron Maiden") == Answers.genresOfIronMaiden)
      #expect(Questions.genres(of: "The Beatles").isEmpty)
      #expect(Questions.artists(inGenres: 3) == Answers.artistsOfManyGenres.map { Tally($0.artist, $0.genres) })
      #expect(Questions.albumCount(ofTracksLongerThan: 300_000) == Answers.albumsOfLongTracks)
      #expect(Questions.trackCount(inPlaylists: 5) == Answers.tracksInFivePlaylists)
      #expect(Questions.employees(twoBelow: "Andrew") == Answers.employeesTwoBelowAndrew)
      #expect(Questions.unsoldGenres() == Answers.unsoldGenres)
    }
  }

  @Test func `dates`() throws {
    try ask {
      #expect(Questions.employees(hiredBefore: date("2003-01-01")) == Answers.hiredBefore2003)
      #expect(Questions.employees(bornBefore: date("1970-01-01")) == Answers.bornBefore1970)
      #expect(Questions.invoices(in: 2023).count == Answers.invoicesIn2023)
      #expect(Questions.invoices(in: 2024, month: 2) == Answers.invoicesInFebruary2024)
      let dates = try #require(Questions.firstAndLastInvoiceDate())
      #expect(dates.lowerBound == date(Answers.firstAndLastInvoiceDate.earliest))
      #expect(dates.upperBound == date(Answers.firstAndLastInvoiceDate.latest))
      #expect(Questions.invoiceSpanInDays() == Answers.invoiceSpanInDays)
      #expect(Questions.datesWithSeveralInvoices() == Answers.datesWithSeveralInvoices)
    }
  }

  @Test func `playlists`() throws {
    try ask {
      #expect(Questions.trackCount(inPlaylist: 1) == Answers.tracksInMusic)
      #expect(Questions.firstTracks(5, inPlaylist: 1) == Answers.firstTracksInMusic)
      #expect(Questions.playlists(named: "Music") == Answers.playlistsNamedMusic)
      #expect(Questions.playlists(named: "90’s Music") == [Answers.ninetiesMusicByCurlyName])
      #expect(Questions.playlists(with: 1) == Answers.playlistsWithTrack1)
      #expect(Questions.tracksPerPlaylist() == Answers.tracksPerPlaylist.map { Tally($0.playlist, $0.tracks) })
      #expect(Questions.emptyPlaylists() == Answers.emptyPlaylists)
      #expect(Questions.duplicatePlaylistRows() == Answers.duplicatePlaylistRows)
      #expect(Questions.trackNames(inPlaylistsNamed: "Grunge") == Answers.grungeTracks)
    }
  }
}

/// Returns the decimal in a string of the answers, not by way of `Double`; NaN, which equals nothing, if it is none.
func decimal(_ text: String) -> Decimal { (try? Decimal(attribute: .string(text))) ?? .nan }

/// Returns the date in a string of the answers, a day or a time in UTC.
func date(_ text: String) -> Date { (try? Date(attribute: .string(text))) ?? .distantPast }

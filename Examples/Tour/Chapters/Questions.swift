import Foundation
import MotionModel
import MusicShop

extension Tour {
  /// Questions that the data can answer.
  func questions() {
    printer.chapter(
      "13 Ask",
      """
      Questions about the shop, each answered by a function of a few lines, whose name stands below the question: look \
      it up in Examples/More/MusicShop/Questions. The tests check all of them against answers that were found with SQL.
      """)
    let subjects = Subjects()
    texts()
    people(subjects)
    tracks(subjects)
    money(subjects)
    dates()
    playlists(subjects)
  }

  // MARK: - Themes

  private func texts() {
    one(
      "How many tracks have \"love\" in their names, in any case?", "trackCount(containing:caseSensitive:)",
      Questions.trackCount(containing: "love", caseSensitive: false))
    list(
      "Which tracks have \"São\" in their names, in any case?", "trackNames(containingInAnyCase:)",
      Questions.trackNames(containingInAnyCase: "são"))
    list(
      "And when neither case nor accents count?", "trackNames(containingFolded:)",
      Questions.trackNames(containingFolded: "sao"))
    list("Which tracks start with \"É\"?", "trackNames(startingWith:)", Questions.trackNames(startingWith: "É"))
    list("Which tracks end with \"ção\"?", "trackNames(endingWith:)", Questions.trackNames(endingWith: "ção"))
    list("Which tracks have a percent sign in their names?", "tracksWithPercent()", Questions.tracksWithPercent())
    list("Which tracks have a year in their names?", "yearTracks()", Questions.yearTracks())
    list("Which names of tracks come last?", "lastTrackNames(5)", Questions.lastTrackNames(5))
    list("Which cities of customers are like \"S_o%\"?", "cities(like:)", Questions.cities(like: "S_o%"))
    if let longest = Questions.longestTrackName() {
      one(
        "Which track has the longest name?", "longestTrackName()",
        "track \(longest.trackID), \(longest.characters) characters")
    }
  }

  private func people(_ subjects: Subjects) {
    rows("Who reports to whom?", "managers()", Questions.managers()) { $0 ?? "nobody" }
    rows("How many report to each manager?", "directReports()", Questions.directReports()) { "\($0)" }
    one(
      "Who stands between the last employee and the top?", "chainOfCommand(from:)",
      Questions.chainOfCommand(from: subjects.employee).map(\.fullName).joined(separator: " → "))
    list(
      "Who was born before 1970, the oldest first?", "employees(bornBefore:)",
      Questions.employees(bornBefore: Date(timeIntervalSince1970: 0)))
    rows(
      "How many customers does each country have, most first?", "customersPerCountry()", Questions.customersPerCountry()
    ) { "\($0)" }
    list(
      "Which customers buy for a company?", "customersWithCompany()",
      Customer.find(all: Questions.customersWithCompany()).map { "\($0.fullName), \($0.company ?? "")" })
  }

  private func tracks(_ subjects: Subjects) {
    rows("Which genres have the most tracks?", "tracksPerGenre(5)", Questions.tracksPerGenre(5)) { "\($0)" }
    rows("How many tracks does each media type have?", "tracksPerMediaType()", Questions.tracksPerMediaType()) {
      "\($0)"
    }
    rows(
      "Which genres have the longest tracks on average?", "averageLengthPerGenre(3)", Questions.averageLengthPerGenre(3)
    ) { Int($0).minutes }
    rows("Which tracks are the longest?", "longestTracks(3)", Questions.longestTracks(3)) { $0.minutes }
    rows("Which albums are the longest?", "longestAlbums(3)", Questions.longestAlbums(3)) { $0.minutes }
    rows("Which names of tracks occur most often?", "commonTrackNames(3)", Questions.commonTrackNames(3)) { "\($0)" }
    list("Which albums did \(subjects.artist) make?", "albumTitles(of:)", Questions.albumTitles(of: subjects.artist))
    list("Which artists have no album?", "artistsWithoutAlbum()", Questions.artistsWithoutAlbum())
    one("How many tracks have a composer?", "composerCount()", Questions.composerCount())
    one("How many have an empty text for one?", "emptyComposerCount()", Questions.emptyComposerCount())
    one("How many have nil for one?", "nilComposerCount()", Questions.nilComposerCount())
    one("How many tracks were never sold?", "neverSold()", Questions.neverSold().count)
  }

  private func money(_ subjects: Subjects) {
    one("What do all invoices come to?", "invoiceTotal()", Questions.invoiceTotal().money)
    one("And what do their lines?", "invoiceLineTotal()", Questions.invoiceLineTotal().money)
    if let average = Questions.averageInvoiceTotal() {
      one("What does an invoice come to on average?", "averageInvoiceTotal()", average.money)
    }
    if let totals = Questions.smallestAndLargestTotal() {
      one(
        "What are the least and the greatest total?", "smallestAndLargestTotal()",
        "\(totals.minimum.money) and \(totals.maximum.money)")
    }
    rows("Which artists bring the most revenue?", "bestSellingArtists(5)", Questions.bestSellingArtists(5)) { $0.money }
    rows("Which customers spent the most?", "bestCustomers(5)", Questions.bestCustomers(5)) { $0.money }
    rows("Which countries bring the most revenue?", "revenuePerCountry(5)", Questions.revenuePerCountry(5)) { $0.money }
    rows("What do the customers of each employee spend?", "revenuePerRep()", Questions.revenuePerRep()) { $0.money }
    one(
      "How many customers bought a track of the genre \(subjects.genre)?", "buyerCount(ofGenre:)",
      Questions.buyerCount(ofGenre: subjects.genre))
  }

  private func dates() {
    if let dates = Questions.firstAndLastInvoiceDate() {
      one(
        "Of which days are the first and the last invoice?", "firstAndLastInvoiceDate()",
        "\(dates.lowerBound.day) and \(dates.upperBound.day)")
    }
    if let days = Questions.invoiceSpanInDays() {
      one("How many days lie between them?", "invoiceSpanInDays()", days)
    }
    printer.question(
      "How many invoices were there in each year, and what did they come to?", "invoicesPerYear()",
      printer.aligned(Questions.invoicesPerYear().map { ["\($0.year)", "\($0.invoices)", $0.total.money] }))
    one(
      "Which invoices are of February 2024, a leap year?", "invoices(in: 2024, month: 2)",
      Questions.invoices(in: 2024, month: 2))
    one("How many days have more than one invoice?", "datesWithSeveralInvoices()", Questions.datesWithSeveralInvoices())
  }

  private func playlists(_ subjects: Subjects) {
    rows("How many tracks does each playlist have?", "tracksPerPlaylist()", Questions.tracksPerPlaylist()) { "\($0)" }
    list(
      "Which tracks are in \"\(subjects.playlist)\"?", "trackNames(inPlaylistsNamed:)",
      Questions.trackNames(inPlaylistsNamed: subjects.playlist))
  }

  // MARK: - Answers

  /// The greatest number of lines of an answer.
  private static let limit = 8

  private func one(_ question: String, _ code: String, _ answer: Any) {
    printer.question(question, code, ["\(answer)"])
  }

  private func list(_ question: String, _ code: String, _ answer: [String]) {
    printer.question(question, code, cut(answer.map { $0.cut(to: 60) }))
  }

  private func rows<Value>(_ question: String, _ code: String, _ answer: [Tally<Value>], _ text: (Value) -> String) {
    let lines = printer.aligned(answer.map { [$0.name.cut(to: 45), text($0.value)] })
    printer.question(question, code, cut(lines))
  }

  private func cut(_ lines: [String]) -> [String] {
    lines.count <= Self.limit ? lines : lines.prefix(Self.limit - 1) + ["… \(lines.count - Self.limit + 1) more"]
  }
}

/// The subjects of the questions, chosen so that there is an answer for any file.
private struct Subjects {
  /// The artist with the most albums.
  let artist = Questions.artists(withAlbums: 0).first?.name ?? "nobody"
  /// The genre with the second most tracks.
  let genre = Questions.tracksPerGenre(2).last?.name ?? "none"
  /// The last employee.
  let employee = Employee.last?.id ?? 0
  /// The longest playlist that is short enough to read.
  let playlist = Questions.tracksPerPlaylist().filter { $0.value <= 15 }.max { $0.value < $1.value }?.name ?? "none"
}

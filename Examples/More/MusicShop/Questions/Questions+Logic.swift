import Foundation
import MotionModel

extension Questions {
  // MARK: - Lists

  /// 50. How many tracks are of one of these genres?
  public static func trackCount(inGenres names: [String]) -> Int {
    Track.where { $0.genre.name.in(names) }.count
  }

  /// 51. How many tracks are of none of these genres?
  public static func trackCount(notInGenres names: [String]) -> Int {
    Track.where { $0.genre.name.notIn(names) }.count
  }

  // MARK: - Logic

  /// 55. How many tracks of a genre last longer than so many milliseconds?
  public static func trackCount(inGenre id: Int, longerThan milliseconds: Int) -> Int {
    Track.where(\.genreID == id && \.milliseconds > milliseconds).count
  }

  /// 56. How many tracks are of a genre, or last longer than so many milliseconds?
  public static func trackCount(inGenre id: Int, orLongerThan milliseconds: Int) -> Int {
    Track.where(\.genreID).eq(id).or(\.milliseconds).gt(milliseconds).count
  }

  /// 57. How many tracks are neither of a genre nor last longer than so many milliseconds?
  public static func trackCount(neitherInGenre id: Int, norLongerThan milliseconds: Int) -> Int {
    Track.where(\.genreID).eq(id).or(\.milliseconds).gt(milliseconds).not().count
  }

  /// 58. Which customers live in a given state, or in another country outside a given province?
  ///
  /// A condition is a value: it can have a name, and be part of others.
  public static func customers(
    in state: String, of country: String, orIn other: String, outside province: String
  ) -> [Int] {
    let isInState: RecordPredicate<Customer> = \.country == country && \.state == state
    let isOutside: RecordPredicate<Customer> = \.country == other && \.state != province
    return Customer.where(isInState || isOutside).ids
  }
}

// MARK: - Order and window

extension Questions {
  /// 59. Which are the shortest tracks?
  public static func shortestTracks(_ count: Int) -> [String] {
    Track.order(by: \.milliseconds).limit(count).pluck(\.name)
  }

  /// 60. Which are the longest tracks?
  public static func longestTracks(_ count: Int) -> [Tally<Int>] {
    Track.order(by: \.milliseconds, .descending).first(count).map { Tally($0.name, $0.milliseconds) }
  }

  /// 61. Which names of tracks come first in the order of their characters?
  public static func firstTrackNames(_ count: Int) -> [String] { Track.order(by: \.name).limit(count).pluck(\.name) }

  /// 62. Which names of tracks come last, the last one first?
  public static func lastTrackNames(_ count: Int) -> [String] {
    Track.order(by: \.name, .descending).limit(count).pluck(\.name)
  }

  /// 63. Which family names of customers start with a string, in order?
  public static func lastNames(startingWith text: String) -> [String] {
    Customer.where(\.lastName).startsWith(text).order(by: \.lastName).pluck(\.lastName)
  }

  /// 64. Which customers come first, by country, and within a country by family name backwards?
  public static func customersByCountryAndName(_ count: Int) -> [Tally<String>] {
    Customer.order(by: \.country).order(by: \.lastName, .descending).limit(count)
      .pluck(\.country, \.lastName).map { Tally($0, $1) }
  }

  /// 65. Which tracks come first, by descending price and then by length?
  public static func tracksByPriceAndLength(_ count: Int) -> [Int] {
    Track.order(by: \.unitPrice, .descending).order(by: \.milliseconds).limit(count).ids
  }

  /// 66. Which invoices have the largest totals?
  public static func largestInvoices(_ count: Int) -> [Invoice] {
    Invoice.order(by: \.total, .descending).first(count)
  }

  /// 67. Which invoices have the smallest totals?
  public static func smallestInvoices(_ count: Int) -> [Int] { Invoice.order(by: \.total).limit(count).ids }

  /// 72, 73, 74. Which tracks are at a position, and how many of them are there?
  public static func tracks(from offset: Int, _ count: Int) -> [Track] { Track.offset(offset).limit(count).all }

  // MARK: - Pages

  /// 75, 76. Which tracks are on a page of the list by name, where the first page is 1?
  public static func page(_ number: Int, of size: Int) -> [Track] {
    let tracks = Track.order(by: \.name)
    var page = tracks.page(size: size)
    for _ in 1..<max(1, number) {
      guard let next = page.next else { return [] }
      page = tracks.page(after: next, size: size)
    }
    return page.records
  }

  /// 77, 78, 79. All pages of the list of tracks by name.
  public static func pages(of size: Int) -> [[Track]] {
    let tracks = Track.order(by: \.name)
    var page = tracks.page(size: size)
    var pages = [page.records]
    while let next = page.next {
      page = tracks.page(after: next, size: size)
      pages.append(page.records)
    }
    return pages
  }

  // MARK: - Each once, and single columns

  /// 80. Which countries do the customers live in, each once, in order?
  public static func countries() -> [String] {
    Customer.order(by: \.country).distinct(by: \.country).pluck(\.country)
  }

  /// 81. The same, in the order in which they first appear.
  public static func countriesAsSeen() -> [String] { Customer.records.distinct(by: \.country).pluck(\.country) }

  /// 84. How many different names do the tracks have?
  public static func trackNameCount() -> Int { Track.records.distinct(by: \.name).count }

  /// 86. What are the names of the employees?
  public static func employeeNames() -> [Tally<String>] {
    Employee.records.pluck(\.firstName, \.lastName).map { Tally($0, $1) }
  }

  /// 87. Which albums did an artist make, in order of title?
  public static func albumTitles(of artist: String) -> [String] {
    guard let artist = Artist.where(\.name).eq(artist).first else { return [] }
    return artist.albums.order(by: \.title).pluck(\.title)
  }
}

public import Foundation
import MotionModel

// A relation is queried like a finder, in conditions and orders too. It may lead through several others: from an
// artist through albums and tracks to the lines in which they were sold.

extension Questions {
  /// 118. What do the customers of each employee spend, most first?
  public static func revenuePerRep() -> [Tally<Decimal>] {
    Employee.where { $0.customers.exists }.order(by: { $0.invoices.sum(\.total) }, .descending)
      .map { Tally($0.firstName, $0.invoices.sum(\.total)) }
  }

  /// 119. Which albums are the longest, in milliseconds?
  public static func longestAlbums(_ count: Int) -> [Tally<Int>] {
    Album.order(by: { $0.tracks.sum(\.milliseconds) }, .descending).limit(count)
      .map { Tally($0.title, $0.tracks.sum(\.milliseconds)) }
  }

  /// 120. Which artists bring the most revenue?
  public static func bestSellingArtists(_ count: Int) -> [Tally<Decimal>] {
    Artist.order(by: { $0.sales.sum(\.total) }, .descending).limit(count)
      .map { Tally($0.name, $0.sales.sum(\.total)) }
  }

  /// 121, 122. Which tracks were never sold?
  public static func neverSold() -> [Int] { Track.where { $0.sales.isEmpty }.ids }

  /// 123. How many tracks were sold in exactly so many lines, and how many in more?
  public static func trackCounts(soldInLines count: Int) -> (exactly: Int, more: Int) {
    (Track.where { $0.sales.count == count }.count, Track.where { $0.sales.count > count }.count)
  }

  /// 124. Which artists have no album?
  public static func artistsWithoutAlbum() -> [String] { Artist.where { $0.albums.isEmpty }.pluck(\.name) }

  /// 125. Which customers spent the most?
  public static func bestCustomers(_ count: Int) -> [Tally<Decimal>] {
    Customer.order(by: { $0.invoices.sum(\.total) }, .descending).limit(count)
      .map { Tally($0.fullName, $0.invoices.sum(\.total)) }
  }

  /// 126. How many different customers bought a track of a genre?
  public static func buyerCount(ofGenre name: String) -> Int {
    Customer.where { $0.tracks.any { $0.genre.name == name } }.count
  }

  /// 127. Which invoice is the largest, and how many lines does it have?
  public static func linesOfLargestInvoice() -> (invoiceID: Int, lines: Int)? {
    Invoice.order(by: \.total, .descending).first.map { ($0.id, $0.lines.count) }
  }

  /// 143. Which artists have the most tracks?
  public static func tracksPerArtist(_ count: Int) -> [Tally<Int>] {
    Artist.order(by: { $0.tracks.count }, .descending).limit(count).map { Tally($0.name, $0.tracks.count) }
  }

  /// 144. Which genres do the tracks of an artist have?
  public static func genres(of artist: String) -> [String] {
    Artist.where(\.name).eq(artist).first?.genres.pluck(\.name) ?? []
  }

  /// 145. Which artists have tracks of at least so many genres, those with the most first?
  public static func artists(inGenres minimum: Int) -> [Tally<Int>] {
    Artist.where { $0.genres.count >= minimum }.order(by: { $0.genres.count }, .descending)
      .map { Tally($0.name, $0.genres.count) }
  }

  /// 146. How many albums have only tracks that last longer than so many milliseconds?
  public static func albumCount(ofTracksLongerThan milliseconds: Int) -> Int {
    Album.where { $0.tracks.all { $0.milliseconds > milliseconds } }.count
  }

  /// 147. How many tracks are in so many playlists?
  public static func trackCount(inPlaylists count: Int) -> Int { Track.where { $0.playlists.count == count }.count }

  /// 148. Whose manager's manager has this name?
  public static func employees(twoBelow firstName: String) -> [String] {
    Employee.where { $0.manager.manager.firstName == firstName }.pluck(\.firstName)
  }

  /// 149. Which genres have no track that was ever sold?
  public static func unsoldGenres() -> [String] {
    Genre.where { $0.tracks.none { $0.sales.exists } }.pluck(\.name)
  }
}

public import Foundation
import MotionModel

/// Questions about the shop, each answered in a few lines of finders.
///
/// They query the current store: `Store.with(store) { Questions.invoiceTotal() }`. The numbers in the comments are
/// those of a list of questions about the Chinook data, whose answers were found without this library. The tests
/// compare the answers.
public enum Questions {}

/// A name and the value found for it: one row of an answer.
public struct Tally<Value: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
  /// The name of the group or record.
  public let name: String
  /// The value.
  public let value: Value

  /// Creates a row.
  public init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }

  /// The name and the value.
  public var description: String { "\(name): \(value)" }
}

// MARK: - Counting and finding

extension Questions {
  /// 1. How many rows does each table have, in the order of the file?
  public static func rowCounts() -> [Tally<Int>] {
    [
      Tally("Genre", Genre.count), Tally("MediaType", MediaType.count), Tally("Artist", Artist.count),
      Tally("Album", Album.count), Tally("Track", Track.count), Tally("Employee", Employee.count),
      Tally("Customer", Customer.count), Tally("Invoice", Invoice.count), Tally("InvoiceLine", InvoiceLine.count),
      Tally("Playlist", Playlist.count), Tally("PlaylistTrack", PlaylistTrack.count),
    ]
  }

  /// 4, 6. What is the id of the artist with exactly this name?
  public static func artistID(named name: String) -> Int? { Artist.where(\.name == name).first?.id }

  /// 5. What are the names of the first and the last track?
  public static func firstAndLastTrack() -> [String] { [Track.first, Track.last].compactMap { $0?.name } }
}

// MARK: - Equality and ranges

extension Questions {
  /// 8. How many tracks cost exactly so much?
  public static func trackCount(at price: Decimal) -> Int { Track.where(\.unitPrice).eq(price).count }

  /// 9. How many tracks are not of this media type?
  public static func trackCount(notOfMediaType id: Int) -> Int { Track.where(\.mediaTypeID != id).count }

  /// 10. How many tracks last at least so many milliseconds, and less than so many?
  public static func trackCount(lasting milliseconds: Range<Int>) -> Int {
    Track.where(\.milliseconds).between(milliseconds).count
  }

  /// 11. How many tracks last longer than an hour?
  public static func longTrackCount() -> Int { Track.long.count }

  /// 12. Which tracks last at most so many milliseconds?
  public static func trackIDs(lastingAtMost milliseconds: Int) -> [Int] {
    Track.where(\.milliseconds <= milliseconds).ids
  }

  /// 14. How many invoices have a total from one amount to another, both included?
  public static func invoiceCount(totalling totals: ClosedRange<Decimal>) -> Int {
    Invoice.where(\.total).between(totals).count
  }

  /// 15. How many invoices have a total from one amount up to, but not including, another?
  public static func invoiceCount(totalling totals: Range<Decimal>) -> Int {
    Invoice.where(\.total).between(totals).count
  }

  /// 16. How many artists have a name from one string up to, but not including, another?
  public static func artistCount(named names: Range<String>) -> Int { Artist.where(\.name).between(names).count }
}

// MARK: - Nil and the empty text

extension Questions {
  /// 17. How many tracks have no composer: nil, not an empty string?
  public static func nilComposerCount() -> Int { Track.where(\.composer).isNil.count }

  /// 18. How many tracks have an empty string as composer?
  public static func emptyComposerCount() -> Int { Track.where(\.composer == "").count }

  /// 19. How many tracks have a composer?
  public static func composerCount() -> Int { Track.withComposer.count }

  /// 24. Which customers buy for a company?
  public static func customersWithCompany() -> [Int] { Customer.companies.ids }
}

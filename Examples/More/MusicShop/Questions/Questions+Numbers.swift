public import Foundation
import MotionModel

// MARK: - Sums, means, extremes

extension Questions {
  /// 88, 129. What is the total of the invoices, of all or of those of a year?
  public static func invoiceTotal(in year: Int? = nil) -> Decimal {
    (year.map { Invoice.dated(in: $0) } ?? Invoice.records).sum(\.total)
  }

  /// 89. What is the total of the lines of all invoices?
  ///
  /// Computed properties can be summed too.
  public static func invoiceLineTotal() -> Decimal { InvoiceLine.records.sum(\.total) }

  /// 90. Which invoices have a total that is not the sum of their lines?
  public static func mismatchedInvoices() -> [Int] {
    Invoice.including(\.lines).all.filter { invoice, lines in lines.reduce(0) { $0 + $1.total } != invoice.total }.map(
      \.0.id)
  }

  /// 91. What would one copy of every track cost?
  public static func trackPriceTotal() -> Decimal { Track.records.sum(\.unitPrice) }

  /// 92. What is the average total of an invoice?
  public static func averageInvoiceTotal() -> Decimal? { Invoice.records.average(\.total) }

  /// 93. What are the smallest and the largest total of an invoice?
  public static func smallestAndLargestTotal() -> (minimum: Decimal, maximum: Decimal)? {
    guard let minimum = Invoice.records.minimum(\.total), let maximum = Invoice.records.maximum(\.total) else {
      return nil
    }
    return (minimum, maximum)
  }

  /// 94, 97. How long do all tracks last, and how large are they?
  public static func trackSums() -> (milliseconds: Int, bytes: Int) {
    (Track.records.sum(\.milliseconds), Track.records.sum(\.bytes))
  }

  /// 95. How many milliseconds does a track last on average?
  public static func averageMilliseconds() -> Double? { Track.records.average(\.milliseconds) }

  /// 100. What are the least and the greatest name of a track, in the order of their characters?
  public static func trackNameExtremes() -> [String] {
    [Track.records.minimum(\.name), Track.records.maximum(\.name)].compactMap { $0 }
  }
}

// MARK: - Groups

extension Questions {
  /// 7, 101. Which genres have the most tracks?
  public static func tracksPerGenre(_ count: Int) -> [Tally<Int>] {
    Genre.order(by: { $0.tracks.count }, .descending).limit(count).map { Tally($0.name, $0.tracks.count) }
  }

  /// 102. How many tracks does each media type have?
  public static func tracksPerMediaType() -> [Tally<Int>] {
    MediaType.all.map { Tally($0.name, $0.tracks.count) }
  }

  /// 103. How many customers does each country have, most first?
  public static func customersPerCountry() -> [Tally<Int>] {
    let counts = Customer.group(by: \.country).count()
    return top(.max, countriesAsSeen().map { Tally($0, counts[$0] ?? 0) })
  }

  /// 104. Which countries bring the most revenue?
  public static func revenuePerCountry(_ count: Int) -> [Tally<Decimal>] {
    let totals = Invoice.group(by: \.billingCountry).sum(\.total)
    let countries = Invoice.records.distinct(by: \.billingCountry).pluck(\.billingCountry)
    return top(count, countries.map { Tally($0, totals[$0] ?? 0) })
  }

  /// 105. How many invoices were there in each year, and what is their total?
  public static func invoicesPerYear() -> [(year: Int, invoices: Int, total: Decimal)] {
    let years = Invoice.records.group { Calendar.shop.component(.year, from: $0.date) }
    let (counts, totals) = (years.count(), years.sum(\.total))
    return counts.keys.sorted().map { ($0, counts[$0] ?? 0, totals[$0] ?? 0) }
  }

  /// 106. Which artists made at least so many albums, most first?
  public static func artists(withAlbums minimum: Int) -> [Tally<Int>] {
    Artist.where { $0.albums.count >= minimum }.order(by: { $0.albums.count }, .descending)
      .map { Tally($0.name, $0.albums.count) }
  }

  /// 107. Which genres have the longest tracks on average, in milliseconds?
  public static func averageLengthPerGenre(_ count: Int) -> [Tally<Double>] {
    Genre.order(by: { $0.tracks.average(\.milliseconds) }, .descending).limit(count)
      .map { Tally($0.name, $0.tracks.average(\.milliseconds) ?? 0) }
  }

  /// 108. Which names of tracks occur most often?
  public static func commonTrackNames(_ count: Int) -> [Tally<Int>] {
    let counts = Track.group(by: \.name).count()
    return top(count, Track.records.distinct(by: \.name).pluck(\.name).map { Tally($0, counts[$0] ?? 0) })
  }

  /// 109. How many customers have each number of invoices?
  public static func customersPerInvoiceCount() -> [(invoices: Int, customers: Int)] {
    let counts = Invoice.group(by: \.customerID).count()
    return Dictionary(grouping: counts.values) { $0 }.map { ($0, $1.count) }.sorted { $0.0 < $1.0 }
  }

  /// Returns the rows with the greatest values; equal ones keep their order.
  ///
  /// A dictionary of groups has no order. The names come from a finder, which has one, and sorting the array keeps
  /// it.
  static func top<Value: Comparable>(_ count: Int, _ rows: [Tally<Value>]) -> [Tally<Value>] {
    Array(rows.sorted { $0.value > $1.value }.prefix(count))
  }
}

import Foundation
import MotionModel
import MusicShop

extension Tour {
  /// Aggregates: counts, sums, means and extremes, also by group.
  func countAndGroup() {
    printer.chapter(
      "5 Count and group",
      """
      Numbers are computed without copying the records. Money is Decimal: its sums are exact, where binary fractions \
      would drift. A group is a dictionary with a value for each key.
      """)
    numbers()
    groups()
  }

  private func numbers() {
    printer.examples(
      ("Track.count", Track.count),
      (#"Track.where(\.unitPrice > 1).exists"#, Track.where(\.unitPrice > 1).exists),
      (#"Track.records.sum(\.bytes)"#, Track.records.sum(\.bytes)),
      (#"Track.records.average(\.milliseconds)"#, Track.records.average(\.milliseconds)),
      (#"Track.records.maximum(\.name)"#, Track.records.maximum(\.name)),
      (#"Invoice.records.sum(\.total)"#, Invoice.records.sum(\.total)),
      (#"Invoice.records.minimum(\.date)"#, Invoice.records.minimum(\.date)?.day),
      (#"Customer.records.distinct(by: \.country).count"#, Customer.records.distinct(by: \.country).count),
      (#"Track.group(by: \.mediaTypeID).count()"#, Ordered(Track.group(by: \.mediaTypeID).count())))
  }

  private func groups() {
    let tracks = Track.group(by: \.genreID)
    let (counts, lengths, prices) = (tracks.count(), tracks.average(\.milliseconds), tracks.sum(\.unitPrice))
    printer.note("Three questions about one grouping, Track.group(by: \\.genreID), joined with the genres by their id:")
    let genres = Genre.all.sorted { counts[$0.id] ?? 0 > counts[$1.id] ?? 0 }.prefix(6)
    printer.table(
      ["genre", ".count()", #".average(\.milliseconds)"#, #".sum(\.unitPrice)"#],
      genres.map { genre in
        [
          genre.name, "\(counts[genre.id] ?? 0)", Int(lengths[genre.id] ?? 0).minutes, (prices[genre.id] ?? 0).money,
        ]
      })
  }
}

/// A dictionary that prints its keys in order, so that the tour's output is the same each time.
private struct Ordered: CustomStringConvertible {
  let description: String

  init(_ counts: [Int: Int]) {
    description = "[" + counts.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", ") + "]"
  }
}

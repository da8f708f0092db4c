import Foundation
import MotionModel
import MotionModelLive
import MotionModelStatistics
import MusicShop

extension Tour {
  /// Medians, percentiles, histograms, the top of groups, and small charts.
  func statistics() throws {
    printer.chapter(
      "18 Statistics",
      """
      A mean says little about tracks of which a few are very long. Medians, percentiles and histograms are aggregates, as \
      counts and sums are: of a finder, of each group, and in live values.
      """)
    printer.examples(
      (#"Track.records.average(\.milliseconds)"#, Track.records.average(\.milliseconds)),
      (#"Track.records.median(\.milliseconds)"#, Track.records.median(\.milliseconds)),
      (#"Track.records.percentiles([5, 95], \.milliseconds)"#, Track.records.percentiles([5, 95], \.milliseconds)),
      (#"Invoice.records.value(atPercentile: 50, \.date)"#, Invoice.records.value(atPercentile: 50, \.date)?.day))
    distribution()
    longest()
    try months()
  }

  private func distribution() {
    printer.note("How long are tracks? Each bar is a minute:")
    printer.code([
      #"let lengths = Track.where(\.milliseconds < 600_000).histogram(\.milliseconds, .width(60_000))"#,
      "BarChart(lengths).text(width: 50)",
    ])
    let lengths = Track.where(\.milliseconds < 600_000).histogram(\.milliseconds, .width(60_000))
    printer.code(BarChart(lengths).text(width: 50).split(separator: "\n").map(String.init))
    printer.note("The same for a web page, and a median that follows each commit:")
    printer.examples(
      (#"BarChart(lengths).svg().prefix(70)"#, BarChart(lengths).svg().prefix(70)),
      (#"Track.records.live(.median(\.milliseconds)).value"#, Track.records.live(.median(\.milliseconds)).value))
  }

  private func longest() {
    printer.note("The longest tracks of each genre, Track.group(by: \\.genreID).top(2, by: \\.milliseconds):")
    let top = Track.group(by: \.genreID).top(2, by: \.milliseconds)
    let rows = Genre.order(by: \.id).limit(4).all.flatMap { genre in
      (top[genre.id] ?? []).map { [genre.name, $0.milliseconds.minutes, $0.name] }
    }
    printer.table(["genre", "length", "track"], rows)
  }

  private func months() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let perMonth = Invoice.records.dateCounts(\.date, by: .month, in: calendar)
    let running = Invoice.order(by: \.date).runningSums(of: \.total)
    printer.note("Dates are counted by calendar, and months without an invoice are gaps:")
    printer.examples(
      (
        "perMonth = Invoice.records\n  .dateCounts(\\.date, by: .month, in: calendar).counts.count",
        perMonth.counts.count
      ),
      ("perMonth.gaps.count", perMonth.gaps.count),
      ("Sparkline(try perMonth.filled()).text(width: 40)", Sparkline(try perMonth.filled()).text(width: 40)),
      (#"Invoice.order(by: \.date).runningSums(of: \.total).last"#, running.last),
      (
        #"Invoice.records.gaps(in: \.date, longerThan: .seconds(604_800)).count"#,
        Invoice.records.gaps(in: \.date, longerThan: .seconds(604_800)).count
      ))
  }
}

import Foundation
import MotionModel
import MusicShop

extension Tour {
  /// Five ways to write one condition, and all kinds of conditions.
  func find() {
    printer.chapter(
      "3 Find",
      """
      A finder is a question, written in whichever way reads best; nothing is looked at until it is asked. These five \
      are the same: a chain of columns and tests, Swift's operators on key paths, a closure that is given the columns, \
      Foundation's #Predicate, and a closure that is given the record. The first four are understood and use indexes; \
      the last is called for every record.
      """)
    spellings()
    conditions()
    finders()
  }

  private func spellings() {
    printer.examples(
      (
        #"Track.where(\.genreID).eq(1).and(\.milliseconds).gt(300_000).count"#,
        Track.where(\.genreID).eq(1).and(\.milliseconds).gt(300_000).count
      ),
      (
        #"Track.where(\.genreID == 1 && \.milliseconds > 300_000).count"#,
        Track.where(\.genreID == 1 && \.milliseconds > 300_000).count
      ),
      (
        "Track.where { $0.genreID == 1 && $0.milliseconds > 300_000 }.count",
        Track.where { $0.genreID == 1 && $0.milliseconds > 300_000 }.count
      ),
      (
        "Track.where(#Predicate { $0.genreID == 1 && $0.milliseconds > 300_000 }).count",
        Track.where(#Predicate { $0.genreID == 1 && $0.milliseconds > 300_000 }).count
      ),
      (
        "Track.find { $0.genreID == 1 && $0.milliseconds > 300_000 }.count",
        Track.find { $0.genreID == 1 && $0.milliseconds > 300_000 }.count
      ))
  }

  private func conditions() {
    printer.note("Conditions on one column, by name or by operator:")
    printer.examples(
      (#"Track.where(\.genreID).in([1, 2]).count"#, Track.where(\.genreID).in([1, 2]).count),
      (
        #"Track.where(\.milliseconds).between(180_000...240_000).count"#,
        Track.where(\.milliseconds).between(180_000...240_000).count
      ),
      (#"Track.where(\.composer == nil).count"#, Track.where(\.composer == nil).count),
      (#"Track.where(\.composer == "").count"#, Track.where(\.composer == "").count),
      (#"Track.where(\.name).contains("love").count"#, Track.where(\.name).contains("love").count),
      (
        #"Track.where(\.name).contains("love", caseSensitive: false).count"#,
        Track.where(\.name).contains("love", caseSensitive: false).count
      ),
      (#"Track.where(\.name).startsWith("É").first?.name"#, Track.where(\.name).startsWith("É").first?.name),
      (#"Track.where(\.name).like("L_st%").count"#, Track.where(\.name).like("L_st%").count),
      (#"Track.where(\.name).matches(/[0-9]{2}/).count"#, Track.where(\.name).matches(/[0-9]{2}/).count),
      (
        #"Track.where(\.genreID).eq(1).or(\.genreID).eq(2).not().count"#,
        Track.where(\.genreID).eq(1).or(\.genreID).eq(2).not().count
      ))
  }

  private func finders() {
    let dear = Track.where(\.unitPrice > 1)
    printer.note("One record, and finders as values: they can be kept, refined, printed, tested and gone through.")
    printer.examples(
      ("Track.find(1)?.name", Track.find(1)?.name),
      ("Track.find(0)", Track.find(0)),
      (#"let dear = Track.where(\.unitPrice > 1)"#, dear),
      ("dear.count", dear.count),
      (#"dear.where(\.genreID).eq(2)"#, dear.where(\.genreID).eq(2)),
      (#"dear.where(\.genreID).eq(2).count"#, dear.where(\.genreID).eq(2).count),
      ("Track.first.map(dear.matches)", Track.first.map(dear.matches)),
      ("for track in dear { bytes += track.bytes }", dear.reduce(0) { $0 + $1.bytes }))
  }
}

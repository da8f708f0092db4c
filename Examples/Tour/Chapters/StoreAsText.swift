import Foundation
import MotionModel
import MusicShop

extension Tour {
  /// A store as text for version control, and query by example.
  func storeAsText() throws {
    printer.chapter(
      "22 A store as text",
      """
      A store can be text that git merges: one record on each line, models and columns by name, records by id. The tool merges \
      two branches of it record by record and column by column.
      """)
    let fixtures = Store()
    try MusicShop.copy([Genre.self, MediaType.self], from: store, to: fixtures)
    try Store.with(fixtures) {
      let before = try fixtures.sortedString().split(separator: "\n")
      try Genre.where(\.id == 1).updateAll { $0.name = "Rock 'n' Roll" }
      let after = try fixtures.sortedString().split(separator: "\n")
      printer.note("A changed record is a changed line of `store.sortedString()`:")
      printer.code(zip(before, after).filter { $0 != $1 }.flatMap { ["- \($0)", "+ \($1)"] })
    }
    printer.note("In a repository:")
    printer.code([
      "echo '*.shop.json merge=motionmodel' >> .gitattributes",
      "git config merge.motionmodel.driver 'motionmodel merge-driver %O %A %B %P'",
    ])
    printer.note("A record says what is looked for, as a form that was filled in:")
    var sample = Track()
    (sample.genreID, sample.unitPrice) = (1, Decimal(string: "0.99") ?? 0)
    printer.examples(
      ("RecordPredicate.like(sample)", "\(RecordPredicate.like(sample))"),
      ("Track.where(.like(sample)).count", Track.where(.like(sample)).count))
  }
}

import Foundation
import MotionModel
import MotionModelTransactions
import MusicShop

extension Tour {
  /// Why a finder does not find a record, who changed a value, and which commit broke a rule.
  func whyAndSinceWhen() throws {
    printer.chapter(
      "19 Why, and since when",
      """
      Conditions are data, and so are commits. A finder says why it does not find a record, and a history which commit gave \
      a column its value, or made a statement false.
      """)
    let workshop = Store()
    try MusicShop.copy([Genre.self, MediaType.self, Artist.self, Album.self, Track.self], from: store, to: workshop)
    try Store.with(workshop) {
      try explain()
      try ask(StoreHistory(of: workshop, keeping: .count(100)))
    }
  }

  private func explain() throws {
    let finder = Track.where(\.milliseconds > 600_000 && \.genreID == 1).order(by: \.name).limit(5)
    guard let track = Track.order(by: \.milliseconds).first else { return }
    printer.code([#"Track.where(\.milliseconds > 600_000 && \.genreID == 1).order(by: \.name).limit(5).explain(track)"#]
    )
    printer.code("\(finder.explain(track))".split(separator: "\n").map(String.init))
  }

  private func ask(_ history: StoreHistory) throws {
    guard var track = Track.first else { return }
    for (author, reason, price) in [("ann", "Summer sale", 0.5), ("bob", "Import", -1), ("ann", "Autumn", 0.9)] {
      try Store.current.transaction(metadata: Changeset.Metadata(author: author, reason: reason)) {
        try track.update { $0.unitPrice = Decimal(price) }
      }
    }
    printer.note("Three people change the price of a track, and one of them makes it negative:")
    let timeline = try history.timeline(of: track, \.unitPrice)
    printer.table(
      ["commit", "by", "why", "from", "to"],
      timeline.map { blame in
        [
          "\(blame.commit)", blame.metadata.author ?? "", blame.metadata.reason ?? "", blame.before?.money ?? "",
          blame.after?.money ?? "",
        ]
      })
    let found = try history.bisect(in: history.commits.lowerBound...history.commits.upperBound - 1) { _ in
      Track.where(\.unitPrice < 0).isEmpty
    }
    printer.examples(
      (#"try history.blame(track, \.unitPrice)?.metadata"#, try history.blame(track, \.unitPrice)?.metadata),
      ("try history.bisect(in: …) { _ in Track.where(\\.unitPrice < 0).isEmpty }", found))
  }
}

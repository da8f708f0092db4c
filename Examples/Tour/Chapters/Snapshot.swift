import Foundation
import MotionModel
import MusicShop

extension Tour {
  /// Snapshots of a store.
  func snapshot() throws {
    printer.chapter(
      "11 Snapshot",
      """
      A snapshot is a store that never changes. It costs the same at any size, because it shares everything with the \
      store that it was taken of, until that is changed. Readers work on one all the time; that is why they never \
      wait.
      """)
    let workshop = Store()
    try MusicShop.copy([Genre.self, MediaType.self, Artist.self, Album.self, Track.self], from: store, to: workshop)
    try Store.with(workshop) { try beforeAndAfter() }
  }

  private func beforeAndAfter() throws {
    let before = Store.current.snapshot()
    let deleted = try Track.where(\.unitPrice > 1).deleteAll()
    let changed = try Track.where(\.genreID).eq(1).updateAll { $0.unitPrice += 1 }
    printer.examples(
      (
        #"""
        let before = Store.current.snapshot()
        before.table(Track.self).count
        """#,
        before.table(Track.self).count
      ),
      (#"try Track.where(\.unitPrice > 1).deleteAll()"#, deleted),
      (#"try Track.where(\.genreID).eq(1).updateAll { $0.unitPrice += 1 }"#, changed))
    let was = Store.with(before) { Track.records.sum(\.unitPrice) }
    printer.table(
      ["", "now", "before"],
      [
        ["Track.count", "\(Track.count)", "\(Store.with(before) { Track.count })"],
        [#"Track.records.sum(\.unitPrice)"#, Track.records.sum(\.unitPrice).money, was.money],
        [
          #"Track.where(\.unitPrice > 1).count"#, "\(Track.where(\.unitPrice > 1).count)",
          "\(before.table(Track.self).records.where(\.unitPrice > 1).count)",
        ],
      ])
    printer.refusals(
      (
        "try Store.with(before) { try Track.deleteAll() }",
        refusal { _ = try Store.with(before) { try Track.deleteAll() } }
      )
    )
  }
}

import Foundation
import MotionModel
import MotionModelTransactions
import MusicShop

extension Tour {
  /// A dialog that stays open for a while.
  func branch() async throws {
    printer.chapter(
      "12 Branch",
      """
      An edit dialog works in a branch: a store of its own, which nobody sees until it is merged. Meanwhile life goes on in \
      the shop. What both change is brought together column by column; what cannot be is a conflict, not a loss. And \
      when it was all a mistake, there is undo.
      """)
    // A copy of the shop, so that the other chapters find it unchanged.
    let shop = store.branch().store
    let first = Track.records.first?.id ?? 0
    try await Store.with(shop) { try await editAndMerge(shop, first) }
  }

  private func editAndMerge(_ shop: Store, _ id: Int) async throws {
    let history = UndoHistory(of: shop)
    let draft = shop.branch()
    try await Store.with(draft.store) {
      var track = try Track.require(id)
      track.name = await typed("Untitled")
      try track.save()
    }
    try Track.where(\.id == id).updateAll { $0.unitPrice += 1 }
    let merge = try history.group("Edit the track") { try draft.merge() }
    printer.examples(
      (
        #"""
        let draft = shop.branch()
        try await Store.with(draft.store) { … }   // the dialog
        try draft.merge()
        """#, merge.changeset
      ),
      ("Track.find(id)?.name", Track.find(id)?.name ?? "nil"), ("history.undoName", history.undoName ?? "nil"))
    try history.undo()
    printer.examples(
      ("try history.undo()", history.redoName ?? "nil"), ("Track.find(id)?.name", Track.find(id)?.name ?? "nil"))
    try conflict(shop, id)
  }

  private func conflict(_ shop: Store, _ id: Int) throws {
    let draft = shop.branch()
    try Store.with(draft.store) { _ = try Track.where(\.id == id).updateAll { $0.name = "Ours" } }
    try Track.where(\.id == id).updateAll { $0.name = "Theirs" }
    printer.refusals(("try draft.merge()", refusal { try draft.merge() }))
    let merged = try draft.merge(.ours)
    printer.examples(("try draft.merge(.ours)", merged.changeset))
  }

  /// Returns what the user types after a while.
  private func typed(_ text: String) async -> String {
    await Task.yield()
    return text
  }
}

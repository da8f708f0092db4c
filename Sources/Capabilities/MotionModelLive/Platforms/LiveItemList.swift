import MotionModel
import Observation

/// The items of a live list, of which code is notified when records come, go or move, but not when they change.
@MainActor
final class LiveItemList<Record: Model>: Observable {
  private let registrar = ObservationRegistrar()
  private var shown: [LiveItem<Record>]
  private var byID: [Record.ID: LiveItem<Record>]
  private var observation: StoreObservation?

  /// - Parameter live: A result that changes on the main queue.
  init(_ live: LiveResults<Record>) {
    shown = live.map(LiveItem.init)
    byID = Dictionary(uniqueKeysWithValues: shown.map { ($0.id, $0) })
    observation = live.onMainChange { [weak self] in self?.take($0) }
  }

  var items: [LiveItem<Record>] {
    registrar.access(self, keyPath: \.items)
    return shown
  }

  private func take(_ change: LiveChange<Record>) {
    // A record that was deleted and inserted again is an insertion with an item.
    for place in change.updates.map(\.new) + change.insertions {
      let record = change.after[place]
      byID[record.id]?.show(record)
    }
    if change.insertions.isEmpty && change.deletions.isEmpty && change.moves.isEmpty { return }
    registrar.withMutation(of: self, keyPath: \.items) {
      shown = change.after.map { byID[$0.id] ?? LiveItem($0) }
      byID = Dictionary(uniqueKeysWithValues: shown.map { ($0.id, $0) })
    }
  }
}

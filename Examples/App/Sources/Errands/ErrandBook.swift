import Foundation
import MotionModel
import MotionModelJournal
import MotionModelLive
import Observation

/// The opened store of the app, for all of its windows.
@MainActor
@Observable
final class ErrandBook {
  let store: Store
  /// Why the file could not be opened, or released.
  var problem: String?
  /// How many errands are open, for the app's badge.
  private(set) var openCount = 0

  private var observation: StoreObservation?

  /// Opens the file. An extension of the app may write it, too.
  init(file: URL) {
    do { store = try Store(sharing: file, models: [Errand.self], durability: .every(.seconds(1))) } catch {
      (store, problem) = (Store(), "\(error)")
    }
    count()
  }

  /// Releases the locks of the file, when the app goes to the background: iOS ends an app that is suspended with a lock in a
  /// container that it shares with a widget. The next change takes them again.
  func suspend() {
    do { try store.journal?.suspend() } catch { problem = "\(error)" }
  }

  /// Takes in what others have committed, when the app comes back.
  func resume() {
    do { try store.journal?.refresh() } catch { problem = "\(error)" }
  }

  private func count() {
    let live = store.table(Errand.self).records.open.live(.count)
    openCount = live.value
    observation = live.onMainChange { [weak self] change in self?.openCount = change.after }
  }
}

extension URL {
  /// The file that the app writes and the widget follows, in the container that both share.
  static var errands: URL {
    let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.example.errands")
    let own = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    return (group ?? own).appending(path: "errands.motionmodel")
  }
}

import Foundation
import MotionModel
import MotionModelJournal
import MotionModelLive
import Observation

/// The opened store of the app, for all of its windows.
@MainActor
@Observable
final class ErrandBook {
  private(set) var store: Store
  /// Why the file could not be opened or closed.
  var problem: String?
  /// How many errands are open, for the app's badge.
  private(set) var openCount = 0

  private let file: URL
  private var isOpen = false
  private var observation: LiveObservation?

  init(file: URL) {
    (self.file, store) = (file, Store())
    open()
  }

  /// Opens the file, when the app begins or comes back.
  func open() {
    if isOpen { return }
    do {
      store = try Store(file: file, models: [Errand.self], durability: .every(.seconds(1)))
      isOpen = true
      count()
    } catch {
      problem = "\(error)"
    }
  }

  /// Closes the file, when the app goes to the background. iOS ends an app that is suspended while it has a file locked in a
  /// container that it shares with a widget, and a store locks its file while it is open. What is on the screen stays.
  func close() {
    isOpen = false
    do { try store.journal?.close() } catch { problem = "\(error)" }
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

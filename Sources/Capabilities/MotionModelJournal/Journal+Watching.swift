import Foundation
import MotionModel
import MotionModelStorage
import MotionModelSystem

extension Journal {
  /// How often the files are looked at: if the system says when they change, in case that it does not; else always.
  private static let rhythm = (noticed: Duration.seconds(1), looking: Duration.milliseconds(30))
  /// How long the thread rests behind a look, and until the process has made no commit meanwhile.
  private static let rest = Duration.microseconds(500)

  /// Applies what other processes commit, on a thread, until the store is closed or released.
  func watch() {
    let folder = FilePath.folder(of: files.path)
    let thread = Thread { [weak store = liveStore] in
      var watch = FolderWatch(folder)
      while store?.journal?.refreshByItself() == true {
        let rest = watch == nil ? Self.rhythm.looking : Self.rest
        if !Self.changes(store?.commitCount, within: rest) {
          watch?.wait(atMost: Self.rhythm.noticed)
          continue
        }
        // The process commits, and each commit looks at the files. In a folder that is watched, a write takes twice
        // the time.
        watch = nil
        while Self.changes(store?.commitCount, within: rest) {}
        watch = FolderWatch(folder)
      }
    }
    thread.name = "Shared \(files.name)"
    thread.start()
  }

  /// Waits for some time, and returns whether a value is another one then.
  private static func changes<Value: Equatable>(_ value: @autoclosure () -> Value, within time: Duration) -> Bool {
    let first = value()
    Thread.sleep(forTimeInterval: time / .seconds(1))
    return value() != first
  }

  /// - Returns: Whether the store is open. What cannot be read is thrown by the next transaction.
  private func refreshByItself() -> Bool {
    guard let store = liveStore else { return false }
    do { try refresh(store, isByItself: true) } catch JournalError.closed { return false } catch {}
    return true
  }
}

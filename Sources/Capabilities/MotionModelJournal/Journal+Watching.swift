import Foundation
import MotionModel
import MotionModelStorage
import MotionModelSystem

extension Journal {
  /// How often the files are looked at: if the system says when they change, in case that it does not; else always.
  private static let rhythm = (noticed: Duration.seconds(1), looking: Duration.milliseconds(30))
  /// How long the thread rests behind a look, and longer while the process commits: each commit looks at the files, and
  /// the thread would be in its way.
  private static let rest = Duration.microseconds(500)

  /// Applies what other processes commit, on a thread, until the store is closed or released.
  func watch() {
    let watch = FolderWatch(FilePath.folder(of: files.path))
    let rhythm = watch == nil ? Self.rhythm.looking : Self.rhythm.noticed
    let thread = Thread { [weak store = liveStore] in
      while store?.journal?.refreshByItself() == true {
        var count: Int?
        repeat {
          count = store?.commitCount
          Thread.sleep(forTimeInterval: (watch == nil ? rhythm : Self.rest) / .seconds(1))
        } while count != store?.commitCount
        watch?.wait(atMost: rhythm)
      }
    }
    thread.name = "Shared \(files.name)"
    thread.start()
  }

  /// - Returns: Whether the store is open. What cannot be read is thrown by the next transaction.
  private func refreshByItself() -> Bool {
    if isSuspended { return true }
    do { try refresh() } catch JournalError.closed { return false } catch {}
    return true
  }
}

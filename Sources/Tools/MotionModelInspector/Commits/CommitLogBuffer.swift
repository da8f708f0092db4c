import Foundation
import MotionModel
import MotionModelSystem

/// The latest commits of a store, of which the oldest are forgotten.
///
/// The store adds each commit to a ring, which takes a moment and never waits for a reader that does something else
/// than copying entries. The ring is limited by commits, by changes, and by bytes. Readers get the commits that are
/// still there, and know by the numbers how many were forgotten before. No reader has a queue of its own, so a browser
/// that stops reading costs nothing.
///
/// Bytes are measured by ``trim()``, several times a second and not by the writer, for whom that would be much of a
/// commit.
final class CommitLogBuffer: Sendable {
  typealias Entry = CommitRing.Entry

  private let store: Store
  private let token: CommitRingToken
  /// The number of the latest commit that was measured.
  private let measured = Locked(0)

  /// Begins to keep the commits of a store, until ``end()`` or until the log is released.
  init(_ store: Store, _ limits: CommitRing.Limits = CommitRing.Limits()) {
    self.store = store
    token = store.keepCommits(limits)
  }

  deinit { end() }

  /// Forgets all commits, and keeps no others.
  func end() { store.stopKeepingCommits(token) }

  /// The number of the latest commit; 0 if there is none yet.
  var last: Int { store.withCommits(token) { $0.last } ?? 0 }

  /// Returns the latest commits behind a number, the oldest first.
  func entries(after number: Int = 0, limit count: Int = .max) -> [Entry] {
    store.withCommits(token) { $0.entries(after: number, limit: count) } ?? []
  }

  /// Returns the commit with a number; nil if it is forgotten.
  func entry(_ number: Int) -> Entry? { store.withCommits(token) { $0.entry(number) } ?? nil }

  /// Begins to measure ten times a second, on a thread of its own, until ``end()``.
  func keepTrimming() {
    Thread.detachNewThread { [self] in
      SystemCalls.stepBack()
      while store.withCommits(token, { _ in true }) != nil {
        Thread.sleep(forTimeInterval: 0.1)
        trim()
      }
    }
  }

  /// Measures the commits since the last time, and forgets the oldest ones if all take too many bytes.
  func trim() {
    let entries = entries(after: measured.withLock { $0 })
    guard let last = entries.last else { return }
    measured.withLock { $0 = last.number }
    let sizes = entries.compactMap { entry in entry.changeset.map { (entry.number, $0.valueBytes) } }
    // What is forgotten is freed here, without the lock.
    _ = store.withCommits(token) { $0.note(bytes: Dictionary(sizes) { first, _ in first }) }
  }
}

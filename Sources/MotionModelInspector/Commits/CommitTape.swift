import Foundation
import MotionModel

/// The latest commits of a store, of which the oldest are forgotten.
///
/// A commit is added while the writer's lock is held, which takes a moment and never waits for a reader that does something
/// else than copying entries. The tape is bounded, by commits and by changes. Whoever reads it reads what is still there, and
/// knows by the numbers how many were forgotten before. No reader has a queue of its own, so a browser that stops reading
/// costs nothing.
final class CommitTape: Sendable {
  /// A commit.
  struct Entry: Sendable {
    /// Counts the commits of the tape, from 1 on.
    let number: Int
    /// The changes; nil if there were too many to be kept.
    let changeset: Changeset?
    /// The id, date and metadata of the commit.
    let id: Int
    let date: Date
    let metadata: ChangesetMetadata
    let count: Int
    fileprivate let shortText: String?

    /// What changed in a few words: `Todo: 2 inserted, 1 updated`.
    var summary: String { shortText ?? changeset?.description ?? "" }
  }

  fileprivate struct State: Sendable {
    var entries: [Entry?]
    /// The numbers of the first entry that is there, and of the next one.
    var first = 1
    var next = 1
    /// How many changes all entries have.
    var changes = 0
  }

  private let (limit, changeLimit, largest): (Int, Int, Int)
  private let state: Locked<State>

  /// - Parameters:
  ///   - limit: How many commits are kept.
  ///   - changeLimit: How many changes they have together.
  ///   - largest: How many changes a commit has at most whose changes are kept.
  init(limit: Int = 512, changeLimit: Int = 20_000, largest: Int = 1_000) {
    (self.limit, self.changeLimit, self.largest) = (limit, changeLimit, largest)
    state = Locked(State(entries: Array(repeating: nil, count: limit)))
  }

  /// Adds a commit.
  func add(_ changeset: Changeset) {
    let count = changeset.count
    let isKept = count <= largest
    let text = isKept ? nil : changeset.description
    let forgotten = state.withLock { state -> [Entry] in
      let entry = Entry(
        number: state.next, changeset: isKept ? changeset : nil, id: changeset.id, date: changeset.date,
        metadata: changeset.metadata, count: count, shortText: text)
      state.changes += entry.keptCount
      var forgotten: [Entry] = []
      while state.next - state.first >= limit || (state.changes > changeLimit && state.first < state.next) {
        if let first = state.takeFirst(limit) { forgotten.append(first) }
      }
      state.entries[state.next % limit] = entry
      state.next += 1
      return forgotten
    }
    // The rows of forgotten commits are freed outside the lock.
    withExtendedLifetime(forgotten) {}
  }

  /// The number of the latest commit; 0 if there is none yet.
  var last: Int { state.withLock { $0.next - 1 } }

  /// Returns the latest commits behind a number, the oldest first.
  func entries(after number: Int = 0, limit count: Int = .max) -> [Entry] {
    state.withLock { state in
      let start = max(state.first, number + 1, count < state.next ? state.next - count : 1)
      return start < state.next ? (start..<state.next).compactMap { state.entries[$0 % limit] } : []
    }
  }

  /// Returns the commit with a number; nil if it is forgotten.
  func entry(_ number: Int) -> Entry? {
    state.withLock { state in
      number >= state.first && number < state.next ? state.entries[number % limit] : nil
    }
  }
}

extension CommitTape.Entry {
  fileprivate var keptCount: Int { changeset == nil ? 0 : count }
}

extension CommitTape.State {
  fileprivate mutating func takeFirst(_ limit: Int) -> CommitTape.Entry? {
    let entry = entries[first % limit]
    entries[first % limit] = nil
    first += 1
    changes -= entry?.keptCount ?? 0
    return entry
  }
}

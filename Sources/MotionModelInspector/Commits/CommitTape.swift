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
    let count: Int
    /// The changes, or none if there were too many to be kept.
    fileprivate let kept: Changeset
    fileprivate let shortText: String?

    /// The changes; nil if there were too many to be kept.
    var changeset: Changeset? { shortText == nil ? kept : nil }
    /// The id, date and metadata of the commit.
    var id: Int { kept.id }
    var date: Date { kept.date }
    var metadata: ChangesetMetadata { kept.metadata }
    /// What changed in a few words: `Todo: 2 inserted, 1 updated`.
    var summary: String { shortText ?? kept.description }
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
    let text = count <= largest ? nil : changeset.description
    let kept = text == nil ? changeset : changeset.filtered(models: [])
    // The rows of forgotten commits are freed outside the lock. Once the tape is full, that is one commit for each new one.
    var (first, others) = (Entry?.none, [Entry]())
    state.withLock { state in
      let entry = Entry(number: state.next, count: count, kept: kept, shortText: text)
      state.changes += entry.keptCount
      if state.next - state.first == limit { first = state.takeFirst(limit) }
      while state.changes > changeLimit && state.first < state.next {
        if let entry = state.takeFirst(limit) { others.append(entry) }
      }
      state.entries[state.next % limit] = entry
      state.next += 1
    }
    withExtendedLifetime((first, others)) {}
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
  fileprivate var keptCount: Int { shortText == nil ? count : 0 }
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

package import Foundation

/// The latest commits of a store, for readers that look at them from time to time. The oldest are dropped.
///
/// A ring lies in the ``CommitDelivery`` of its store, under whose lock a commit is added: a lock of its own, and a
/// call of a ``CommitRecorder``, would slow down a save of one record by a tenth. A reader copies the ring, and sees by
/// the numbers of the commits how many were dropped.
///
/// It is limited by commits, by changes, and by the bytes of their values where these are measured; see
/// ``note(bytes:)``.
package struct CommitRing: Sendable {
  /// What a ring keeps at most.
  package struct Limits: Sendable {
    /// How many commits there are, and how many changes they have together.
    package let (commits, changes): (Int, Int)
    /// How many changes a commit has at most whose changes are kept.
    package let largest: Int
    /// How many bytes the values of all changes take together.
    package let bytes: Int

    package init(commits: Int = 512, changes: Int = 20_000, largest: Int = 1_000, bytes: Int = 64 << 20) {
      (self.commits, self.changes, self.largest, self.bytes) = (commits, changes, largest, bytes)
    }
  }

  /// A commit.
  package struct Entry: Sendable {
    /// Counts the commits of the ring, from 1 on.
    package let number: Int
    /// How many records changed.
    package let count: Int
    /// How many bytes the values of the changes take; nil until they are measured.
    package fileprivate(set) var bytes: Int?
    fileprivate var kept: Changeset
    /// What changed, if the changes are not kept.
    fileprivate var text: String?

    /// The changes; nil if there were too many, or too large ones, to be kept.
    package var changeset: Changeset? { text == nil ? kept : nil }
    /// The number of the commit in its store.
    package var id: Int { kept.id }
    /// When it was committed.
    package var date: Date { kept.date }
    /// Who made the commit and why.
    package var metadata: Changeset.Metadata { kept.metadata }
    /// What changed in a few words: `Todo: 2 inserted, 1 updated`.
    package var summary: String { text ?? kept.description }

    fileprivate var keptCount: Int { text == nil ? count : 0 }

    /// Replaces the changes by what they are in words, and returns them, to be freed elsewhere.
    fileprivate mutating func reduce() -> Changeset {
      let changes = kept
      (text, kept) = (kept.description, kept.filtered { _ in false })
      return changes
    }
  }

  package let limits: Limits
  /// The entries by their numbers, modulo the limit.
  private var slots: [Entry?]
  /// The numbers of the first entry that is there, and of the next one.
  private var (first, next) = (1, 1)
  /// How many changes all entries have, and how many bytes those that are measured.
  private var (changes, bytes) = (0, 0)

  package init(_ limits: Limits) {
    self.limits = limits
    slots = Array(repeating: nil, count: limits.commits)
  }

  /// What a ring forgets, to be freed outside the lock: it may be the end of an object that uses the store.
  package struct DroppedCommits: Sendable {
    /// The entry whose place another has; nil if the place was free.
    fileprivate var entry: Entry?
    /// What is forgotten besides; nil as nearly always.
    fileprivate var others: [Changeset]?

    init() {}

    fileprivate mutating func append(_ changesets: [Changeset]) {
      if !changesets.isEmpty { others = (others ?? []) + changesets }
    }
  }

  /// Adds a commit, and hands over what is forgotten for it.
  package mutating func add(_ changeset: Changeset, _ forgotten: inout DroppedCommits) {
    let count = changeset.count
    var entry: Entry? = Entry(number: next, count: count, kept: changeset)
    if count > limits.largest { _ = entry?.reduce() }
    // NB: Exchanged and not assigned, because a copy of an entry would be counted. In a full ring, the place is that of
    // the first.
    swap(&entry, &slots[next % limits.commits])
    next += 1
    changes += count > limits.largest ? 0 : count
    if next - first > limits.commits {
      first += 1
      changes -= entry?.keptCount ?? 0
      bytes -= entry?.bytes ?? 0
    }
    if let other = forgotten.entry { forgotten.append([other.kept]) }
    swap(&entry, &forgotten.entry)
    if changes > limits.changes { forgotten.append(takeFirst { $0.changes > $0.limits.changes }) }
  }

  private mutating func takeFirst() -> Entry? {
    var entry: Entry?
    swap(&entry, &slots[first % limits.commits])
    first += 1
    changes -= entry?.keptCount ?? 0
    bytes -= entry?.bytes ?? 0
    return entry
  }

  private mutating func takeFirst(while isTooMuch: (CommitRing) -> Bool) -> [Changeset] {
    var taken: [Changeset] = []
    while first < next && isTooMuch(self) { if let entry = takeFirst() { taken.append(entry.kept) } }
    return taken
  }

  // MARK: - Reading

  /// The number of the latest commit; 0 if there is none yet.
  package var last: Int { next - 1 }

  /// Returns the latest commits behind a number, the oldest first.
  package func entries(after number: Int = 0, limit count: Int = .max) -> [Entry] {
    let start = max(first, number < .max ? number + 1 : .max, count < next ? next - count : 1)
    return start < next ? (start..<next).compactMap { slots[$0 % limits.commits] } : []
  }

  /// Returns the commit with a number; nil if it is forgotten.
  package func entry(_ number: Int) -> Entry? {
    number >= first && number < next ? slots[number % limits.commits] : nil
  }

  // MARK: - Bytes

  /// Takes note of how many bytes the values of some commits take, and forgets the oldest commits that are too much. Of
  /// a commit that has more than a quarter of the bytes alone, only the number of changes is kept.
  ///
  /// - Parameter measured: The bytes by the numbers of commits. Numbers that are forgotten already are ignored.
  package mutating func note(bytes measured: [Int: Int]) -> DroppedCommits {
    var forgotten = DroppedCommits()
    for (number, size) in measured {
      let place = number % limits.commits
      guard number >= first, number < next, slots[place]?.bytes == nil, slots[place]?.text == nil else { continue }
      if size > limits.bytes / 4 {
        changes -= slots[place]?.keptCount ?? 0
        if let changes = slots[place]?.reduce() { forgotten.append([changes]) }
      } else {
        slots[place]?.bytes = size
        bytes += size
      }
    }
    forgotten.append(takeFirst { $0.bytes > $0.limits.bytes })
    return forgotten
  }
}

/// Names a ring of a store.
package final class CommitRingToken: Sendable {
  fileprivate init() {}
}

extension CommitDelivery {
  /// The rings of a store, each with its name.
  struct Rings: Sendable {
    private var list: [(token: CommitRingToken, ring: CommitRing)] = []

    var isEmpty: Bool { list.isEmpty }

    mutating func add(_ limits: CommitRing.Limits) -> CommitRingToken {
      let token = CommitRingToken()
      list.append((token, CommitRing(limits)))
      return token
    }

    mutating func remove(_ token: CommitRingToken) -> CommitRing? {
      list.firstIndex { $0.token === token }.map { list.remove(at: $0).ring }
    }

    mutating func with<Result>(_ token: CommitRingToken, _ body: (inout CommitRing) -> Result) -> Result? {
      list.firstIndex { $0.token === token }.map { body(&list[$0].ring) }
    }

    /// Adds a commit to all rings.
    mutating func add(_ changeset: Changeset, _ forgotten: inout CommitRing.DroppedCommits) {
      for index in list.indices { list[index].ring.add(changeset, &forgotten) }
    }
  }
}

extension Store {
  /// Begins to keep the latest commits, until ``stopKeepingCommits(_:)``. Silenced commits are included, and the
  /// commits in a coalesced block are there one by one.
  package func keepCommits(_ limits: CommitRing.Limits = CommitRing.Limits()) -> CommitRingToken {
    delivery.addRing(limits)
  }

  /// Forgets a ring.
  package func stopKeepingCommits(_ token: CommitRingToken) { delivery.removeRing(token) }

  /// Calls `body` with the latest commits; nil after ``stopKeepingCommits(_:)``.
  ///
  /// Commits wait meanwhile, so `body` must be quick and not use the store.
  package func withCommits<Result>(_ token: CommitRingToken, _ body: (inout CommitRing) -> Result) -> Result? {
    delivery.withRing(token, body)
  }
}

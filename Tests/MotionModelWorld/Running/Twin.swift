import Foundation
import MotionModel
import MotionModelTransactions

/// A store and the naive store that must hold the same records.
final class Twin {
  let store: Store
  var naive: NaiveStore
  /// The name of the store in the transcript.
  let name: String
  /// The branch that the store belongs to, the parent, and what the parent held when they last were the same.
  let branch: Branch?
  let parent: Twin?
  var base: NaiveStore

  /// Whether no other thread writes to the store, so that its commits are those of the steps.
  let isAlone: Bool
  let log: CommitLog
  private var observation: CommitObservation?
  let undoHistory: UndoHistory
  let history: StoreHistory
  /// A store that applies the changesets that the store notifies.
  let replica: Store

  /// The indexes that steps added.
  var indexes: Set<String> = []
  /// The states that undoing and redoing lead to.
  var undone: [NaiveStore] = []
  var redone: [NaiveStore] = []
  /// What the store held after its latest commits.
  private(set) var states: [(commit: Int, naive: NaiveStore)] = []
  private(set) var commits: Int

  static let undoLimit = 20
  static let historyLimit = 12

  init(
    _ store: Store, _ naive: NaiveStore, name: String, branch: Branch? = nil, parent: Twin? = nil, isAlone: Bool = true
  ) {
    (self.store, self.naive, self.name, self.branch, self.parent, base) = (store, naive, name, branch, parent, naive)
    self.isAlone = isAlone
    commits = store.commitCount
    let replica = store.branch().store
    // A replica is not notified when its origin removes a unique index.
    WorldIndex.removeUniqueOnes(from: replica)
    self.replica = replica
    undoHistory = UndoHistory(of: store, limit: .count(Self.undoLimit))
    history = StoreHistory(of: store, keeping: .count(Self.historyLimit))
    let log = CommitLog(replica)
    self.log = log
    if isAlone { observation = store.observeCommits { log.add($0) } }
    states = [(commits, naive)]
  }

  /// Checks the commit of a step and records the state after it.
  ///
  /// - Parameters:
  ///   - kind: Whether the step is an edit, an undo or a redo.
  ///   - isFollowing: Whether the store took over the places of another one. That is a commit, even if the order of
  ///     the records stays the same.
  func settle(before: NaiveStore, _ kind: CommitKind = .edit, isFollowing: Bool = false) throws(Difference) {
    // A branch and its parent count ids separately.
    if branch == nil, let complaint = naive.complaint {
      throw Difference("ids", complaint)
    }
    if !isAlone { return }
    let count = store.commitCount
    // Moves alone may be a commit: naive places differ from those of a store that took over the places of another.
    let hasMoved = isFollowing || !naive.isSame(as: before)
    let isChanged = !naive.holdsSame(as: before) || (hasMoved && count > commits)
    let expected = commits + (isChanged ? 1 : 0)
    if count != expected {
      throw Difference("number of commits", "\(count), expected \(expected)")
    }
    commits = count
    if let problem = log.problem { throw Difference("notified changesets", problem) }
    if isChanged, log.last?.id != count {
      throw Difference("notified changesets", "the last is \(log.last?.id ?? 0), expected \(count)")
    }
    if !isChanged { return }
    states.append((count, naive))
    if states.count > Self.historyLimit { states.removeFirst() }
    switch kind {
    case .edit:
      undone.append(before)
      redone = []
      if undone.count > Self.undoLimit { undone.removeFirst() }
    case .undo: redone.append(before)
    case .redo: undone.append(before)
    }
  }

  enum CommitKind { case edit, undo, redo }
}

/// The commits that a store notified: checks their numbers and applies their changes to a replica.
final class CommitLog: @unchecked Sendable {
  private let lock = NSLock()
  private let replica: Store
  private var lastChangeset: Changeset?
  private var found: String?

  init(_ replica: Store) { self.replica = replica }

  func add(_ changeset: Changeset) {
    lock.withLock {
      if let last = lastChangeset, changeset.id != last.id + 1 {
        found = "\(changeset.id) comes after \(last.id)"
      }
      if changeset.isEmpty { found = "\(changeset.id) is empty" }
      lastChangeset = changeset
      do { try Store.withoutHooks { try replica.apply(changeset) } } catch {
        found = "the replica refuses one: \(error)"
      }
    }
  }

  var last: Changeset? { lock.withLock { lastChangeset } }
  var problem: String? { lock.withLock { found } }
}

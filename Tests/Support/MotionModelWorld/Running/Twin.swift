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
  private var observation: StoreObservation?
  let undoHistory: UndoHistory
  let history: StoreHistory
  /// A history of the commits in groups, without those of some models.
  let partHistory: UndoHistory
  /// A store that applies the changesets that the store notifies.
  private(set) var replica: Store
  /// The block in which steps are made.
  private(set) var block: Block?
  /// The state before the block, if it is a group.
  private var groupStart: NaiveStore
  private var hasGroupedCommits = false
  /// Whether a commit of the group gave records other positions and changed nothing else.
  private var hasGroupedMoves = false
  /// The metadata that the next commit must have.
  var metadata = Changeset.Metadata()

  /// The live results that are open, the oldest one first.
  private var lives: [any TwinLive] = []

  /// The indexes of those that steps add and remove.
  var indexes = WorldIndex.declared
  /// The states that undoing and redoing lead to.
  var undone: [NaiveStore] = []
  var redone: [NaiveStore] = []
  /// The steps of the history of groups.
  var undonePart: [PartStep] = []
  var redonePart: [PartStep] = []
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
    groupStart = naive
    commits = store.commitCount
    let replica = Self.replica(of: store)
    self.replica = replica
    undoHistory = UndoHistory(of: store, limit: .count(Self.undoLimit))
    partHistory = UndoHistory(
      of: store, excluding: PartStep.excluded, limit: .count(Self.undoLimit), recording: .groups)
    history = StoreHistory(of: store, keeping: .count(Self.historyLimit))
    let log = CommitLog(replica)
    self.log = log
    if isAlone { observation = store.observeCommits { log.add($0) } }
    states = [(commits, naive)]
  }

  private static func replica(of store: Store) -> Store {
    let replica = store.branch().store
    // A replica is not notified when its origin removes a unique index.
    WorldIndex.removeUniqueOnes(from: replica)
    return replica
  }

  // MARK: - Blocks

  /// - Returns: Whether the block is not inside another one.
  func begin(_ block: Block) -> Bool {
    if block == .silenced { for live in lives { live.noteSilence() } }
    if self.block != nil { return false }
    self.block = block
    (groupStart, hasGroupedCommits, hasGroupedMoves) = (naive, false, false)
    if block != .group { log.begin(block) }
    return true
  }

  func end(_ block: Block) throws(Difference) {
    self.block = nil
    if !isAlone { return }
    if let problem = log.problem { throw Difference("\(block) changesets", problem) }
    switch block {
    case .silenced: replica = Self.replica(of: store)
    case .coalesced:
      if let difference = Comparison.of(replica, naive) {
        throw Difference("coalesced: \(difference.rule)", difference.details)
      }
    case .group: return try addGroup()
    }
    try checkLives()
    log.end(replica, commit: store.commitCount)
  }

  // MARK: - Live results

  func add(_ live: any TwinLive, limit: Int) {
    if block == .silenced { live.noteSilence() }
    lives.append(live)
    if lives.count > limit { lives.removeFirst() }
  }

  func dropLive(_ index: Int) { if !lives.isEmpty { lives.remove(at: index % lives.count) } }

  private func checkLives() throws(Difference) {
    // A coalesced block is told at its end.
    for live in lives { try live.checkFinder(isTold: block != .coalesced) }
  }

  /// Adds the commits of a group to the steps of its history.
  private func addGroup() throws(Difference) {
    if !hasGroupedCommits { return }
    redonePart = []
    let step = PartStep(before: groupStart, after: naive)
    // Naive positions are not those of a store that took over the positions of another.
    let isMove = hasGroupedMoves && partHistory.undoCount > undonePart.count
    if !step.isEmpty || isMove { undonePart.append(step) }
    if undonePart.count > Self.undoLimit { undonePart.removeFirst() }
    if partHistory.undoCount != undonePart.count {
      throw Difference("steps of groups", "\(partHistory.undoCount), expected \(undonePart.count)")
    }
  }

  // MARK: - Commits

  /// Checks the commit of a step and records the state after it.
  ///
  /// - Parameters:
  ///   - kind: Whether the step is an edit, an undo or a redo.
  ///   - isFollowing: Whether the store took over the positions of another one. That is a commit, even if the order of
  ///     the records stays the same.
  func settle(before: NaiveStore, _ kind: CommitKind = .edit, isFollowing: Bool = false) throws(Difference) {
    // A branch and its parent count ids separately.
    if branch == nil, let complaint = naive.complaint {
      throw Difference("ids", complaint)
    }
    naive.noteCommit()
    if !isAlone { return }
    let count = store.commitCount
    // Moves alone may be a commit: naive positions differ from those of a store that took over the positions of another.
    let hasMoved = isFollowing || !naive.isSame(as: before)
    let isChanged = !naive.holdsSame(as: before) || (hasMoved && count > commits)
    let expected = commits + (isChanged ? 1 : 0)
    if count != expected {
      throw Difference("number of commits", "\(count), expected \(expected)")
    }
    commits = count
    try checkLives()
    if let problem = log.problem { throw Difference("notified changesets", problem) }
    if !isChanged { return }
    if block == nil || block == .group { try checkLast(isFollowing: isFollowing) }
    states.append((count, naive))
    if states.count > Self.historyLimit { states.removeFirst() }
    switch kind {
    case .edit, .undoPart, .redoPart:
      undone.append(before)
      redone = []
      if undone.count > Self.undoLimit { undone.removeFirst() }
    case .undo: redone.append(before)
    case .redo: undone.append(before)
    }
    addPartStep(before, kind)
  }

  enum CommitKind { case edit, undo, redo, undoPart, redoPart }

  private func checkLast(isFollowing: Bool) throws(Difference) {
    guard let last = log.last, last.id == commits else {
      throw Difference("notified changesets", "the last is \(log.last?.id ?? 0), expected \(commits)")
    }
    if !isFollowing, last.metadata != metadata {
      throw Difference("notified metadata", "\(last.metadata), expected \(metadata)")
    }
  }

  private func addPartStep(_ before: NaiveStore, _ kind: CommitKind) {
    let step = PartStep(before: before, after: naive)
    // The log may have no changeset of the commit in a block.
    if log.last.map(PartStep.isEmpty) ?? step.isEmpty { return }
    switch kind {
    case .edit, .undo, .redo:
      hasGroupedCommits = block == .group
      hasGroupedMoves = hasGroupedMoves || step.isEmpty
    case .undoPart: redonePart.append(step)
    case .redoPart: undonePart.append(step)
    }
  }
}

extension Twin {
  /// A step of the history of groups.
  struct PartStep {
    /// What undoing the step leads to: the state before it, with the excluded records as they were after it.
    let target: NaiveStore
    let after: NaiveStore

    static let excluded: [any Model.Type] = [Remark.self, Permit.self]

    init(before: NaiveStore, after: NaiveStore) {
      var target = before
      (target.remarks, target.permits) = (after.remarks, after.permits)
      (self.target, self.after) = (target, after)
    }

    var isEmpty: Bool { target.holdsSame(as: after) }

    /// Whether a changeset has changes to excluded models alone.
    static func isEmpty(_ changeset: Changeset) -> Bool {
      changeset.models.allSatisfy { model in excluded.contains { $0 == model } }
    }
  }
}

/// The commits that a store notified: checks their numbers and applies their changes to a replica.
final class CommitLog: @unchecked Sendable {
  private let lock = NSLock()
  private var replica: Store
  private var block: Block?
  private var lastID: Int?
  private var lastChangeset: Changeset?
  private var found: String?

  init(_ replica: Store) { self.replica = replica }

  func add(_ changeset: Changeset) {
    lock.withLock {
      switch block {
      case .silenced: found = "\(changeset.id) was notified in a silenced block"
      // The last commit has the id of all of them, of which there is one notification.
      case .coalesced: if lastChangeset != nil { found = "\(changeset.id) was notified besides \(lastID ?? 0)" }
      case .group, nil: if let lastID, changeset.id != lastID + 1 { found = "\(changeset.id) comes after \(lastID)" }
      }
      lastID = changeset.id
      if changeset.isEmpty { found = "\(changeset.id) is empty" }
      lastChangeset = changeset
      do {
        try ChangeRules.$areAsked.withValue(false) { try Store.withoutHooks { _ = try replica.apply(changeset) } }
      } catch {
        found = "the replica refuses one: \(error)"
      }
    }
  }

  func begin(_ block: Block) { lock.withLock { (self.block, lastChangeset) = (block, nil) } }

  /// Ends a block. Its last changeset is not that of the last commit alone, and so is forgotten.
  func end(_ replica: Store, commit: Int) {
    lock.withLock { (block, self.replica, lastID, lastChangeset) = (nil, replica, commit, nil) }
  }

  var last: Changeset? { lock.withLock { lastChangeset } }
  var problem: String? { lock.withLock { found } }
}

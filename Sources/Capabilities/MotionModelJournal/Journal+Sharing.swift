import Foundation
package import MotionModel
import MotionModelStorage

/// Several processes may write the files of a store. Each has all records, and reads the entries of other processes in
/// the journal. It appends behind the last entry of its reading, while it has the lock of the journal's file.
extension Journal {
  /// Applies what other processes have committed to a store that was opened with `Store(sharing:)`.
  ///
  /// The store does so by itself, within milliseconds where the system says that files change, and before each
  /// transaction. Readers never wait for it.
  ///
  /// - Returns: How many commits there were; 0 for a store that no other process can write.
  /// - Throws: ``JournalError`` if the files cannot be read: then the records stay as they are, and commits are
  ///   refused.
  /// - Complexity: O(*k*) in the number of changes; O(*n*) in the number of records if the file has to be read again.
  @discardableResult
  public func refresh() throws -> Int {
    guard let store = liveStore else { throw JournalError.closed(file: files.name) }
    if store.savepoint != nil { throw JournalError.inTransaction(file: files.name) }
    return try refresh(store)
  }

  /// - Parameter isByItself: Whether a suspended store stays so.
  @discardableResult func refresh(_ store: Store, isByItself: Bool = false) throws -> Int {
    let before = store.commitCount
    // Defaults of columns, and documents, may ask the store in use.
    try Store.with(store) {
      while try isBehind(isByItself),
        try store.follow({ commit in try state.withLock { try follow(&commit, store, &$0) } })
      {}
    }
    return store.commitCount - before
  }

  private func isBehind(_ isByItself: Bool) throws -> Bool {
    try state.withLock { state in
      if state.writer == nil { throw JournalError.closed(file: files.name) }
      if isByItself && isSuspended(state) { return false }
      try takeLock(&state)
      if state.hasNewNumbers { return true }
      return try state.followed?.isBehind() ?? false
    }
  }

  private func follow(_ commit: inout FollowedState, _ store: Store, _ state: inout State) throws -> Bool {
    defer { takeOver(&state) }
    // The process does not read what it has written itself.
    let hasNumbers = state.hasNewNumbers
    for numbers in state.numbers.values where hasNumbers { commit.count(numbers.end, of: numbers.table) }
    state.hasNewNumbers = false
    let isFound = try state.followed?.next(&commit, in: store) ?? false || hasNumbers
    state.lastCommit = commit.commits
    return isFound
  }

  /// Continues with the journal that was read last.
  ///
  /// NB: A usual commit does not copy the followed files, which would retain and release all that they hold.
  private func takeOver(_ state: inout State) {
    guard let writer = state.writer, state.followed?.advance(&state.encoder, of: writer) == false,
      let followed = state.followed
    else { return }
    (state.writer, state.number, state.encoder) = (followed.writer, followed.number, followed.records.encoder)
    setCompactionLimit(&state)
  }

  package func catchUp() throws(StoreError) {
    guard let store = liveStore else { throw refusal(JournalError.closedReason, isCommitted: false) }
    try orRefuse { try refresh(store) }
  }

  private func orRefuse(_ body: () throws -> Void) throws(StoreError) {
    do { try body() } catch { throw refusal("\(error)", isCommitted: false) }
  }

  // MARK: - Committing

  /// Appends a commit, unless another process has committed something that was not read.
  func attemptInTurn(
    _ changeset: Changeset, _ ends: [TableEnd], _ kept: [KeptChange], _ state: inout State, _ writer: LogWriter
  ) throws(StoreError) -> Result<AppendedEntry, LogError> {
    if let failure = writer.failure {
      // Another process has compacted the store, and removed the journal.
      if failure.isMissing { throw .overtaken(file: files.name) }
      state.failure = failure
      return .failure(failure)
    }
    try orRefuse { try takeLock(&state) }
    defer { takeOver(&state) }
    switch try append(changeset, ends, kept, to: &state.followed, writer, &state.encoder) {
    case .failure(let error): return .failure(error)
    case .success(nil): throw .overtaken(file: files.name)
    case .success(let entry?):
      state.lastCommit = max(state.lastCommit, changeset.id)
      compactIfLarge(&state, end: entry.end)
      return .success(entry)
    }
  }

  /// - Returns: Nil if there is something that was not read.
  private func append(
    _ changeset: Changeset, _ ends: [TableEnd], _ kept: [KeptChange] = [], to followed: inout FollowedFiles?,
    _ writer: LogWriter, _ encoder: inout CommitEncoder
  ) throws(StoreError) -> Result<AppendedEntry?, LogError> {
    let commit = try encoder.encoding(changeset, ends, kept)
    // Where it is written if nobody is quicker.
    let entries = try entries(of: commit.bytes, for: writer, from: followed?.position ?? 0)
    let mentions = commit.encoder.mentioned > encoder.mentioned ? commit.bytes : nil
    let result = Result { () throws(LogError) in try followed?.append(entries, mentions: mentions) }
    switch result {
    case .success(nil): break
    case .success: encoder = commit.encoder
    case .failure: followed?.renewWriter()
    }
    return result
  }

  /// Notes why commits could not be flushed.
  ///
  /// - Returns: False if they are on the disk nevertheless: another process has compacted the store, and removed the
  ///   journal.
  func noteFailure(_ failure: LogError, upTo commit: Int) -> Bool {
    if failure.isMissing, let info = try? files.info(of: files.path), info.store == files.store, info.commits >= commit
    {
      noteDurable(commit)
      return false
    }
    if !failure.isMissing { state.withLock { $0.failure = $0.failure ?? failure } }
    return true
  }

  // MARK: - Ids

  /// Numbers for ids that the process has taken for itself.
  struct OwnNumbers: Sendable {
    let table: NumberedTable
    var rest: Range<Int>
    var count = 8

    var end: Int { rest.upperBound }
  }

  package func giveNumber(of table: NumberedTable) throws(StoreError) -> Int {
    guard let store = liveStore else { throw refusal(JournalError.closedReason, isCommitted: false) }
    while true {
      let number = try state.withLock { state throws(StoreError) -> Int? in
        if state.numbers[table.slot]?.rest.isEmpty ?? true, try !takeNumbers(of: table, store, &state) { return nil }
        return state.numbers[table.slot]?.rest.popFirst()
      }
      if let number { return number }
    }
  }

  /// Takes further numbers, and says so in the journal. The process itself need not read it.
  ///
  /// - Returns: False if another process was quicker.
  private func takeNumbers(of table: NumberedTable, _ store: Store, _ state: inout State) throws(StoreError) -> Bool {
    if state.writer == nil { throw refusal(JournalError.closedReason, isCommitted: false) }
    // Commits of other processes are looked at, and not applied: a transaction may be under way.
    var (ahead, records, isAhead): (FollowedFiles?, FollowedState, Bool) = (nil, store.followed, false)
    try orRefuse {
      try takeLock(&state)
      ahead = state.followed
      while try ahead?.isBehind() == true, try ahead?.next(&records, in: store) == true { isAhead = true }
    }
    let own = state.numbers[table.slot]
    let count = min((own?.count ?? 8) * 2, 1024)
    guard let (numbers, end, changeset) = records.numbers(count, of: table, behind: own?.end ?? 0, at: store.clock())
    else {
      throw .idsExhausted(model: table.name)
    }
    guard let writer = ahead?.writer else { return false }
    let isSame = writer === state.writer
    var encoder = isSame ? state.encoder : ahead?.records.encoder ?? state.encoder
    ahead?.records.advance(&encoder)
    switch try append(changeset, [end], to: &ahead, writer, &encoder) {
    case .failure(let error): throw refusal(error.description, isCommitted: false)
    case .success(nil): return false
    case .success: break
    }
    // Otherwise this is read later, with the commits before it.
    if !isAhead { (state.followed, state.encoder) = (ahead, encoder) }
    if !isAhead && !isSame { takeOver(&state) }
    state.numbers[table.slot] = OwnNumbers(table: table, rest: numbers, count: count)
    state.hasNewNumbers = true
    return true
  }

  // MARK: - Suspending

  /// Releases all locks until the store is used again, because iOS ends an app that is suspended with a lock in a
  /// container that it shares with its extensions.
  ///
  /// ```swift
  /// .onChange(of: scenePhase) { if scenePhase == .background { try? store.journal?.suspend() } }
  /// ```
  ///
  /// It flushes, and waits until the store is compacted, if it is being so. Readers read on, and do not see what other
  /// processes commit. The next transaction or ``refresh()`` takes the lock again, and throws while a process has the
  /// file open for itself.
  ///
  /// - Throws: ``JournalError``, also for a store that was not opened with `Store(sharing:)`
  ///   (``JournalError/notShared(file:)``): another process could write the files, and it would not notice.
  public func suspend() throws(JournalError) {
    if sharing == nil { throw .notShared(file: files.name) }
    if liveStore?.savepoint != nil { throw .inTransaction(file: files.name) }
    try flush()
    state.wait { state -> Void? in
      if state.isCompacting { return nil }
      state.lock = nil
      return ()
    }
  }

  func isSuspended(_ state: borrowing State) -> Bool { sharing != nil && state.lock == nil }

  /// Takes the lock again that ``suspend()`` released. Meanwhile the files may have been written by a process that had
  /// them for itself, which does not leave marks for others in its journal.
  private func takeLock(_ state: inout State) throws(JournalError) {
    if state.lock != nil { return }
    state.lock = try onDisk(files.name) { () throws(DiskError) in
      let lock = try FileLock(sharing: files.path, in: files.files)
      if lock.isAlone { try lock.share() }
      return lock
    }
    state.followed?.expectOthers()
  }

  // MARK: - Compacting

  func refreshToCompact(_ store: Store, _ isByItself: Bool) throws(JournalError) {
    do { try refresh(store, isByItself: isByItself) } catch let error as JournalError { throw error } catch {
      throw .disk(file: files.name, reason: "\(error)")
    }
  }

  /// - Returns: The number of the new journal; nil if another process has committed meanwhile.
  func beginSharedJournal(_ state: inout State) throws(JournalError) -> Int? {
    guard try state.followed?.beginJournal() == true else { return nil }
    takeOver(&state)
    return state.number
  }
}

extension LogError {
  /// Whether the file of the log is gone.
  var isMissing: Bool { if case .disk(let error) = self { error.reason == .missing } else { false } }
}

import MotionModel
import MotionModelStorage

extension Journal {
  /// Writes the records to a new file of the store, and begins a new journal.
  ///
  /// Readers and writers continue meanwhile; a writer waits for a few flushes at most. At each step, the files that are
  /// there have all commits.
  ///
  /// 1. A new journal is created, and the old one is flushed. Commits are written to the new one from now on.
  /// 2. The records before them replace the file. If history is kept, the old file stays under another name.
  /// 3. What the history does not need is removed.
  ///
  /// If another thread compacts the store at the moment, this waits for it, and then compacts the store again.
  ///
  /// - Throws: ``JournalError`` if the disk refuses a step. No commit is lost then, and the next call tries again.
  /// - Complexity: O(*n*) in the number of records.
  public func compact() throws(JournalError) {
    while try !compact(isByItself: false) { state.wait { state in state.isCompacting ? nil : () } }
  }

  /// Compacts the store, unless another thread does.
  ///
  /// - Parameter isByItself: Whether a failure is kept for ``compactionFailure``, because no call waits for the result.
  ///   It is kept before another thread can begin, so it never hides that the store was compacted later.
  /// - Returns: Whether the store was compacted.
  func compact(isByItself: Bool) throws(JournalError) -> Bool {
    guard let store = liveStore else { throw .closed(file: files.name) }
    if store.savepoint != nil { throw .inTransaction(file: files.name) }
    if sharing != nil { try refreshToCompact(store, isByItself) }
    let beginning = try store.asOnlyWriter { () throws(JournalError) in
      try state.withLock { state throws(JournalError) in
        do throws(JournalError) { return try begin(&state, store) } catch {
          if isByItself { state.compactionFailure = error }
          throw error
        }
      }
    }
    guard case .begun(let number, let records) = beginning else { return beginning.isDone }
    let result = Result { () throws(JournalError) in try replaceFile(by: records, number) }
    state.change { state in
      state.isCompacting = false
      if isByItself, case .failure(let error) = result { state.compactionFailure = error }
    }
    try result.get()
    return true
  }

  /// What came of the attempt to begin to compact.
  private enum Beginning {
    case busy
    case done
    case begun(number: Int, records: StoredRecords)

    var isDone: Bool { if case .done = self { true } else { false } }
  }

  private func begin(_ state: inout State, _ store: Store) throws(JournalError) -> Beginning {
    if state.isCompacting { return .busy }
    if isSuspended(state) {
      // The next commit sees again that the journal is large.
      setCompactionLimit(&state)
      return .busy
    }
    try requireAllModels(state)
    let number = state.failure == nil ? try beginJournal(&state) : nil
    // Another process has committed meanwhile.
    if number == nil && state.failure == nil && sharing != nil { return .busy }
    if let number {
      state.isCompacting = true
      var records = store.storedRecords(of: models)
      for numbers in state.numbers.values { records.count(numbers.end, of: numbers.table) }
      return .begun(number: number, records: records)
    }
    // The journal has failed. This writes everything, too.
    try beginAnewAsAsked(&state)
    return .done
  }

  private func replaceFile(by records: StoredRecords, _ number: Int) throws(JournalError) {
    do throws(SnapshotError) {
      let historyStart = options.history == .none ? nil : try files.infoIfThere(of: files.path)?.historyStart
      var replacement: FileReplacement? = try records.prepared(
        for: files.path, of: files.store, generation: number,
        historyStart: historyStart, hasJournal: true, files.coding, in: files.files)
      try state.withLock { state throws(SnapshotError) in
        // If the new journal failed meanwhile, the file has been replaced by one with later records. A closed journal
        // has released its lock, and another process may have the file open.
        guard state.number == number, state.writer != nil else { return }
        if let followed = state.followed {
          return try followed.inLastTurn { () throws(SnapshotError) in try replaceFile(&replacement, records, &state) }
        }
        do throws(DiskError) { try checkReplacing(&state) } catch { throw .disk(error) }
        try replaceFile(&replacement, records, &state)
      }
    } catch { throw failure(error, of: files.name) }
  }

  private func replaceFile(
    _ replacement: inout FileReplacement?, _ records: StoredRecords, _ state: inout State
  ) throws(SnapshotError) {
    guard let replacement = replacement.take() else { return }
    let number = state.number
    try files.keepSnapshot(for: options.history)
    state.attemptedGeneration = number
    do throws(DiskError) { try replacement.commit() } catch { throw .disk(error) }
    state.generation = number
    try files.removeNeedless(for: options.history, below: number, commits: records.commits)
    state.compactionFailure = nil
    setCompactionLimit(&state)
  }

  /// Continues with a new journal behind the old one.
  ///
  /// - Returns: Its number; nil if the old one cannot be flushed, which has failed then.
  private func beginJournal(_ state: inout State) throws(JournalError) -> Int? {
    guard let old = state.writer else { throw .closed(file: files.name) }
    if state.followed != nil { return try beginSharedJournal(&state) }
    try onDisk(files.name) { () throws(DiskError) in try checkReplacing(&state) }
    let number = state.number + 1
    do throws(LogError) {
      let log = try files.createJournal(number)
      do throws(LogError) { try old.close() } catch {
        state.failure = error
        try? files.files.remove(files.journal(number))
        return nil
      }
      use(log, number, in: &state)
    } catch { throw JournalError(error, file: files.name) }
    return number
  }

  private func use(_ log: consuming LogFile, _ number: Int, in state: inout State) {
    state.writer = LogWriter(log, policy: durability.policy)
    (state.number, state.encoder, state.failure) = (number, state.encoder.anew, nil)
  }

  /// Throws if the files have records that this store has left out, and that another file would lose.
  func requireAllModels(_ state: borrowing State) throws(JournalError) {
    if let model = state.modelLeftOut { throw .unknownModel(file: files.name, model: model) }
  }

  /// Writes the records that readers see to a new snapshot, and begins a new journal behind it, after the old one could
  /// not be written. The caller is the only writer.
  ///
  /// - Parameter isCommitted: Whether the records have the commit of the caller.
  func beginAnew(_ state: inout State, isCommitted: Bool) throws(StoreError) {
    if state.writer == nil {
      throw refusal(JournalError.closedReason, isCommitted: isCommitted)
    }
    let reason = state.failure?.description ?? ""
    // Other processes continue with the files as they are.
    if sharing != nil { throw refusal(reason, isCommitted: isCommitted) }
    if .now < state.nextAttempt { throw refusal(reason, isCommitted: isCommitted) }
    do throws(SnapshotError) { try writeAnew(&state) } catch {
      throw refusal(state.failure?.description ?? reason, isCommitted: isCommitted)
    }
  }

  /// Starts over at the request of a caller, without the pause after a failed attempt.
  func beginAnewAsAsked(_ state: inout State) throws(JournalError) {
    if state.writer == nil { throw .closed(file: files.name) }
    if let failure = state.failure, sharing != nil { throw JournalError(failure, file: files.name) }
    do throws(SnapshotError) { try writeAnew(&state) } catch { throw failure(error, of: files.name) }
  }

  private func writeAnew(_ state: inout State) throws(SnapshotError) {
    guard let store = liveStore else { throw .disk(DiskError(.write, files.path, .missing)) }
    do throws(DiskError) { try checkReplacing(&state) } catch {
      // Later refusals give this error as their reason.
      state.failure = .disk(error)
      state.nextAttempt = .now + Self.patience
      throw .disk(error)
    }
    let number = state.number + 1
    do throws(SnapshotError) {
      try keepHistory(&state)
      let log = try created(number)
      // If it throws, the journal stays: the file may have been replaced, though its folder was not flushed.
      state.attemptedGeneration = number
      try store.storedRecords(of: models)
        .write(to: files.path, of: files.store, generation: number, hasJournal: true, files.coding, in: files.files)
      state.writer?.releaseLock()
      use(log, number, in: &state)
      state.generation = number
    } catch {
      state.nextAttempt = .now + Self.patience
      throw error
    }
    (state.durableCommit, state.compactionFailure, state.hasKeptHistory) = (state.lastCommit, nil, false)
    setCompactionLimit(&state)
    // What stays is removed when the store is opened, or compacted. The journal that failed may lack commits, so the
    // history begins here, and that before it is kept under other names.
    try? files.remove(below: number)
  }

  private func created(_ number: Int) throws(SnapshotError) -> LogFile {
    try onLog(number) { () throws(LogError) in try files.createJournal(number) }
  }

  private func onLog<Value: ~Copyable>(
    _ number: Int, _ body: () throws(LogError) -> Value
  ) throws(SnapshotError) -> Value {
    do throws(LogError) { return try body() } catch {
      guard case .disk(let error) = error else { throw .disk(DiskError(.write, files.journal(number), .exists)) }
      throw .disk(error)
    }
  }

  /// Keeps the history under other names, once for each failure, however often the store tries to start over.
  ///
  /// Of the failed journal, it has only what the disk returns: the last commits may be missing, and refused ones may be
  /// there.
  private func keepHistory(_ state: inout State) throws(SnapshotError) {
    if state.hasKeptHistory { return }
    let (snapshots, isThere): ([Int], Bool)
    do { (snapshots, isThere) = (try files.snapshots(), try files.files.exists(files.path)) } catch {
      throw .disk(error)
    }
    // Another program may have removed the file.
    let path = isThere ? files.path : snapshots.last.map(files.snapshot)
    guard let path, options.history != .none || !snapshots.isEmpty, let info = try files.infoIfThere(of: path),
      info.commits < state.lastCommit || snapshots.contains(where: { $0 < info.generation })
    else { return }
    try onLog(state.number) { () throws(LogError) in
      try files.keepAll(
        called: Self.failureName, path, info.generation, isFollowed: info.hasJournal, skipsUnreadable: true)
    }
    state.hasKeptHistory = true
  }

  /// What a copy of the files is called that were replaced after the disk had failed.
  private static let failureName = "before-failure"

  /// The pause after a failed attempt to start over, because each attempt writes all records.
  private static let patience = Duration.seconds(1)
}

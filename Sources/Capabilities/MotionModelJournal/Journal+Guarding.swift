import MotionModel
import MotionModelStorage

/// Other programs may remove and replace the files of an opened store. What follows keeps two stores from writing the
/// same files, and one from writing over another's.
extension Journal {
  /// Returns an error if the file of the store is missing or replaced; nil if it is there.
  ///
  /// It takes its lock again if the file of the lock was removed. No other process can have opened the store while the
  /// journal is there, because the journal is locked, too, so a process that has the new lock will release it.
  func lossOfFile(_ state: inout State) -> DiskError? {
    try? state.lock?.renew()
    do throws(DiskError) { try checkFile(&state) } catch {
      // What the disk refuses to say proves nothing.
      return error.reason == .missing || error.reason == .replaced ? error : nil
    }
    return nil
  }

  /// Throws unless the store may replace its file, which may be missing, and begin another journal.
  func checkReplacing(_ state: inout State) throws(DiskError) {
    // If the files were replaced, the lock belongs to the process that did so. With the lock, no other store can
    // replace them.
    try checkFiles(&state)
    try state.lock?.renew()
    try checkFiles(&state)
  }

  /// Throws if the file, or the journal, is none that the store wrote. Either may be missing.
  private func checkFiles(_ state: inout State) throws(DiskError) {
    // Another one may have opened the store, and closed it again, after the journal was removed.
    if let writer = state.writer, try writer.isReplaced(in: files.files) {
      throw DiskError(.write, writer.path, .replaced)
    }
    do throws(DiskError) { try checkFile(&state) } catch  where error.reason == .missing {}
  }

  /// Throws if the file of the store is missing, or is none that the store wrote.
  private func checkFile(_ state: inout State) throws(DiskError) {
    guard let status = try files.files.status(of: files.path) else { throw DiskError(.open, files.path, .missing) }
    if status.version == state.seenFile { return }
    let info: SnapshotInfo?
    do { info = try files.info(of: files.path) } catch let error as DiskError { throw error } catch { info = nil }
    // An earlier generation of the same store lacks commits of journals that were removed since, and a later one was
    // written by another process.
    guard let info, info.store == files.store,
      info.generation == state.generation || info.generation == state.attemptedGeneration
    else { throw DiskError(.write, files.path, .replaced) }
    (state.generation, state.seenFile) = (info.generation, status.version)
  }
}

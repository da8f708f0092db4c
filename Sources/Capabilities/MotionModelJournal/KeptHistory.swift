import MotionModel
import MotionModelStorage

/// Which commits can still be read after a store was compacted; see ``JournalHistory``.
public enum KeptHistory: Hashable, Sendable {
  /// Those since the store was compacted.
  case none
  /// At least this many. Each snapshot from which one of them can be read is kept.
  case commits(Int)
  /// All since the store was first compacted with this setting. One snapshot is kept, and all journals.
  case everything
}

extension JournalFiles {
  /// Keeps the snapshot, which is about to be replaced, under another name.
  func keepSnapshot(for history: KeptHistory) throws(SnapshotError) {
    if history == .none { return }
    // Not what the store knows of it: a replacement may have failed after the file got its new content.
    guard let info = try infoIfThere(of: path) else { return }
    try SnapshotError.onDisk { () throws(DiskError) in
      // The first one is enough to read all commits.
      let earlier = try snapshots().filter { (info.historyStart..<info.generation).contains($0) }
      if history == .everything && !earlier.isEmpty { return }
      try files.keep(path, as: snapshot(info.generation))
    }
  }

  /// Removes what is not needed for the history.
  ///
  /// - Parameters:
  ///   - generation: The number of the first journal behind the snapshot.
  ///   - commits: How many commits the snapshot has.
  func removeNeedless(for history: KeptHistory, below generation: Int, commits: Int) throws(SnapshotError) {
    switch history {
    case .none: try SnapshotError.onDisk { () throws(DiskError) in try remove(below: generation) }
    case .everything: try SnapshotError.onDisk { () throws(DiskError) in try removeNeedlessJournals(below: generation) }
    case .commits(let count):
      var (kept, limit) = (generation, commits)
      for snapshot in try SnapshotError.onDisk(snapshots).reversed() where snapshot < generation {
        // The next one is enough.
        if limit <= commits - count { break }
        guard let info = try infoIfThere(of: self.snapshot(snapshot)) else { break }
        (kept, limit) = (snapshot, info.commits)
      }
      try SnapshotError.onDisk { () throws(DiskError) in try remove(below: kept) }
    }
  }

  /// Returns the info at the beginning of a snapshot; nil if there is no file, or it is not a snapshot.
  ///
  /// - Throws: If the disk refuses to read it. The next attempt may succeed, so this says nothing about the history.
  func infoIfThere(of path: String) throws(SnapshotError) -> SnapshotInfo? {
    do { return try info(of: path) } catch let error as DiskError where error.reason != .missing {
      throw .disk(error)
    } catch { return nil }
  }

  /// Returns what the beginning of a snapshot says; nil for a file that is not one.
  func info(of path: String) throws -> SnapshotInfo? { try info(of: files.open(path, .reading)) }

  func info(of file: any OpenFile) throws -> SnapshotInfo? {
    let name = FilePath.name(of: file.path)
    // Of an encoded file, the first piece has to be there as a whole.
    let size = coding == nil ? SnapshotInfo.size : CodedFile.beginningSize
    let beginning = try CodedFile.beginning(of: file.bytes(atMost: size), coding, file: name)
    return try SnapshotInfo(beginning: Array(beginning.prefix(SnapshotInfo.size)), coding, file: name)
  }
}

extension OpenFile {
  /// Returns the first bytes.
  func bytes(atMost count: Int) throws(DiskError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(count, Int(clamping: try size())))
    let result = bytes.withUnsafeMutableBytes { bytes in
      Result { () throws(DiskError) in try read(into: bytes, at: 0) }
    }
    bytes.removeLast(bytes.count - (try result.get()))
    return bytes
  }
}

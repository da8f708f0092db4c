import Foundation
import MotionModel
import MotionModelStorage

/// The files of an opened store: the snapshot, the journals that follow it, numbered, and the lock.
struct JournalFiles: Sendable {
  /// The path of the snapshot.
  let path: String
  let files: any FileSystem
  /// How the snapshots and the journals are encoded.
  let coding: (any ByteCoding)?
  /// The store, which its journals name.
  var store = UUID.random

  init(_ path: String, _ coding: (any ByteCoding)? = nil, in files: any FileSystem) throws(DiskError) {
    (self.path, self.files, self.coding) = (try files.destination(of: path), files, coding)
  }

  /// Copies of the files of a store.
  init(copying files: JournalFiles, to path: String) {
    (self.path, self.files, coding, store) = (path, files.files, files.coding, files.store)
  }

  var name: String { FilePath.name(of: path) }

  func journal(_ number: Int) -> String { JournalsBeside(path, in: files).journal(number) }

  /// A snapshot that was kept when the store was compacted, with the number of the first journal that follows it.
  func snapshot(_ generation: Int) -> String { "\(path).snapshot-\(generation)" }

  /// What the header of each journal says.
  var base: UInt128 { store.journalBase }

  /// The numbers of the journals that there are, in order.
  func journals() throws(DiskError) -> [Int] { try JournalsBeside(path, in: files).numbers() }

  /// The numbers of the snapshots that were kept, in order.
  func snapshots() throws(DiskError) -> [Int] { try files.numbers(behind: path + ".snapshot-") }

  /// Returns the files of a store that no other process writes, with their lock.
  static func locked(
    _ path: String, _ coding: (any ByteCoding)? = nil, _ lock: FileLock? = nil, in system: any FileSystem
  ) throws(DiskError) -> (JournalFiles, FileLock) {
    // Not with `??`, whose closure would lose the type of the error.
    let files = try JournalFiles(path, coding, in: system)
    let lock = if let lock { lock } else { try FileLock(of: path, in: system) }
    try files.checkIsUnused()
    return (files, lock)
  }

  /// Throws if a process has a journal open for writing, although it has no lock: the file of the lock may have been
  /// removed.
  ///
  /// Such a journal is the last one, or the one before it if a failed attempt to start over has left an unused journal.
  private func checkIsUnused() throws(DiskError) {
    var last = try journals().suffix(2)
    while true {
      for number in last {
        do throws(DiskError) {
          let file = try files.open(journal(number), .writing)
          if try !file.takeLock() { throw DiskError(.lock, path, .inUse(process: nil)) }
          file.releaseLock()
        } catch  where error.reason == .missing {}
      }
      // A process that compacts the store may have begun another journal meanwhile, and released these.
      let now = try journals().suffix(2)
      if now == last { return }
      last = now
    }
  }

  /// Whether the commits go on in another journal. That is created after a mark was written to the one before.
  func isConcluded(_ log: LogReader, _ number: Int) throws(LogError) -> Bool {
    if !log.endsWithMark { return false }
    return try LogError.onDisk { () throws(DiskError) in
      if !log.isInPlace { return true }
      return try files.exists(journal(number + 1))
    }
  }

  /// Creates an empty journal. There may be one of this number that was never used, from an attempt that failed.
  func createJournal(_ number: Int) throws(LogError) -> LogFile {
    do throws(DiskError) { if try files.exists(journal(number)) { try files.remove(journal(number)) } } catch {
      throw .disk(error)
    }
    return try LogFile(creating: journal(number), base: base, permissionsOf: path, in: files)
  }

  /// Copies a damaged journal to a file with another name.
  func keepCopy(ofJournal number: Int) throws(DiskError) {
    var copy = try FileReplacement(
      of: journal(number) + ".damaged", permissionsOf: path, leftoverOf: path, in: files)
    try copy.write(try files.bytes(of: journal(number)))
    try copy.commit()
  }

  /// Removes journals and kept snapshots that are not needed any more.
  func remove(below generation: Int) throws(DiskError) {
    for number in try snapshots() where number < generation { try files.remove(snapshot(number)) }
    for number in try journals() where number < generation { try files.remove(journal(number)) }
  }

  /// Removes journals that a snapshot has made needless, unless a kept snapshot needs them.
  func removeNeedlessJournals(below generation: Int) throws(DiskError) {
    try remove(below: min(try snapshots().first ?? generation, generation))
  }

  /// Removes what processes left that ended in the middle.
  func removeLeftovers() throws(DiskError) {
    try files.removeLeftovers(of: path)
    for number in try journals() { try files.removeLeftovers(of: journal(number)) }
  }
}

extension UUID {
  /// A random one, which tests can choose.
  fileprivate static var random: UUID {
    var random = UUID().uuid
    withUnsafeMutableBytes(of: &random) { bytes in
      if Randomness.source != nil { bytes.storeBytes(of: Randomness.longBits(), as: UInt128.self) }
    }
    return UUID(uuid: random)
  }
}

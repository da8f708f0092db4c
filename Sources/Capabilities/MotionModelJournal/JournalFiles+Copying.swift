import MotionModelStorage

extension JournalFiles {
  /// Copies all files, with the history, under other names, as the files of a separate store. This is done before a new
  /// snapshot replaces them that is not connected to them by commits.
  ///
  /// A file that is never written again gets a second name and is not copied. The snapshot comes last: copies without
  /// it belong to an attempt that was interrupted, and the next attempt starts over.
  ///
  /// - Parameters:
  ///   - snapshot: The path of the snapshot, or of an earlier one of the history if the snapshot was removed.
  ///   - generation: The number of the first journal behind it.
  ///   - isFollowed: Whether there has to be that journal. If it is gone or damaged, the copy has an empty one.
  ///   - damaged: The numbers of damaged journals, of which there are other copies.
  ///   - skipsUnreadable: Whether the copy ends before a journal that the disk refuses to read. Otherwise that is
  ///     thrown.
  func keepAll(
    called name: String, _ snapshot: String, _ generation: Int, isFollowed: Bool, without damaged: [Int] = [],
    skipsUnreadable: Bool = false
  ) throws(LogError) {
    let (copy, next) = try LogError.onDisk { () throws(DiskError) in
      let copy = JournalFiles(copying: self, to: try files.freePath(forCopyOf: path, called: name))
      try copy.remove(below: .max)
      let numbers = Set(try journals()).subtracting(damaged)
      // Those before a snapshot that begins the history are left over.
      let start = min(generation, try snapshots().first ?? generation)
      for number in numbers where (start..<generation).contains(number) {
        try files.keep(journal(number), as: copy.journal(number))
      }
      var next = generation
      while numbers.contains(next) {
        do throws(DiskError) { try files.copy(journal(next), to: copy.journal(next)) } catch {
          guard skipsUnreadable, error.operation == .read || error.operation == .open else { throw error }
          break
        }
        next += 1
      }
      return (copy, next)
    }
    if isFollowed && next == generation {
      var log = try copy.createJournal(generation)
      try log.close()
    }
    try LogError.onDisk { () throws(DiskError) in
      for number in try snapshots() where self.snapshot(number) != snapshot {
        try files.keep(self.snapshot(number), as: copy.snapshot(number))
      }
      try files.keep(snapshot, as: copy.path)
    }
  }
}

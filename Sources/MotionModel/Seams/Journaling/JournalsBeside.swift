package import MotionModelStorage

/// The journals beside a file, which may belong to an opened store.
package struct JournalsBeside: Sendable {
  /// The path of the file.
  let path: String
  let files: any FileSystem

  package init(_ path: String, in files: any FileSystem) { (self.path, self.files) = (path, files) }

  /// The path of a journal.
  package func journal(_ number: Int) -> String { "\(path).journal-\(number)" }

  /// The numbers of the journals that there are, in order.
  package func numbers() throws(DiskError) -> [Int] { try files.numbers(behind: "\(path).journal-") }

  /// Whether the journals have commits that the snapshot lacks. The snapshot is the file, now or when it was opened.
  func haveCommits(behind snapshot: SnapshotInfo) throws(DiskError) -> Bool {
    let following = try numbers().filter { $0 >= snapshot.generation }
    for number in following {
      do throws(LogError) {
        var log = try LogReader(journal(number), in: files)
        if log.header.base != snapshot.base { continue }
        // Those before it may have been removed since the snapshot was opened.
        if number > snapshot.generation && !following.contains(snapshot.generation) { return true }
        if try log.next() != nil { return true }
        if case .damaged? = log.end { return true }
      } catch {
        // What cannot be read may be anything.
        return true
      }
    }
    return false
  }
}

extension FileSystem {
  /// Returns the numbers of the files that are called like a path with a number behind it, in order.
  package func numbers(behind path: String) throws(DiskError) -> [Int] {
    let start = FilePath.name(of: path)
    return try names(in: FilePath.folder(of: path))
      .compactMap { $0.hasPrefix(start) ? Int($0.dropFirst(start.count)) : nil }
      .filter { (0...SnapshotInfo.highestNumber).contains($0) }.sorted()
  }
}

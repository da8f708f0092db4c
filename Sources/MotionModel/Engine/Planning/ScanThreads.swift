import Synchronization

#if DEBUG
  import Foundation
#endif

/// How many threads a scan of a large table may use, for a store, its snapshots and its branches.
final class ScanThreads: Sendable {
  private let widthBits = Atomic(ScanThreads.initialWidth)
  private let leastBits = Atomic(ScanThreads.initialLeastRows)

  /// The fewest rows of a table that several threads scan. A smaller one is scanned about as quickly as a second thread
  /// starts.
  private static let leastRows = 200_000

  /// Debug builds take the number of threads of new stores from the environment, for tables of any size, so that all
  /// tests can run with it.
  #if DEBUG
    private static let forced = ProcessInfo.processInfo.environment["MOTIONMODEL_THREADS"].flatMap { Int($0) }
    private static let initialWidth = forced ?? 1
    private static let initialLeastRows = forced == nil ? leastRows : 0
  #else
    private static let initialWidth = 1
    private static let initialLeastRows = leastRows
  #endif

  /// How many threads a scan of a large table may use: 1 or more.
  var width: Int {
    get { widthBits.load(ordering: .relaxed) }
    set { widthBits.store(max(1, newValue), ordering: .relaxed) }
  }

  /// The fewest rows of a large table.
  var leastRows: Int {
    get { leastBits.load(ordering: .relaxed) }
    set { leastBits.store(newValue, ordering: .relaxed) }
  }

  /// Returns how many threads a scan of some rows may use.
  func count(forRows rows: Int) -> Int {
    let width = width
    return width > 1 && rows >= leastRows ? width : 1
  }
}

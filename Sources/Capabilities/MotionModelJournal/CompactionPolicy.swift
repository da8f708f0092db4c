import Foundation
import MotionModelStorage

/// When an opened store is compacted by itself, in the background.
public enum CompactionPolicy: Hashable, Sendable {
  /// Only when ``Journal/compact()`` is called.
  case manual
  /// When the journal is larger than 16 MB and than the file, so opening reads at most twice as much as after
  /// compacting.
  case automatic
  /// When the journal is larger than this many bytes.
  case beyond(bytes: Int)

  /// Returns how large a journal becomes before the store is compacted; nil if it never is.
  func limit(behind fileSize: Int64) -> Int64? {
    switch self {
    case .manual: nil
    case .automatic: max(16 << 20, fileSize)
    case .beyond(let bytes): Int64(bytes)
    }
  }
}

extension Journal {
  /// Compacts the store on another thread if the journal has become large. The caller has the lock of the state.
  func compactIfLarge(_ state: inout State, end: Int64) {
    guard let limit = state.compactionLimit, end > limit, state.modelLeftOut == nil else { return }
    // Not again for the same journal, and after a failure not before it has doubled.
    state.compactionLimit = end * 2
    // The store is referenced weakly anyway. A weak reference to the journal would make each later use of it slower.
    // A failure is kept as `compactionFailure`, and no commit is lost then.
    DispatchQueue.global(qos: .utility).async { [weak store = liveStore] in
      _ = try? store?.journal?.compact(isByItself: true)
    }
  }

  /// Sets how large the journal becomes before the store is compacted.
  func setCompactionLimit(_ state: inout State) {
    // A file of unknown size is taken for an empty one.
    let size = (try? files.files.open(files.path, .reading).size()) ?? 0
    state.compactionLimit = options.compaction.limit(behind: size)
  }
}

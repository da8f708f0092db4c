package import Foundation

/// What a snapshot says of the store that it was taken of, and of the journals that follow it.
package struct SnapshotInfo: Hashable, Sendable {
  /// The store. Journals of another one do not follow the snapshot.
  package let store: UUID
  /// The number of the first journal that follows.
  package let generation: Int
  /// How many commits the store had had.
  package let commits: Int

  package init(store: UUID, generation: Int, commits: Int) {
    (self.store, self.generation, self.commits) = (store, generation, commits)
  }

  var attribute: AttributeValue {
    ["store": .uuid(store), "generation": .int(Int64(generation)), "commits": .int(Int64(commits))]
  }

  /// The highest number of a journal or a commit that is believed: others would be counted beyond the end of `Int`.
  static let highestNumber = Int.max / 2

  /// - Returns: Nil if a file does not say it, because it was not written as the snapshot of an opened store.
  init?(_ attribute: AttributeValue?) {
    guard case .dictionary(let members)? = attribute, case .uuid(let store)? = members["store"],
      let generation = members["generation"].flatMap({ try? Int(attribute: $0) }),
      let commits = members["commits"].flatMap({ try? Int(attribute: $0) }),
      (0...Self.highestNumber).contains(generation), (0...Self.highestNumber).contains(commits)
    else { return nil }
    self.init(store: store, generation: generation, commits: commits)
  }
}

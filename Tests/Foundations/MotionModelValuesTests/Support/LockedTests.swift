import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

#if os(macOS) || os(Linux)  // where exit tests are available
  /// A store is locked while its indexes are updated. An index that reads the store would wait for ever.
  @Suite struct LockedTests {
    /// Each writes records with an index that looks at more than the record.
    private static let ways: [@Sendable () throws -> Void] = [
      { try Counting.create() },
      {
        let parent = try Relating.create()
        try Relating.create { $0.parentID = parent.id }
      },
      { try Store.current.inTransaction { for id in 1...40 { try Finding.create { $0.parentID = id } } } },
      {
        try Choosing.create()
        try Choosing.create()
      },
    ]

    @Test(arguments: ways.indices) func `a thread that would wait for itself traps`(way: Int) async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [way] in
        Thread.detachNewThread {
          Thread.sleep(forTimeInterval: patience)
          exit(EXIT_SUCCESS)
        }
        try LockedTests.ways[way]()
      }
      expectSentence("A thread waits for itself: a store asks something while it is locked", result)
    }
  }

  private struct Counting: Model {
    var id = 0
    var neighbours: Int { Counting.count }
    static let schema = Schema<Counting> { Index(\.neighbours) }
  }

  private struct Relating: Model {
    var id = 0
    var parentID: Int?
    var parentName: Int { self.parent?.id ?? 0 }
    static let schema = Schema<Relating> {
      Column(\.parentID)
      Index(\.parentName)
    }
    struct Relations { let parent = BelongsTo<Relating>(\.parentID) }
    static let relations = Relations()
  }

  private struct Finding: Model {
    var id = 0
    var parentID: Int?
    var parentName: Int { parentID.flatMap { Finding.find($0 - 1) }?.id ?? -(parentID ?? 0) }
    static let schema = Schema<Finding> {
      Column(\.parentID)
      Index(\.parentName, unique: true)
    }
  }

  private struct Choosing: Model {
    var id = 0
    var isFirst: Bool { Choosing.first == nil }
    static let schema = Schema<Choosing> { Index(\.id, where: \.isFirst == true) }
  }
#endif

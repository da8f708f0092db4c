import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Writing must not leak memory.
@Suite(.enabled(if: Allocations.areCounted)) struct RetainedMemoryTests {
  private let notes = Store(notificationCenter: nil).table(Note.self)

  /// Fills the table, saves one record of it ten thousand times, and returns how many bytes each thousand adds.
  private func growthBySaving() throws -> Int {
    try notes.insert(contentsOf: (1...1_000).map { Note($0, id: $0) })
    var note = try #require(notes.find(500))
    func save(_ times: Int) throws {
      for _ in 0..<times {
        note.rank += 1
        try notes.save(&note)
      }
    }
    try save(100)
    let growth = try Allocations.steadyGrowth { try save(1_000) }
    #expect(note.rank == 10_600 && notes.find(500) == note)
    return growth
  }

  @Test func `saving one record ten thousand times keeps no memory`() throws {
    #expect(try growthBySaving() <= 0)
  }

  @Test func `saving one record ten thousand times in a transaction keeps only its first and last state`() throws {
    #expect(try notes.store.inTransaction { try growthBySaving() } <= 0)
  }

  @Test func `a refused destroy keeps no memory`() throws {
    try Store.with(Store(notificationCenter: nil)) {
      let ann = try Person.create { $0.id = "ann" }
      let board = try Board.create { $0.name = "home" }
      try board.cards.create { $0.personID = "ann" }
      let growth = Allocations.steadyGrowth {
        for _ in 0..<10 { #expect(throws: StoreError.self) { try ann.destroy() } }
      }
      #expect(growth <= 0)
    }
  }

  @Test func `filling and emptying a table repeatedly keeps no memory`() throws {
    let records = (1...1_024).map { Note($0, id: $0) }
    func cycle(_ times: Int) throws {
      for _ in 0..<times {
        try notes.insert(contentsOf: records)
        try notes.deleteAll()
      }
    }
    try cycle(5)
    // A position is never used twice. Sixteen cycles use 16,384 of them, a whole number of blocks, so each round
    // begins and ends at the same offset in a block.
    #expect(try Allocations.steadyGrowth { try cycle(16) } <= 0)
  }

  #if os(Linux)
    @Test func `memory of many deleted records is given back to the system`() async {
      await #expect(processExitsWith: .success) {
        /// The memory that is not of files, in bytes.
        func resident() throws -> Int {
          let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ").map {
            Int($0)
          }
          return (try #require(pages[1]) - (try #require(pages[2]))) * Int(getpagesize())
        }
        let notes = Store(notificationCenter: nil).table(Note.self)
        try notes.insert(contentsOf: (1...300_000).map { Note($0, id: $0) })
        let full = try resident()
        try notes.where(\.rank >= 30_000).deleteAll()
        for _ in 0..<100 where try resident() > full / 2 { try await Task.sleep(for: .milliseconds(100)) }
        #expect(try resident() <= full / 2, "of \(full) bytes")
        #expect(notes.count > 0)
      }
    }
  #endif

  @Test func `replacing records at random leaves no unused memory`() throws {
    var random = TestSeed.generator(61)
    let count = 4_000
    let excess = try Allocations.least(of: 3) {
      let samples = Store(notificationCenter: nil).table(Sample.self)
      let fresh = try Allocations.growth { try samples.insert(contentsOf: (1...count).map { Sample(id: $0) }) }
      let growth = try Allocations.growth {
        for _ in 0..<4 * count {
          let id = random.number(1...count)
          try samples.delete(id)
          try samples.insert(contentsOf: [Sample(id: id)])
        }
      }
      return growth - fresh
    }
    // If each row left alone in its chunk kept the whole chunk, the memory would more than double.
    #expect(excess <= 0, "seed \(TestSeed.current)")
  }
}

private struct Note: Model, Equatable {
  var id = 0
  var title = ""
  var rank = 0

  static let schema = Schema<Note> {
    Column(\.title)
    Column(\.rank)
  }

  init() {}

  init(_ number: Int, id: Int) {
    self.id = id
    title = "A title that is too long to be kept in place, no. \(number)"
    rank = number
  }
}

private struct Sample: Model {
  var id = 0
  var red = 0.0
  var green = 0.0
  var blue = 0.0
  var alpha = 0.0

  static let schema = Schema<Sample> {
    Column(\.red)
    Column(\.green)
    Column(\.blue)
    Column(\.alpha)
  }

  init() {}

  init(id: Int) { self.id = id }
}

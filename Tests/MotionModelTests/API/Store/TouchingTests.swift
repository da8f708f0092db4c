import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

private struct Shelf: Model, Equatable {
  var id = 0
  var booksCount = 0
  var updatedAt: Date?

  static let schema = Schema<Shelf> {
    Derived(\.booksCount, count: \.volumes)
    Timestamps(updated: \.updatedAt)
  }
  struct Relations { let volumes = HasMany<Volume>(\.shelfID) }
  static let relations = Relations()
}

private struct Volume: Model, Equatable {
  var id = 0
  var shelfID: Int?
  var pages = 0
  var updatedAt: Date?

  static let schema = Schema<Volume> {
    Column(\.shelfID)
    Column(\.pages)
    Timestamps(updated: \.updatedAt)
  }
  struct Relations {
    let shelf = BelongsTo<Shelf>(\.shelfID, touch: true)
    let leaves = HasMany<Leaf>(\.volumeID)
  }
  static let relations = Relations()
}

private struct Leaf: Model, Equatable {
  var id = 0
  var volumeID: Int?

  static let schema = Schema<Leaf> { Column(\.volumeID) }
  struct Relations {
    let volume = BelongsTo<Volume>(\.volumeID, touch: true)
  }
  static let relations = Relations()
}

@Suite struct TouchingTests {
  private let time = Ticks()
  private let store: Store
  private let shelf: Shelf
  private let volume: Volume

  init() throws {
    let time = time
    store = Store(clock: { time.date })
    (shelf, volume) = try Store.with(store) { () throws in
      let shelf = try Shelf.create()
      return (shelf, try Volume.create { $0.shelfID = shelf.id })
    }
    time.value.add(1)
  }

  private var times: [Int] {
    let dates = [Shelf.find(shelf.id)?.updatedAt, Volume.find(volume.id)?.updatedAt]
    return dates.map { Int($0?.timeIntervalSince1970 ?? -1) }
  }

  @Test func `in a block without touching, children leave the times of their parents, and counters follow`() throws {
    try Store.with(store) { () throws in
      try store.withoutTouching { _ = try Leaf.create { $0.volumeID = volume.id } }
      #expect(times == [0, 0])
      try store.withoutTouching { _ = try Volume.create { $0.shelfID = shelf.id } }
      #expect(times == [0, 0] && Shelf.find(shelf.id)?.booksCount == 2)
      try Leaf.create { $0.volumeID = volume.id }
      #expect(times == [1, 1])
    }
  }

  @Test func `the block may name models, whose own parents are then not touched either`() throws {
    try Store.with(store) { () throws in
      try store.withoutTouching(Volume.self) { _ = try Leaf.create { $0.volumeID = volume.id } }
      #expect(times == [0, 0])
      try store.withoutTouching(Shelf.self) { _ = try Leaf.create { $0.volumeID = volume.id } }
      #expect(times == [0, 1])
      time.value.add(1)
      try store.withoutTouching(Leaf.self) { _ = try Leaf.create { $0.volumeID = volume.id } }
      #expect(times == [2, 2])
    }
  }

  @Test func `blocks nest and may suspend, a save sets its own time, and touch does nothing`() async throws {
    try await Store.with(store) { () async throws in
      try await store.withoutTouching(Shelf.self) {
        await Task.yield()
        try store.withoutTouching(Volume.self) {
          var (shelf, volume) = (shelf, volume)
          try shelf.touch()
          try volume.touch()
          #expect(times == [0, 0] && shelf.updatedAt == self.shelf.updatedAt)
          try volume.update { $0.pages = 2 }
          #expect(times == [0, 1])
        }
      }
    }
  }
}

/// A clock that a test sets.
private final class Ticks: Sendable {
  let value = Counter()
  var date: Date { Date(timeIntervalSince1970: Double(value.value)) }
}

import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// The number of allocations of the common calls. Unlike times, these numbers are the same in each run, so a change
/// that makes a call allocate one more object fails here.
///
/// Each limit was counted on Linux in an optimised build. Without optimisation, nearly everything is allocated on the
/// heap.
@Suite(.enabled(if: Allocations.areCounted && Allocations.areOptimised)) struct AllocationTests {
  private let notes = Store(notificationCenter: nil).table(Note.self)

  private func fill(_ count: Int) throws { try notes.insert(contentsOf: (1...count).map { Note($0) }) }

  // MARK: - Writing

  @Test func `a save allocates for its changeset`() throws {
    try fill(1_000)
    var note = try #require(notes.find(500))
    let count = try Allocations.average {
      note.rank += 1
      try notes.save(&note)
    }
    #expect(count <= 5)
  }

  @Test func `an update of one column allocates no more than a save`() throws {
    try fill(1_000)
    var note = try #require(notes.find(500))
    #expect(try Allocations.average { try notes.update(&note) { $0.rank += 1 } } <= 5)
  }

  @Test func `a save that changes nothing allocates hardly less than one that does`() throws {
    try fill(1_000)
    var note = try #require(notes.find(500))
    #expect(try Allocations.average { try notes.save(&note) } <= 5)
  }

  @Test func `a save with two hooks allocates for the transaction, too`() throws {
    let table = notes.store.table(HookedNote.self)
    var note = HookedNote()
    let count = try Allocations.average {
      note.rank += 1
      try table.save(&note)
    }
    #expect(count <= 13)
  }

  @Test func `a save with hooks does not copy the earlier changes of its transaction`() throws {
    let table = notes.store.table(HookedNote.self)
    try notes.store.inTransaction {
      let count = try Allocations.average(of: 2_000) {
        var note = HookedNote()
        try table.save(&note)
      }
      #expect(count <= 12)
    }
  }

  @Test func `a save with one observer allocates for the notification, too`() throws {
    let center = NotificationCenter()
    let observer = center.addObserver(forName: .motionModelDataDidChange, object: nil, queue: nil) { _ in }
    let table = Store(notificationCenter: center).table(Note.self)
    var note = Note(0)
    let count = try Allocations.average {
      note.rank += 1
      try table.save(&note)
    }
    center.removeObserver(observer)
    #expect(count <= 16)
  }

  @Test func `an update of a column without an index allocates nothing for the indexes`() throws {
    let table = notes.store.table(Todo.self)
    try table.insert(contentsOf: (1...1_000).map { Todo("\($0)", priority: $0, assignedTo: "bob") })
    var todo = try #require(table.find(500))
    let count = try Allocations.average {
      todo.done.toggle()
      try table.save(&todo)
    }
    #expect(count <= 5)
  }

  @Test func `a create allocates for its changeset, and sometimes for its table`() throws {
    try fill(1_000)
    let store = notes.store
    let count = try Allocations.average(of: 1_000) { try Store.with(store) { _ = try Note.create { $0.rank = 7 } } }
    #expect(count <= 8)
  }

  @Test(arguments: [false, true]) func `a bulk insert allocates for each chunk, not for each row`(haveIDs: Bool) throws
  {
    var records = (1...1_000).map { Note($0) }
    if haveIDs { for index in records.indices { records[index].id = index + 1 } }
    let count = try Allocations.average(of: 10) {
      try Store(notificationCenter: nil).table(Note.self).insert(contentsOf: records)
    }
    #expect(count <= 150)
  }

  @Test func `a deletion of all records allocates for each chunk, not for each row`() throws {
    let records = (1...1_000).map { Note($0) }
    let filling = try Allocations.average(of: 10) {
      try Store(notificationCenter: nil).table(Note.self).insert(contentsOf: records)
    }
    let both = try Allocations.average(of: 10) {
      let table = Store(notificationCenter: nil).table(Note.self)
      try table.insert(contentsOf: records)
      try table.deleteAll()
    }
    #expect(both - filling <= 150)
  }

  // MARK: - Reading

  @Test func `finding by id allocates nothing`() throws {
    try fill(1_000)
    #expect(Allocations.average { _ = notes.find(500) } <= 0)
  }

  @Test func `finding a record that was just changed does not copy its neighbours`() throws {
    try fill(1_000)
    let store = notes.store
    func undone(_ body: () -> Void) -> Double {
      Allocations.average {
        try? store.inTransaction {
          guard var note = notes.find(500) else { return }
          note.rank += 1
          try notes.save(&note)
          body()
          throw CancellationError()
        }
      }
    }
    #expect(undone { _ = notes.find(500) } <= undone {})
  }

  @Test func `counting allocates for the finder, however many rows there are`() throws {
    try fill(10_000)
    #expect(Allocations.average { _ = notes.records.where(\.rank == 3).count } <= 10)
  }

  @Test func `counting by a hash index allocates for the condition and one access path, however many rows there are`()
    throws
  {
    let places = notes.store.table(Place.self)
    try places.insert(contentsOf: (1...10_000).map { Place(region: $0 % 100) })
    #expect(Allocations.average { _ = places.records.where(\.region == 3).count } <= 6)
  }

  @Test func `reading all by a hash index allocates the array and the found rows`() throws {
    let places = notes.store.table(Place.self)
    try places.insert(contentsOf: (1...10_000).map { Place(region: $0 % 100) })
    #expect(Allocations.average { _ = places.records.where(\.region == 3).all } <= 9)
  }

  @Test(arguments: [100, 10_000])
  func `reading all allocates the found rows and the array, and nothing for each row`(count: Int) throws {
    try fill(count)
    #expect(Allocations.average { _ = notes.records.all } <= 20)
  }

  @Test(arguments: [100, 10_000]) func `a snapshot allocates a store, however many rows there are`(count: Int) throws {
    try fill(count)
    #expect(Allocations.average { _ = notes.store.snapshot() } <= 24)
  }
}

private struct Note: Model {
  var id = 0
  var title = ""
  var rank = 0

  static let schema = Schema<Note> {
    Column(\.title)
    Column(\.rank)
  }

  init() {}

  init(_ number: Int) {
    title = "A title that is too long to be kept in place, no. \(number)"
    rank = number
  }
}

private struct Place: Model {
  var id = 0
  var region = 0

  static let schema = Schema<Place> { Column(\.region, .indexed) }

  init() {}

  init(region: Int) { self.region = region }
}

private struct HookedNote: Model {
  var id = 0
  var rank = 0
  var count = 0

  static let schema = Schema<HookedNote> {
    Column(\.rank)
    Column(\.count)
  }

  static let hooks: Hooks<HookedNote> = [
    .beforeSave { note, _ in note.count += 1 },
    .afterSave { _, _ in },
  ]
}

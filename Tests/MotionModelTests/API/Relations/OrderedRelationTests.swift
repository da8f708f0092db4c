import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

private struct Person: Model, Equatable {
  var id = 0
  var name = ""

  struct Relations: ModelRelations {
    let dogs = HasMany<Dog>(\.ownerID).ordered(by: \.place)
    let entries = HasMany<Entry>(\.personID).ordered(by: \.place)
    let songs = HasMany<Song>(through: \.entries, \.song)
  }
}

private struct Dog: Model, Equatable {
  var id = 0
  var name = ""
  var place = 0
  var saves = 0
  var ownerID: Int?

  static let hooks: Hooks<Dog> = [.beforeSave("count") { dog, _ in dog.saves += 1 }]
}

private struct Song: Model, Equatable {
  var id = 0
  var title = ""
}

private struct Entry: Model, Equatable {
  var id = 0
  var place = 0
  var personID = 0
  var songID = 0

  struct Relations: ModelRelations { let song = BelongsTo<Song>(\.songID) }
}

@Suite(.ownStore) struct OrderedRelationTests {
  private let ann: Person

  init() throws {
    ann = try Person.create { $0.name = "Ann" }
    for name in ["a", "b", "c", "d"] { try ann.dogs.create { ($0.name, $0.place) = (name, 99) } }
  }

  private var names: String { ann.dogs.pluck(\.name).joined() }

  @Test func `a record that is added comes last, whatever place it has`() throws {
    #expect(names == "abcd" && ann.dogs.pluck(\.place) == [0, 1, 2, 3])
    let other = try Person.create()
    var stray = try Dog.create { ($0.name, $0.place) = ("e", -7) }
    #expect(try other.dogs.create { $0.name = "o" }.place == 0)
    try ann.dogs.append(&stray)
    #expect(names == "abcde" && stray.place == 4)
    try ann.dogs.append(&stray)
    #expect(stray.place == 4)
    try ann.dogs.remove(ann.dogs.all[3])
    #expect(try ann.dogs.append(Dog(name: "f")).place == 5 && names == "abcef")
  }

  @Test(arguments: [
    ([0], 4, "bcda"), ([3], 0, "dabc"), ([1], 1, "abcd"), ([1], 2, "abcd"), ([0, 2], 4, "bdac"), ([1, 3], 0, "bdac"),
    ([0, 3], 2, "badc"), ([], 3, "abcd"), ([0, 1, 2, 3], 2, "abcd"),
  ])
  func `records are moved as in an array`(_ offsets: [Int], _ destination: Int, _ expected: String) throws {
    try ann.dogs.move(fromOffsets: IndexSet(offsets), toOffset: destination)
    #expect(names == expected && ann.dogs.pluck(\.place) == [0, 1, 2, 3])
  }

  @Test func `a move is one commit, and writes only the places that change`() throws {
    let commits = Collector<Int>()
    let observation = Store.current.observeCommits { commits.add($0.changes(of: Dog.self).count) }
    try ann.dogs.move(fromOffsets: [2], toOffset: 1)
    #expect(names == "acbd" && commits.values == [2])
    #expect(ann.dogs.pluck(\.saves) == [1, 2, 2, 1])
    observation.cancel()
  }

  @Test func `a relation through an ordered one has its order`() throws {
    for title in ["x", "y", "z"] {
      let song = try Song.create { $0.title = title }
      try ann.songs.append(song)
      try ann.songs.append(song)
    }
    #expect(ann.songs.pluck(\.title) == ["x", "y", "z"] && Entry.count == 3)
    try ann.entries.move(fromOffsets: [2], toOffset: 0)
    try ann.songs.append(Song(title: "w"))
    #expect(ann.songs.pluck(\.title) == ["z", "x", "y", "w"] && ann.entries.pluck(\.place) == [0, 1, 2, 3])
  }

  @Test func `an owner that was never saved has nothing to move`() {
    #expect(throws: StoreError.self) { try Person().dogs.move(fromOffsets: [], toOffset: 0) }
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `moving in a relation without an order of its own traps with a message`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try Store().of(Person(id: 1)).songs.move(fromOffsets: [0], toOffset: 1)
      }
      expectSentence("has no order of its own: declare it with ordered(by:)", result)
    }
  #endif
}

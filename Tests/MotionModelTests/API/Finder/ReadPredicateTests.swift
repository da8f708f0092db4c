import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

private struct Trip: Model, Equatable {
  var id = 0
  var name = ""
  var note: String?
  var tags: [String] = []
  var isDone = false
  var (paid, total) = (0, 0)

  var shortName: String { String(name.prefix(1)) }

  struct Relations: ModelRelations {
    let items = HasMany<Item>(\.tripID)
    let heavy = HasMany<Item>(\.tripID) { $0.where(\.weight > 2) }
    let few = HasMany<Item>(\.tripID) { $0.limit(1) }
  }
}

private struct Item: Model, Equatable {
  var id = 0
  var name = ""
  var isIn = false
  var weight = 0
  var tripID: Int?

  struct Relations: ModelRelations { let trip = BelongsTo<Trip>(\.tripID) }
}

/// Predicates of Foundation are read where that is possible: then they are equal to others that say the same, and call
/// no code.
@Suite(.ownStore) struct ReadPredicateTests {
  private static func read(_ limit: Int = 2) -> [Predicate<Trip>] {
    [
      #Predicate { $0.isDone }, #Predicate { !$0.isDone }, #Predicate { ($0.note ?? "") == "a" },
      #Predicate { if let note = $0.note { note.count > limit } else { false } },
      #Predicate { $0.note?.isEmpty == true },
      #Predicate { $0.note?.contains("a") ?? false }, #Predicate { $0.name.isEmpty }, #Predicate { $0.tags.isEmpty },
      #Predicate { $0.tags.count > limit }, #Predicate { $0.name.count > limit }, #Predicate { $0.paid < $0.total },
      #Predicate { $0.total - $0.paid > limit }, #Predicate { $0.total / 2 == limit }, #Predicate { $0.paid % 2 == 0 },
      #Predicate { -$0.paid < limit }, #Predicate { $0.tags.contains("a") }, #Predicate { $0.note == nil || $0.isDone },
      #Predicate { $0.items.contains { !$0.isIn && $0.weight > limit } }, #Predicate { $0.items.isEmpty },
      #Predicate { $0.items.allSatisfy { $0.isIn } }, #Predicate { $0.items.count > limit },
      #Predicate { $0.items.filter { $0.name.count > limit }.isEmpty },
      #Predicate { $0.heavy.filter { $0.isIn }.count == limit },
    ]
  }

  /// What is evaluated: a computed property, an optional that is forced, a relation to one, a relation with a limit, and
  /// a closure that compares related records with the record itself.
  private static func evaluated() -> [Predicate<Trip>] {
    // swift-format-ignore: NeverForceUnwrap
    let forced = #Predicate<Trip> { $0.note! == "a" }
    return [
      forced, #Predicate { $0.shortName == "a" }, #Predicate { $0.few.isEmpty },
      #Predicate { trip in trip.items.contains { $0.weight > trip.total } },
    ]
  }

  @Test func `predicates that are read equal others that say the same`() {
    let (finders, others) = (Self.read().map { Trip.where($0) }, Self.read().map { Trip.where($0) })
    for (finder, other) in zip(finders, others) {
      #expect(finder == other && finder.hashValue == other.hashValue, "\(finder)")
    }
    #expect(Set(finders).count == finders.count)
    let changed = Self.read(3).map { Trip.where($0) }
    #expect(zip(finders, changed).count { $0 != $1 } == 10)
    for (finder, other) in zip(Self.evaluated().map { Trip.where($0) }, Self.evaluated().map { Trip.where($0) }) {
      #expect(finder == finder && finder != other)
    }
  }

  @Test func `predicates that are read call no code, and the plan says which do`() {
    let counts = Self.read().map { Trip.where($0) }.filter(\.plan.callsCode)
    #expect(
      counts.map { "\($0)" } == ["Trip where count of Item > 2", "Trip where count of Item where isIn == true == 2"])
    #expect(Self.evaluated().allSatisfy { Trip.where($0).plan.callsCode })
    let parents = Item.where(#Predicate { $0.trip?.name == "a" })
    #expect(parents.plan.callsCode)
  }

  @Test func `a finder says what it reads`() {
    let finders = Self.read().map { "\(Trip.where($0))" }
    #expect(
      finders.prefix(4) == [
        "Trip where isDone == true", "Trip where !(isDone == true)", #"Trip where ((note ?? "") == "a")"#,
        "Trip where (note.map { ($0.count > 2) } ?? false)",
      ])
    #expect(finders[11] == "Trip where ((total - paid) > 2)")
    #expect(finders[17] == "Trip where has Item where !(isIn == true) && weight > 2")
  }

  @Test func `conditions of related records find what evaluation finds`() throws {
    var random = TestSeed.generator(77)
    let trips = try Trip.insert(
      contentsOf: (0..<40).map { _ in
        var trip = Trip()
        trip.name = random.pick(["", "a", "abc"])
        trip.note = random.pick([nil, "", "a", "abcd"])
        trip.tags = random.pick([[], ["a"], ["a", "b", "c"]])
        trip.isDone = random.chance(50)
        (trip.paid, trip.total) = (random.number(-3...3), random.number(-3...9))
        return trip
      })
    try Item.insert(
      contentsOf: (0..<80).map { _ in
        var item = Item()
        item.name = random.pick(["", "abc"])
        item.isIn = random.chance(50)
        item.weight = random.number(0...5)
        item.tripID = random.chance(20) ? nil : random.number(1...45)
        return item
      })
    for predicate in Self.read() + Self.evaluated() {
      let expected = trips.filter { (try? predicate.evaluate($0)) ?? false }
      #expect(Trip.where(predicate).all == expected, "\(Trip.where(predicate)), seed \(TestSeed.current)")
      #expect(Trip.where(!RecordPredicate(predicate)).count == 40 - expected.count, "\(Trip.where(predicate))")
    }
  }

  @Test func `a relation is read in the store of the finder`() throws {
    let store = Store()
    try store.of(store.table(Trip.self).create()).items.create { $0.weight = 9 }
    let heavy = store.table(Trip.self).where(#Predicate { $0.items.contains { $0.weight > 5 } })
    #expect(heavy.count == 1 && Trip.where(#Predicate { $0.items.contains { $0.weight > 5 } }).isEmpty)
  }
}

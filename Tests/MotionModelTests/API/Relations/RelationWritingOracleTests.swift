import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

private struct Crate: Model, Equatable {
  var id = 0
  static let schema = Schema<Crate> {}
  struct Relations {
    let loose = HasMany<Apple>(\.crateID)
    let kept = HasMany<Apple>(\.crateID, dependent: .destroy)
    let thrown = HasMany<Apple>(\.crateID, dependent: .delete)
    let ripe = HasMany<Apple>(\.crateID) { $0.where(\.name < "m") }
    let tags = HasMany<CrateTag>(\.crateID, dependent: .destroy)
    let tagged = HasMany<Apple>(through: \.tags, \.apple)
    let best = HasOne<Apple>(\.crateID)
  }
  static let relations = Relations()
}

private struct Apple: Model, Equatable {
  var id = 0
  var name = ""
  var crateID: Int?
  static let schema = Schema<Apple> {
    Column(\.name)
    Column(\.crateID)
  }
  struct Relations { let tags = HasMany<CrateTag>(\.appleID, dependent: .destroy) }
  static let relations = Relations()
}

private struct CrateTag: Model, Equatable {
  var id = 0
  var crateID = 0
  var appleID = 0
  static let schema = Schema<CrateTag> {
    Column(\.crateID)
    Column(\.appleID)
  }
  struct Relations {
    let crate = BelongsTo<Crate>(\.crateID, required: false)
    let apple = BelongsTo<Apple>(\.appleID, required: false)
  }
  static let relations = Relations()
}

/// One of the relations to many.
private enum Bond: CaseIterable {
  case loose, kept, thrown, ripe, tagged

  func apples(of crate: Crate) -> RelatedRecords<Crate, Apple> {
    switch self {
    case .loose: crate.loose
    case .kept: crate.kept
    case .thrown: crate.thrown
    case .ripe: crate.ripe
    case .tagged: crate.tagged
    }
  }
}

/// A naive model of crates and apples.
private struct PlainCrates: Equatable {
  var apples: [Apple] = []
  var tags: Set<[Int]> = []

  func has(_ crate: Int, _ apple: Apple, _ bond: Bond) -> Bool {
    switch bond {
    case .loose, .kept, .thrown: apple.crateID == crate
    case .ripe: apple.crateID == crate && apple.name < "m"
    case .tagged: tags.contains([crate, apple.id])
    }
  }

  func members(_ crate: Int, _ bond: Bond) -> [Apple] { apples.filter { has(crate, $0, bond) } }

  /// Moves an apple to a crate.
  ///
  /// - Returns: False if the apple does not exist.
  mutating func give(_ apple: Apple, _ crate: Int, _ bond: Bond) -> Bool {
    let index = apples.firstIndex { $0.id == apple.id }
    if bond == .tagged {
      if index == nil { return false }
      tags.insert([crate, apple.id])
      return true
    }
    guard let index else { return false }
    apples[index] = apple
    apples[index].crateID = crate
    return true
  }

  /// Adds a new apple, with the id under which it was stored, or moves an old one to a crate.
  ///
  /// - Returns: False if an old apple does not exist.
  mutating func join(_ apple: Apple, storedAs id: Int?, _ crate: Int, _ bond: Bond) -> Bool {
    if apple.id != 0 { return give(apple, crate, bond) }
    var new = apple
    new.id = id ?? -1
    add(new, crate, bond)
    return true
  }

  mutating func add(_ apple: Apple, _ crate: Int, _ bond: Bond) {
    apples.append(apple)
    if bond == .tagged { tags.insert([crate, apple.id]) } else { apples[apples.count - 1].crateID = crate }
  }

  mutating func take(_ ids: Set<Int>, _ crate: Int, _ bond: Bond) {
    switch bond {
    case .tagged: for id in ids { tags.remove([crate, id]) }
    case .loose, .ripe: for index in apples.indices where ids.contains(apples[index].id) { apples[index].crateID = nil }
    case .kept:
      apples.removeAll { ids.contains($0.id) }
      tags = tags.filter { !ids.contains($0[1]) }
    case .thrown: apples.removeAll { ids.contains($0.id) }
    }
  }
}

/// Appending, removing and replacing related records, compared with a plain list.
@Suite(.store)
struct RelationWritingOracleTests {
  private struct World {
    var numbers: SplitMix64
    var plain = PlainCrates()
    /// Copies that were read at some time. They may be stale or changed.
    var copies: [Apple] = []
    let crates: [Crate]
    var step = ""

    init(_ part: Int) throws {
      numbers = TestSeed.generator(part)
      crates = try Crate.insert(contentsOf: (0..<3).map { _ in Crate() })
    }

    mutating func name() -> String { numbers.pick(["a", "c", "k", "p", "x"]) + "\(numbers.number(0...99))" }

    /// Returns a new apple, or a copy of an apple, which may be stale, changed, or deleted.
    mutating func apple() -> Apple {
      if copies.isEmpty || numbers.chance(30) {
        let name = name()
        return .new { $0.name = name }
      }
      var apple = numbers.pick(copies)
      if numbers.chance(30) { apple.name = name() }
      return apple
    }

    /// Performs a random operation on the store and on the list. A refused one must change neither.
    mutating func run() throws {
      let (crate, bond) = (numbers.pick(crates), numbers.pick(Bond.allCases))
      let apples = bond.apples(of: crate)
      var (list, isPossible) = (plain, true)
      switch numbers.number(0...5) {
      case 0, 1:
        let given = (0..<numbers.number(0...3)).map { _ in apple() }
        step = "append \(given) to \(bond) of \(crate)"
        let stored = try attempt { try apples.append(contentsOf: given) }
        for (index, apple) in given.enumerated() where isPossible {
          isPossible = list.join(apple, storedAs: stored?[index].id, crate.id, bond)
        }
        try finish(stored != nil, isPossible, list)
      case 2, 3:
        let wanted = (0..<numbers.number(0...4)).map { _ in apple() }
        step = "replace \(bond) of \(crate) with \(wanted)"
        let stored = try attempt { try apples.replace(with: wanted) }
        let ids = Set(wanted.map(\.id))
        list.take(Set(list.members(crate.id, bond).map(\.id)).subtracting(ids), crate.id, bond)
        var present = Set(list.members(crate.id, bond).map(\.id))
        for (index, apple) in wanted.enumerated() where isPossible && !present.contains(apple.id) {
          isPossible = list.join(apple, storedAs: stored?[index].id, crate.id, bond)
          if apple.id != 0 { present.insert(apple.id) }
        }
        try finish(stored != nil, isPossible, list)
      case 4:
        let unwanted = apple()
        step = "remove \(unwanted) from \(bond) of \(crate)"
        let isMember = list.members(crate.id, bond).contains { $0.id == unwanted.id }
        if isMember { list.take([unwanted.id], crate.id, bond) }
        #expect(try apples.remove(unwanted) == isMember, "\(step), seed \(TestSeed.current)")
        try finish(true, true, list)
      default:
        var best = apple()
        step = "set the best of \(crate) to \(best)"
        list.take(Set(list.members(crate.id, .loose).prefix(1).map(\.id)).subtracting([best.id]), crate.id, .loose)
        let isNew = best.id == 0
        let isDone = try attempt { try crate.set(\.best, to: &best) } != nil
        if isNew { list.add(best, crate.id, .loose) } else { isPossible = list.give(best, crate.id, .loose) }
        try finish(isDone, isPossible, list)
      }
      if let stored = Apple.records.all.randomElement(using: &numbers) { copies.append(stored) }
      if copies.count > 8 { copies.removeFirst() }
    }

    private func attempt<Result>(_ body: () throws -> Result) throws -> Result? {
      do { return try body() } catch StoreError.recordGone { return nil }
    }

    private mutating func finish(_ isDone: Bool, _ isPossible: Bool, _ list: PlainCrates) throws {
      let context = "\(step), seed \(TestSeed.current)"
      try #require(isDone == isPossible, "\(context)")
      if isPossible { plain = list }
      try #require(Apple.all == plain.apples, "\(context)")
      let tags = CrateTag.all.map { [$0.crateID, $0.appleID] }
      let known = plain.apples.map(\.id)
      // The tags of a deleted apple stay, because it is deleted and not destroyed.
      try #require(
        Set(tags).filter { known.contains($0[1]) } == plain.tags.filter { known.contains($0[1]) }, "\(context)")
      for crate in crates {
        for bond in Bond.allCases {
          try #require(bond.apples(of: crate).all == plain.members(crate.id, bond), "\(context)")
        }
        try #require(crate.best == plain.members(crate.id, .loose).first, "\(context)")
      }
      try #require(Store.current.violation() == nil, "\(context)")
    }
  }

  @Test(arguments: 0..<4) func `append, remove and replace agree with a plain list`(part: Int) throws {
    for run in 0..<10 {
      try Store.with(Store()) { () throws in
        var world = try World(9000 + part * 100 + run)
        for _ in 0..<40 { try world.run() }
      }
    }
  }
}

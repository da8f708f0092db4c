import MotionModel
import MotionModelTestSupport
import Testing

/// Random operations on generated schemas. The store is compared with ``NaiveRelations`` after each of them.
struct RelationOracleTests {
  private enum Rules: RelationRules {
    static let (parts, children, marks): (Dependent, Dependent, Dependent) = (.destroy, .destroy, .destroy)
    static let isMakerRequired = true
  }
  private enum Deleting: RelationRules {
    static let (parts, children, marks): (Dependent, Dependent, Dependent) = (.delete, .destroy, .nullify)
    static let isMakerRequired = true
  }
  private enum Nullifying: RelationRules {
    static let (parts, children, marks): (Dependent, Dependent, Dependent) = (.nullify, .nullify, .destroy)
    static let isMakerRequired = false
  }
  private enum NullifyingRequired: RelationRules {
    static let (parts, children, marks): (Dependent, Dependent, Dependent) = (.nullify, .none, .none)
    static let isMakerRequired = true
  }
  private enum Restricting: RelationRules {
    static let (parts, children, marks): (Dependent, Dependent, Dependent) = (.destroy, .destroy, .restrict)
    static let isMakerRequired = false
  }
  private enum Leaving: RelationRules {
    static let (parts, children, marks): (Dependent, Dependent, Dependent) = (.none, .restrict, .delete)
    static let isMakerRequired = false
  }

  @Test func `results agree with a naive model after every operation`() throws {
    try Script<Rules>.run(TestSeed.generator(1))
    try Script<Deleting>.run(TestSeed.generator(2))
    try Script<Nullifying>.run(TestSeed.generator(3))
    try Script<NullifyingRequired>.run(TestSeed.generator(4))
    try Script<Restricting>.run(TestSeed.generator(5))
    try Script<Leaving>.run(TestSeed.generator(6))
  }
}

/// One run of random operations.
private struct Script<Rules: RelationRules> {
  typealias TheMaker = Maker<Rules>
  typealias ThePart = Part<Rules>
  typealias TheMark = Mark<Rules>

  private var random: SplitMix64
  private var naive = NaiveRelations<Rules>()
  private let store = Store()

  private init(_ random: SplitMix64) { self.random = random }

  static func run(_ random: SplitMix64) throws {
    var script = Script(random)
    try script.run()
  }

  private mutating func run() throws {
    for step in 0..<120 {
      let (name, isRefused) = try Store.with(store) { try change() }
      let context: Comment = "\(Rules.self), step \(step): \(name)"
      let stored = Store.with(store) {
        NaiveRelations<Rules>(makers: TheMaker.records.all, parts: ThePart.records.all, marks: TheMark.records.all)
      }
      try #require(stored == naive, context)
      if isRefused { continue }
      Store.with(store) { compareAnswers(context) }
    }
  }

  /// Makes one change in the store and in the naive model, and expects both to refuse it or neither.
  private mutating func change() throws -> (String, Bool) {
    let operation = Operation.allCases.randomElement(using: &random) ?? .addMaker
    var outcome: Result<Void, any Error> = .success(())
    var expected: Result<Void, any Error> = .success(())
    func both(_ change: () throws -> Void, _ naively: (inout NaiveRelations<Rules>) throws -> Void) {
      outcome = Result { try change() }
      expected = Result { try naive.commit(naively) }
    }
    let size = Int.random(in: 0..<6, using: &random)
    let maker = TheMaker.records.all.randomElement(using: &random)
    let part = ThePart.records.all.randomElement(using: &random)
    let other = ThePart.records.all.randomElement(using: &random)
    switch operation {
    case .addMaker:
      var new = TheMaker()
      new.rank = size
      both({ try new.save() }, { $0.makers.append(new) })
    case .addPart:
      var new = ThePart()
      (new.size, new.parentID) = (size, part?.id)
      new.makerID = size == 0 ? nil : size == 1 ? 999 : maker?.id
      both({ try new.save() }, { $0.parts.append(new) })
    case .createPart:
      guard let maker else { break }
      var new = ThePart()
      both({ new = try maker.parts.create { $0.size = size } }, { $0.parts.append(new) })
    case .movePart:
      guard var part, let maker else { break }
      both(
        { try maker.parts.append(&part) },
        { world in world.parts.mutate(part.id) { $0.makerID = maker.id } })
    case .changeParent:
      guard var part, let other else { break }
      part.parent = size == 0 ? nil : other
      both({ try part.save() }, { world in world.parts.mutate(part.id) { $0 = part } })
    case .join:
      guard let part, let maker else { break }
      let count = TheMark.count
      both({ try part.joined.append(contentsOf: [maker, maker]) }, { _ in })
      if TheMark.count > count, let mark = TheMark.records.last { naive.marks.append(mark) }
    case .replace:
      guard let part else { break }
      let wanted = TheMaker.records.all.filter { ($0.id + size) % 3 == 0 }
      let kept = Set(wanted.map(\.id))
      both({ try part.joined.replace(with: wanted) }, { _ in })
      // The makers that are joined must agree; the order in which new marks get ids may differ.
      let expectedMarks = naive.marks.filter {
        $0.partID != part.id || $0.makerID.map { kept.contains($0) || !isThere($0) } ?? true
      }
      let added = TheMark.records.all.filter { mark in !naive.marks.contains { $0.id == mark.id } }
      #expect(Set(part.joined.ids) == kept)
      naive.marks = expectedMarks + added
    case .updateAll:
      both(
        { try ThePart.where(\.size > size).updateAll { $0.size -= 1 } },
        { world in
          for index in world.parts.indices where world.parts[index].size > size { world.parts[index].size -= 1 }
        })
    case .deleteMaker:
      guard let maker else { break }
      both({ try maker.delete() }, { world in world.makers.removeAll { $0.id == maker.id } })
    case .deletePart:
      guard let part else { break }
      both({ try part.delete() }, { world in world.parts.removeAll { $0.id == part.id } })
    case .destroyMakers:
      let ids = TheMaker.where(\.rank == size).ids
      both({ try TheMaker.where(\.rank == size).destroyAll() }, { try $0.destroy(Set(ids)) })
    case .destroyPart:
      guard let part else { break }
      both({ try part.destroy() }, { try $0.destroyParts([part.id]) })
    }
    #expect(outcome.isSuccess == expected.isSuccess, "\(Rules.self), \(operation): \(outcome), \(expected)")
    return ("\(operation)", !outcome.isSuccess)
  }

  private func isThere(_ maker: Int) -> Bool { naive.makers.contains { $0.id == maker } }

  private enum Operation: CaseIterable {
    case addMaker, addPart, createPart, movePart, changeParent, join, replace, updateAll
    case deleteMaker, deletePart, destroyMakers, destroyPart
  }

  // MARK: - Results

  private func compareAnswers(_ context: Comment) {
    for maker in naive.makers {
      let parts = naive.parts.filter { $0.makerID == maker.id }
      #expect(maker.parts.all == parts, context)
      #expect(maker.parts.count == parts.count, context)
      #expect(maker.parts.where(\.size > 2).count == parts.count { $0.size > 2 }, context)
      let marks = naive.marks.filter { mark in parts.contains { $0.id == mark.partID } }
      #expect(maker.marks.all == marks, context)
      #expect(maker.others.all == naive.parts.filter { part in marks.contains { $0.partID == part.id } }, context)
    }
    for part in naive.parts {
      #expect(part.maker == naive.makers.first { $0.id == part.makerID }, context)
      let children = naive.parts.filter { $0.parentID == part.id }
      #expect(part.children.all == children, context)
      #expect(
        part.grandchildren.all == naive.parts.filter { other in children.contains { $0.id == other.parentID } }, context
      )
      #expect(part.joined.all == joined(part), context)
    }
    compareConditions(context)
    compareInclusion(context)
  }

  private func joined(_ part: ThePart) -> [TheMaker] {
    naive.makers.filter { maker in naive.marks.contains { $0.partID == part.id && $0.makerID == maker.id } }
  }

  private func parts(_ maker: TheMaker) -> [ThePart] { naive.parts.filter { $0.makerID == maker.id } }

  private func compareConditions(_ context: Comment) {
    func makers(_ predicate: (Columns<TheMaker>) -> RecordPredicate<TheMaker>, _ test: (TheMaker) -> Bool) {
      #expect(TheMaker.where(predicate).all == naive.makers.filter(test), context)
    }
    func theParts(_ predicate: (Columns<ThePart>) -> RecordPredicate<ThePart>, _ test: (ThePart) -> Bool) {
      #expect(ThePart.where(predicate).all == naive.parts.filter(test), context)
    }
    func maker(_ part: ThePart) -> TheMaker? { naive.makers.first { $0.id == part.makerID } }
    makers({ $0.parts.any { $0.size == 2 } }) { parts($0).contains { $0.size == 2 } }
    makers({ $0.parts.all { $0.size < 3 } }) { parts($0).allSatisfy { $0.size < 3 } }
    makers({ $0.parts.isEmpty || $0.parts.sum(\.size) > 4 }) {
      parts($0).isEmpty || parts($0).reduce(0) { $0 + $1.size } > 4
    }
    makers({ $0.parts.where { $0.size > 1 }.count >= 2 }) { parts($0).count { $0.size > 1 } >= 2 }
    makers({ $0.others.count == 1 }) { maker in
      parts(maker).count { part in naive.marks.contains { $0.partID == part.id } } == 1
    }
    theParts({ $0.maker.rank > 2 }) { (maker($0)?.rank ?? -1) > 2 }
    theParts({ $0.maker.isMissing }) { maker($0) == nil }
    theParts({ $0.maker.rank == 1 && $0.size < 4 }) { maker($0)?.rank == 1 && $0.size < 4 }
    theParts({ $0.parent.maker.rank < 3 }) { part in
      naive.parts.first { $0.id == part.parentID }.flatMap(maker).map { $0.rank < 3 } ?? false
    }
    theParts({ $0.joined.any { $0.rank >= 3 } }) { joined($0).contains { $0.rank >= 3 } }
    #expect(
      TheMaker.order(by: { $0.parts.count }, .descending).all
        == naive.makers.enumerated().sorted {
          let (first, second) = (parts($0.element).count, parts($1.element).count)
          return first == second ? $0.offset < $1.offset : first > second
        }.map(\.element), context)
  }

  private func compareInclusion(_ context: Comment) {
    let found = TheMaker.including(\.parts) { $0.order(by: \.size, .descending).limit(2) }.all
    #expect(found.map(\.0) == naive.makers, context)
    let expected = naive.makers.map { maker in
      Array(
        parts(maker).enumerated().sorted { ($1.element.size, $0.offset) < ($0.element.size, $1.offset) }
          .map(\.element).prefix(2))
    }
    #expect(found.map(\.1) == expected, context)
    let pairs = ThePart.join(\.maker)
    #expect(pairs.map(\.0) == naive.parts.filter { part in naive.makers.contains { $0.id == part.makerID } }, context)
  }
}

extension Array where Element: Model {
  fileprivate mutating func mutate(_ id: Element.ID, _ change: (inout Element) -> Void) {
    for index in indices where self[index].id == id { change(&self[index]) }
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}

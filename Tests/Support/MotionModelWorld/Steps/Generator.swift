import MotionModelTestSupport

/// Generates steps from a seed.
///
/// It does not know the results of earlier steps, so the same seed gives the same steps whatever the library does. Each
/// generator prefers some kinds of steps and models and leaves others out. Faults for which two things have to meet
/// often are found sooner that way than by an even mixture of everything (Groce and others, *Swarm Testing*, 2012).
package struct Generator {
  private var random: SplitMix64
  private var weights: [(Family, Int)] = []
  private var kinds: [Kind] = []
  /// The maximum number of records in a bulk step.
  private let bulk: Int

  private enum Family: CaseIterable {
    case create, update, event, delete, destroy, bulk, foreign, held, relation, transaction, branch, past, file, index,
      question, live
  }

  package init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    for family in Family.allCases {
      let usual =
        switch family {
        case .create: 12
        case .update: 10
        case .delete, .destroy, .relation, .transaction, .held: 4
        case .bulk, .event, .branch, .past: 3
        case .foreign, .file: 2
        case .index: 1
        case .question: 4
        case .live: 2
        }
      let factor = family == .create ? 1 : random.pick([0, 1, 1, 1, 3])
      weights.append((family, usual * factor))
    }
    for kind in Kind.allCases where random.chance(75) { kinds.append(kind) }
    kinds += [.site, .job, .worker]
    bulk = random.chance(4) ? 300 : 4
    if seed % 8 == 7 { narrow() }
  }

  /// Leaves a few models, whose records are written on many branches. Several sides then often write the same values,
  /// which rules that compare records refuse.
  private mutating func narrow() {
    kinds = random.pick([[.booking], [.booking, .permit, .site], [.shift, .job, .worker], [.remark, .permit]])
    let narrow: [Family: Int] = [
      .create: 14, .update: 10, .event: 6, .delete: 2, .bulk: 3, .transaction: 5, .branch: 25, .past: 4, .held: 3,
      .index: 1, .destroy: 1, .live: 3,
    ]
    weights = Family.allCases.map { ($0, narrow[$0] ?? 0) }
  }

  package mutating func next() -> Step { step(depth: 0) }

  /// Generates a number of steps.
  package mutating func steps(_ count: Int) -> [Step] { (0..<count).map { _ in next() } }

  private mutating func step(depth: Int) -> Step {
    var choice = random.number(0...(weights.reduce(0) { $0 + $1.1 } - 1))
    for (family, weight) in weights {
      if choice < weight { return step(of: family, depth: depth) }
      choice -= weight
    }
    return .create(draft(), .create)
  }

  private mutating func step(of family: Family, depth: Int) -> Step {
    switch family {
    case .create: return .create(draft(), random.chance(30) ? .create : random.pick(Creation.allCases))
    case .update:
      let target = target()
      return .update(target, edits(), random.pick(Updating.allCases))
    case .event: return .fire(number(), event: number())
    case .delete: return .delete(target())
    case .destroy: return .destroy(target())
    case .bulk:
      switch random.number(0...7) {
      case 6...7:
        let kind = random.pick(kinds)
        let drafts = (0..<random.number(1...4)).map { _ in draft(kind) }
        return .insertByKey(drafts, random.pick(Conflict.allCases), byID: random.chance(40))
      case 0...2:
        let kind = random.pick(kinds)
        let count = bulk > 4 && random.chance(30) ? random.number(100...bulk) : random.number(1...4)
        return .insertMany(
          (0..<count).map { _ in draft(kind) },
          random.pick([.insert, .insert, .importRows, .importAllOrNothing, .importMapped]))
      case 3: return .updateAll(scope(), edits())
      case 4: return .deleteAll(scope())
      default: return .destroyAll(scope())
      }
    case .foreign: return .importForeign(foreignRows())
    case .held:
      if random.chance(35) { return .hold(target()) }
      return .useHeld(
        random.pick(kinds), number(), edits(),
        random.pick([.save, .save, .save, .update, .update, .update, .insert, .upsert, .delete, .destroy, .reload]))
    case .relation: return .relate(random.pick(Relating.allCases), number(), number(), edits())
    case .transaction:
      let count = random.number(1...(depth == 0 ? 6 : 3))
      if depth > 3 { return .create(draft(), .create) }
      let steps = (0..<count).map { _ in step(depth: depth + 1) }
      if depth == 0 && random.chance(12) { return .preview(steps) }
      if random.chance(10) { return .withoutHooks(steps) }
      if random.chance(8) { return .withoutTouching(steps) }
      if random.chance(12) { return .acting(steps) }
      if depth == 0 && random.chance(10) { return .block(steps, random.pick(Block.allCases)) }
      if depth > 0 && random.chance(15) { return .sign(number()) }
      let ending: Ending = random.pick([.commit, .commit, .rollback, .rollbackAndGoOn, .fail])
      return depth == 0 && random.chance(25) ? .turn(steps, ending) : .transaction(steps, ending)
    case .branch:
      switch random.number(0...9) {
      case 0...1: return .branch
      case 2...5: return .onBranch(number(), (0..<random.number(1...4)).map { _ in step(depth: depth) })
      case 6...7: return .mergeBranch(number(), random.pick(Policy.allCases))
      case 8: return .updateBranch(number(), random.pick(Policy.allCases))
      default: return .dropBranch(number())
      }
    case .past:
      switch random.number(0...16) {
      case 0...3: return .undo
      case 4...6: return .redo
      case 9...10: return .undoPart
      case 11...12: return .redoPart
      case 13...16 where depth == 0:
        return .block((0..<random.number(1...3)).map { _ in step(depth: depth + 1) }, .group)
      case 7: return .snapshot
      case 8: return .dropSnapshot(number())
      default: return .takeBackLast
      }
    case .file where random.chance(45):
      return random.pick([
        .readJournal, .readJournal, .compactJournal, .followJournal, .followJournal,
        .reopen(isEarlier: random.chance(30)),
      ])
    case .file where random.chance(40):
      if random.chance(50) { return .loadModel(number(), loading()) }
      return .saveModel(random.pick(kinds), random.pick(Format.allCases))
    case .file where random.chance(50):
      let (slot, format) = (number(), random.pick(Format.ofStores))
      return random.chance(75) ? .saveFile(slot, format) : .saveEarlierFile(slot, format)
    case .file: return .loadFile(number(), loading())
    case .index: return random.chance(60) ? .addIndex(number()) : .removeIndex(number())
    case .question: return .ask(question())
    case .live: return random.chance(75) ? .openLive(wideScope(random.pick(kinds))) : .dropLive(number())
    }
  }

  // MARK: - Parts

  private mutating func number() -> Int { random.number(0...9999) }

  private mutating func loading() -> Loading { random.chance(40) ? .replace : random.pick(Loading.allCases) }

  private mutating func target() -> Target {
    let which: Target.Which = random.chance(88) ? .present : random.chance(70) ? .gone : .unknown
    return Target(kind: random.pick(kinds), index: number(), which: which)
  }

  private mutating func draft(_ kind: Kind? = nil) -> Draft {
    let kind = kind ?? random.pick(kinds)
    let id: Draft.ID =
      random.chance(80)
      ? .none
      : random.pick([
        .taken(number()), .gone(number()), .byHand(random.number(1...200)), .byHand(random.number(1...200)),
      ])
    return Draft(kind: kind, id: id, edits: edits(2...6))
  }

  private mutating func edits(_ count: ClosedRange<Int> = 1...3) -> [Edit] {
    (0..<random.number(count)).map { _ in Edit(field: random.number(0...9), value: number()) }
  }

  private mutating func foreignRows() -> ForeignRows {
    ForeignRows(
      mapping: number(), rows: (0..<random.number(1...6)).map { _ in (0..<5).map { _ in number() } },
      allOrNothing: random.chance(15))
  }

  // MARK: - Finders

  /// Returns a scope for a bulk step: mostly one condition, and sometimes a window.
  private mutating func scope() -> Scope {
    let kind = random.pick(kinds)
    if random.chance(25) { return wideScope(kind) }
    return Scope(kind: kind, plan: .filter(filter()))
  }

  private mutating func wideScope(_ kind: Kind) -> Scope {
    Scope(
      kind: kind, plan: plan(depth: 0), isChained: random.chance(40),
      orders: random.chance(50) ? (0..<random.number(1...2)).map { _ in order() } : [],
      isReversed: random.chance(20), isUnscoped: random.chance(25), distinct: random.chance(8) ? number() : nil,
      offset: random.pick([0, 0, 0, 1, 3]), limit: random.chance(40) ? random.number(0...5) : nil)
  }

  private mutating func plan(depth: Int) -> Plan {
    if depth > 2 { return .filter(filter()) }
    switch random.number(0...19) {
    case 0...3: return .all((0..<random.number(0...3)).map { _ in plan(depth: depth + 1) })
    case 4...7: return .any((0..<random.number(0...3)).map { _ in plan(depth: depth + 1) })
    case 8...9: return .not(plan(depth: depth + 1))
    case 10: return .everything
    case 11: return random.chance(20) ? .nothing : .everything
    default: return .filter(filter())
    }
  }

  private mutating func filter() -> Filter {
    Filter(field: number(), comparator: random.pick(Comparator.allCases), value: number())
  }

  private mutating func order() -> Order {
    Order(field: number(), isDescending: random.chance(40), hasNilsFirst: random.chance(30))
  }

  private mutating func question() -> Question {
    if random.chance(15) { return rankedQuestion() }
    let answer: Question.Answer =
      switch random.number(0...9) {
      case 0...4: .records
      case 5: .pages(size: random.number(0...4))
      case 6: .find(field: number(), value: number())
      default: .summary(number())
      }
    return Question(scope: wideScope(random.pick(kinds)), answer: answer)
  }

  private mutating func rankedQuestion() -> Question {
    let scope = Scope(
      kind: random.pick([.job, .remark]), plan: random.chance(50) ? .everything : .filter(filter()))
    return Question(scope: scope, answer: .ranked(search: number(), limit: random.number(0...4)))
  }
}

import MotionModel
import MotionModelTestSupport

extension Finder<Todo> {
  /// Returns a finder with random parts, all of stored columns.
  static func random(in store: Store, using random: inout SplitMix64) -> Finder<Todo> {
    var finder = store.table(Todo.self).records
    for _ in 0..<random.pick([0, 1, 1, 2]) { finder = finder.where(.random(using: &random)) }
    for _ in 0..<random.pick([0, 1, 1, 2, 3]) { finder = finder.orderedAtRandom(using: &random) }
    if random.chance(25) { finder = finder.reversed() }
    if random.chance(25) {
      finder = random.chance(50) ? finder.distinct(by: \.assignedTo) : finder.distinct(by: \.priority, \.name)
    }
    if random.chance(50) { finder = finder.limit(random.pick([0, 1, 2, 3, 5, 20, .max])) }
    if random.chance(30) { finder = finder.offset(random.pick([1, 2, 5, 20])) }
    return finder
  }

  private func orderedAtRandom(using random: inout SplitMix64) -> Finder<Todo> {
    let direction = random.pick(OrderDirection.allCases)
    let nils = random.pick(NilOrder.allCases)
    return switch random.number(0...4) {
    case 0: order(by: \.priority, direction)
    case 1: order(by: \.name, direction)
    case 2: order(by: \.assignedTo, direction, nils: nils)
    case 3: order(by: \.status, direction)
    default: order(by: \.dueDate, direction, nils: nils)
    }
  }
}

extension RecordPredicate<Todo> {
  static func random(using random: inout SplitMix64, depth: Int = 0) -> RecordPredicate<Todo> {
    let number = random.number(0...3)
    switch random.number(0...(depth < 2 ? 12 : 9)) {
    case 0: return \.priority > number
    case 1: return \.priority <= number
    case 2: return \.priority == number
    case 3: return \.assignedTo == random.pick(["bob", "ann", nil])
    case 4: return \.name != random.pick(["one", "two"])
    case 5: return text(random.pick(["o", "e", "w"]))
    case 6: return members(\.priority, [0, number])
    case 7: return members(\.id, [1, 2, 3, number * 4])
    case 8: return \.id == number
    case 9: return \.id > number * 3
    case 10: return .random(using: &random, depth: depth + 1) && .random(using: &random, depth: depth + 1)
    case 11: return .random(using: &random, depth: depth + 1) || .random(using: &random, depth: depth + 1)
    default: return !.random(using: &random, depth: depth + 1)
    }
  }

  private static func text(_ part: String) -> RecordPredicate<Todo> {
    ColumnTerm(\Todo.name).contains(part)
  }

  private static func members(
    _ column: any KeyPath<Todo, Int> & Sendable, _ values: [Int]
  ) -> RecordPredicate<Todo> {
    ColumnTerm(column).in(values)
  }
}

import MotionModelTestSupport

/// One thing that happens in a world whose crates an adapter keeps. Numbers stand for the records that exist.
package indirect enum DepotStep: Sendable {
  case createDepot
  case createCrate(depot: Int, label: Int, weight: Int, outer: Int)
  case createSeal(crate: Int)
  case update(crate: Int, depot: Int, label: Int, outer: Int)
  case updateAll(weight: Int, to: Int)
  case deleteCrate(Int)
  case destroyCrate(Int)
  case destroyDepot(Int)
  case deleteAll(weight: Int)
  case transaction([DepotStep], isUndone: Bool)
  /// A step while the adapter refuses all calls from a certain one on.
  case offline(DepotStep, call: Int)
  case undo
  case redo
}

extension DepotStep: Simplifiable {
  package var simpler: [[DepotStep]] {
    switch self {
    case .transaction(let steps, let isUndone):
      [steps]
        + steps.indices.map { index in
          var fewer = steps
          fewer.remove(at: index)
          return [.transaction(fewer, isUndone: isUndone)]
        }
    case .offline(let step, _): [[step]]
    case .createCrate(let depot, let label, let weight, let outer):
      outer > 0 ? [[.createCrate(depot: depot, label: label, weight: weight, outer: 0)]] : []
    default: []
    }
  }
}

extension DepotStep {
  /// Generates steps.
  static func steps(_ count: Int, seed: UInt64) -> [DepotStep] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in step(&random, depth: 0) }
  }

  private static func step(_ random: inout SplitMix64, depth: Int) -> DepotStep {
    func number() -> Int { random.number(0...99) }
    switch random.number(0...(depth < 2 ? 15 : 11)) {
    case 0: return .createDepot
    case 1...3: return .createCrate(depot: number(), label: number(), weight: number(), outer: number())
    case 4: return .createSeal(crate: number())
    case 5...7: return .update(crate: number(), depot: number(), label: number(), outer: number())
    case 8: return .updateAll(weight: number(), to: number())
    case 9: return .deleteCrate(number())
    case 10: return .destroyCrate(number())
    case 11: return random.pick([.destroyDepot(number()), .deleteAll(weight: number())])
    case 12...13:
      let steps = (0..<random.number(1...4)).map { _ in step(&random, depth: depth + 1) }
      return .transaction(steps, isUndone: random.chance(30))
    case 14 where depth == 0: return .offline(step(&random, depth: 2), call: random.number(0...4))
    case 15 where depth == 0: return random.chance(60) ? .undo : .redo
    default: return .createCrate(depot: number(), label: number(), weight: number(), outer: number())
    }
  }
}

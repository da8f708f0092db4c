import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Random writes of values, beside a dictionary: alone, in transactions that end well or not, in branches, undone, and from
/// files of all formats.
@Suite(.ownStore) struct KeyOracleTests {
  /// What the store should have.
  private typealias Values = [String: Thicket]

  private struct Refusal: Error {}

  private static let names = ["", "a", "B", "caf\u{E9}", "e\u{301}", "_json", "long name"].map { "key \($0)" }

  private func key(_ name: String) -> Key<Thicket?> { Key(name) }

  private func write(_ store: Store, _ values: inout Values, using random: inout SplitMix64) throws {
    let name = random.pick(Self.names)
    switch random.number(0...5) {
    case 0:
      #expect(try store.remove(key(name)) == (values.removeValue(forKey: name) != nil))
    case 1:
      store[key(name)] = nil
      values[name] = nil
    case 2:
      let value = Thicket.random(size: 2, using: &random)
      store[key(name)] = value
      values[name] = value
    case 3:
      let title = String.nasty(using: &random)
      store[key(name)]?.string = title
      values[name]?.string = title
    case 4:
      let number = Int.nasty(using: &random)
      try store.update(key(name)) { $0?.int = number }
      values[name]?.int = number
    default:
      let other = random.pick(Self.names)
      let value = try store.value(for: key(other))
      try store.set(value, for: key(name))
      values[name] = values[other]
    }
  }

  private func writeSome(_ store: Store, _ values: inout Values, using random: inout SplitMix64, depth: Int = 0) throws
  {
    for _ in 0..<random.number(1...4) {
      if depth > 2 || random.chance(60) {
        try write(store, &values, using: &random)
        continue
      }
      let (before, fails) = (values, random.chance(40))
      do {
        try store.transaction {
          try writeSome(store, &values, using: &random, depth: depth + 1)
          if fails { throw Refusal() }
        }
      } catch is Refusal { values = before }
    }
  }

  private func text(_ values: Values) -> [String] {
    Self.names.map { exactText(values[$0] as Any) }
  }

  private func text(_ store: Store) -> [String] {
    Self.names.map { exactText(store[key($0)] as Any) }
  }

  /// The states before the steps that can be undone, and before those that can be redone.
  private struct Steps {
    var undone: [Values] = []
    var redone: [Values] = []

    /// Notes that a step led away from a state, if it was a commit.
    mutating func note(_ before: Values, _ store: Store, since commits: Int) {
      if store.commitCount == commits { return }
      undone.append(before)
      redone = []
    }
  }

  private func step(
    _ store: Store, _ history: UndoHistory, _ values: inout Values, _ steps: inout Steps, using random: inout SplitMix64
  ) throws {
    let (before, commits) = (values, store.commitCount)
    switch random.number(0...9) {
    case 0 where history.canUndo:
      try history.undo()
      steps.redone.append(values)
      values = steps.undone.removeLast()
    case 1 where history.canRedo:
      try history.redo()
      steps.undone.append(values)
      values = steps.redone.removeLast()
    case 2:
      let branch = store.branch()
      try writeSome(branch.store, &values, using: &random)
      #expect(text(branch.store) == text(values), "seed \(TestSeed.current)")
      try branch.merge()
      steps.note(before, store, since: commits)
    case 3:
      let format = random.pick(FileFormat.ofStores)
      let data = try store.data(as: format)
      try write(store, &values, using: &random)
      steps.note(before, store, since: commits)
      let (changed, commits) = (values, store.commitCount)
      try store.load(from: .data(data), as: format, models: [KeyedValue.self])
      values = before
      steps.note(changed, store, since: commits)
    default:
      try store.transaction { try writeSome(store, &values, using: &random) }
      steps.note(before, store, since: commits)
    }
  }

  @Test(arguments: 0..<20) func `the store has the values of the dictionary after each step`(part: Int) throws {
    var random = TestSeed.generator(15_710 + part)
    let store = Store(notificationCenter: nil)
    let history = UndoHistory(of: store)
    var (values, steps): (Values, Steps) = ([:], Steps())
    for number in 0..<40 {
      try step(store, history, &values, &steps, using: &random)
      let place: Comment = "seed \(TestSeed.current), part \(part), step \(number)"
      #expect(text(store) == text(values), place)
      #expect(store.table(KeyedValue.self).count == values.count, place)
      #expect((history.undoCount, history.redoCount) == (steps.undone.count, steps.redone.count), place)
    }
  }
}

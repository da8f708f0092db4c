import MotionModel
import MotionModelLive
import MotionModelTestSupport

/// A live result with a handler that checks the law: each change, applied to the records before it, gives those after it.
final class Watched<Record: Model & Equatable>: WatchedLive where Record.Adapter == ArrayAdapter {
  let finder: Finder<Record>
  let live: LiveResults<Record>
  private let told: Locked<Told<[Record]>>
  private let observation: Locked<StoreObservation?> = Locked(nil)

  init(_ finder: Finder<Record>) {
    self.finder = finder
    live = finder.live()
    told = Locked(Told(Array(live.elements)))
    let observation = live.onChange { [weak self] in self?.check($0) }
    self.observation.withLock { $0 = observation }
  }

  private func check(_ change: LiveChange<Record>) {
    told.withLock { told in
      let faults = Self.faults(of: change, from: told.shown)
      told.take(Array(change.after), faults.isEmpty ? [] : ["\(change): \(faults)"])
    }
  }

  /// Returns what is wrong with a change of some records.
  static func faults(of change: LiveChange<Record>, from shown: [Record]) -> [String] {
    var faults: [String] = []
    let (before, after) = (Array(change.before), Array(change.after))
    if shown != before { faults.append("begins with \(before.map(\.id)) and not with \(shown.map(\.id))") }
    if before == after { faults.append("nothing changed") }
    let applied = change.applied(to: before)
    if applied != after { faults.append("gives \(applied.map(\.id)) and not \(after.map(\.id))") }
    let (old, new) = (before.map(\.id), after.map(\.id))
    if Set(change.deletions.map { old[$0] }) != Set(old).subtracting(new) { faults.append("other deletions") }
    if Set(change.insertions.map { new[$0] }) != Set(new).subtracting(old) { faults.append("other insertions") }
    let updated = new.filter { id in
      guard let first = before.first(where: { $0.id == id }), let second = after.first(where: { $0.id == id }) else {
        return false
      }
      return first != second
    }
    if change.updates.map({ new[$0.new] }) != updated { faults.append("other updates than \(updated)") }
    if change.updates.contains(where: { old[$0.old] != new[$0.new] || $0.columns.isEmpty }) {
      faults.append("an update of another record")
    }
    if change.moves.contains(where: { old[$0.old] != new[$0.new] }) { faults.append("a move of another record") }
    let unwritten = Set(old.filter { id in before.first { $0.id == id } == after.first { $0.id == id } })
    let least = fewestMoves(old, new, keeping: unwritten.subtracting(change.moves.map { old[$0.old] }))
    if change.moves.count > least { faults.append("\(change.moves.count) moves and not \(least)") }
    return faults
  }

  /// The fewest moves between two orders, in which some records keep their order.
  private static func fewestMoves(_ old: [Record.ID], _ new: [Record.ID], keeping kept: Set<Record.ID>) -> Int {
    let places = Dictionary(uniqueKeysWithValues: zip(old, 0...))
    let stayed = new.filter { places[$0] != nil }
    func agree(_ first: Record.ID, _ second: Record.ID) -> Bool {
      places[first, default: 0] < places[second, default: 0]
    }
    let free = stayed.enumerated().filter { index, id in
      stayed.enumerated().allSatisfy { other, keptID in
        !kept.contains(keptID) || other == index || agree(id, keptID) == (index < other)
      }
    }.map(\.element)
    var lengths: [Int] = []
    for (index, id) in free.enumerated() {
      lengths.append((0..<index).filter { agree(free[$0], id) }.map { lengths[$0] }.max().map { $0 + 1 } ?? 1)
    }
    return stayed.count - (lengths.max() ?? 0)
  }

  var toldCount: Int { told.withLock { $0.count } }

  func noteSilence() { told.withLock { $0.isSilent = true } }

  var faults: [String] {
    let told = told.withLock { $0 }
    let (expected, elements) = (finder.all, Array(live.elements))
    var all = told.faults
    if elements != expected { all.append("shows \(elements.map(\.id)) and not \(expected.map(\.id))") }
    if told.shown != expected, !told.isSilent {
      all.append("told \(told.shown.map(\.id)) and not \(expected.map(\.id))")
    }
    return all.map { "\(finder): \($0)" }
  }
}

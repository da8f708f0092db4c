import MotionModel
import MotionModelTestSupport
import MotionModelTransactions

/// A store with records in memory and records that an adapter keeps, and a naive store that says what it must hold.
///
/// It is a world of its own, because snapshots, branches and files have only what is in memory.
final class DepotWorld {
  private let adapter = BytesAdapter()
  private let store: Store
  private let history: UndoHistory
  private var naive = NaiveDepot()
  private var undone: [NaiveDepot] = []
  private var redone: [NaiveDepot] = []
  private var depth = 0
  private var isOffline = false
  private let transcript = Transcript()

  init() {
    store = Store(ids: .ofWorld, notificationCenter: nil, adapters: [adapter])
    history = UndoHistory(of: store)
  }

  /// The Swift program of the steps that were made.
  var program: String { transcript.program }

  /// Makes one step and compares the results.
  func make(_ step: DepotStep) throws {
    try Store.with(store) {
      try perform(step)
      try compare()
    }
  }

  // MARK: - Steps

  private func perform(_ step: DepotStep) throws {
    switch step {
    case .createDepot:
      try both("Depot.create()") {
        try Depot.create().id
      } naive: { naive, id throws(Refusal) in
        naive.depots.append(Depot.new { $0.id = id ?? 0 })
      }
    case .createCrate(let depot, let label, let weight, let outer):
      let crate = Crate.new {
        ($0.label, $0.weight) = ("label \(label % 12)", weight % 5 == 0 ? nil : weight % 5)
        ($0.depotID, $0.crateID) = (depotID(depot), crateID(outer))
      }
      try both("Crate.create(\(crate))") {
        try Crate.create(crate).id
      } naive: { naive, id throws(Refusal) in
        var crate = crate
        crate.id = id ?? -1
        naive.crates.append(crate)
        naive.count()
      }
    case .createSeal(let number):
      let seal = Seal.new { $0.crateID = crateID(number) }
      try both("Seal.create(\(seal))") {
        try Seal.create(seal).id
      } naive: { naive, id throws(Refusal) in
        var seal = seal
        seal.id = id ?? -1
        naive.seals.append(seal)
      }
    case .update(let number, let depot, let label, let outer):
      guard let id = crateID(number), let index = naive.crate(id) else { return }
      var crate = naive.crates[index]
      (crate.label, crate.depotID, crate.crateID) = ("label \(label % 12)", depotID(depot), crateID(outer))
      try both("\(crate).saved()") {
        try crate.save()
        return nil
      } naive: { naive, _ throws(Refusal) in
        naive.crates[index] = crate
        naive.count()
      }
    case .updateAll(let weight, let other):
      try both("Crate.where(\\.weight == \(weight % 5)).updateAll { $0.weight = \(other % 5) }") {
        try Crate.where(\.weight == weight % 5).updateAll { $0.weight = other % 5 }
        return nil
      } naive: { naive, _ throws(Refusal) in
        for index in naive.crates.indices where naive.crates[index].weight == weight % 5 {
          naive.crates[index].weight = other % 5
        }
        naive.count()
      }
    case .deleteCrate(let number):
      guard let id = crateID(number) else { return }
      try both("Crate.delete(\(id))") {
        try Crate.delete(id)
        return nil
      } naive: { naive, _ throws(Refusal) in
        naive.crates.removeAll { $0.id == id }
        naive.count()
      }
    case .destroyCrate(let number):
      guard let id = crateID(number) else { return }
      try both("Crate.destroy(\(id))") {
        try Crate.destroy(id)
        return nil
      } naive: { naive, _ throws(Refusal) in
        naive.destroyCrates { $0.id == id }
      }
    case .destroyDepot(let number):
      let id = depotID(number)
      try both("Depot.destroy(\(id))") {
        try Depot.destroy(id)
        return nil
      } naive: { naive, _ throws(Refusal) in
        if !naive.depots.contains(where: { $0.id == id }) { return }
        naive.destroyCrates { $0.depotID == id }
        naive.depots.removeAll { $0.id == id }
      }
    case .deleteAll(let weight):
      try both("Crate.where { $0.weight + 1 > \(weight % 5) }.deleteAll()") {
        try Crate.where { $0.weight + 1 > weight % 5 }.deleteAll()
        return nil
      } naive: { naive, _ throws(Refusal) in
        naive.crates.removeAll { $0.weight.map { $0 + 1 > weight % 5 } ?? false }
        naive.count()
      }
    case .transaction(let steps, let isUndone): try transaction(steps, isUndone)
    case .offline(let step, let call): try offline(step, call)
    case .undo: try replay("undo", \.undone, \.redone) { try history.undo() }
    case .redo: try replay("redo", \.redone, \.undone) { try history.redo() }
    }
  }

  private func transaction(_ steps: [DepotStep], _ isUndone: Bool) throws {
    let line = transcript.open("try store.transaction {")
    let before = naive
    depth += 1
    let outcome = Result {
      defer { depth -= 1 }
      try store.transaction {
        for step in steps {
          try perform(step)
          try compare()
        }
        if isUndone { throw Refusal.thrown }
      }
    }
    if isUndone { transcript.add("throw HookRefusal()") }
    transcript.close()
    var expected: Refusal? = isUndone ? .thrown : nil
    if !isUndone && depth == 0 { do throws(Refusal) { try naive.checkCommit() } catch { expected = error } }
    try judge(outcome.map { _ in }, expected, before, line)
  }

  /// Makes a step that the adapter may refuse; then nothing may have changed.
  private func offline(_ step: DepotStep, _ call: Int) throws {
    let (before, undone, redone) = (naive, self.undone, self.redone)
    transcript.open("try adapter.failing(at: \(call)) {")
    defer { transcript.close() }
    isOffline = true
    defer { isOffline = false }
    do { try adapter.failing(at: call) { try perform(step) } } catch is BytesAdapter.Offline {
      (naive, self.undone, self.redone) = (before, undone, redone)
    }
  }

  private func replay(
    _ name: String, _ source: ReferenceWritableKeyPath<DepotWorld, [NaiveDepot]>,
    _ target: ReferenceWritableKeyPath<DepotWorld, [NaiveDepot]>, _ body: () throws -> Changeset
  ) throws {
    let line = transcript.add("try history.\(name)()")
    let before = naive
    let outcome = Result { _ = try body() }
    guard let state = self[keyPath: source].popLast() else { return try judge(outcome, .nothingToUndo, before, line) }
    naive = state
    let (undone, redone) = (self.undone, self.redone)
    try judge(outcome, nil, before, line)
    (self.undone, self.redone) = (undone, redone)
    self[keyPath: target].append(before)
  }

  // MARK: - Both

  /// Runs an operation with the library and with the naive store.
  ///
  /// - Parameters:
  ///   - real: Returns the id of a new record.
  ///   - body: Makes the same change.
  private func both(
    _ swift: String, real: () throws -> Int?, naive body: (inout NaiveDepot, Int?) throws(Refusal) -> Void
  ) throws {
    let line = transcript.add("try \(swift)")
    let before = naive
    var id: Int?
    let outcome = Result { id = try real() }
    var expected: Refusal?
    do throws(Refusal) {
      try body(&naive, id)
      try naive.check()
      if depth == 0 { try naive.checkCommit() }
    } catch { expected = error }
    try judge(outcome, expected, before, line)
  }

  private func judge(
    _ outcome: Result<Void, any Error>, _ expected: Refusal?, _ before: NaiveDepot, _ line: Int
  ) throws {
    if case .failure(let error) = outcome {
      naive = before
      if error is Difference || (isOffline && error is BytesAdapter.Offline) { throw error }
      transcript.refuse(line, Refusal(error))
      guard let expected, expected.isLike(Refusal(error)) else {
        throw Difference("refused by \(Refusal(error))", "\(error), expected \(expected.map { "\($0)" } ?? "success")")
      }
      return
    }
    if let expected { throw Difference("not refused", "expected \(expected)") }
    if depth > 0 || naive == before { return }
    undone.append(before)
    redone = []
  }

  /// Compares all records, and what relations and conditions find.
  private func compare() throws {
    if isOffline { return }
    func expect<Value: Equatable>(_ rule: String, _ value: Value, _ expected: Value) throws(Difference) {
      if value != expected { throw Difference(rule, "\(value), expected \(expected)") }
    }
    try expect("depots", Depot.order(by: \.id).all, naive.depots.sorted { $0.id < $1.id })
    try expect("crates", try Crate.order(by: \.id).all, naive.crates.sorted { $0.id < $1.id })
    try expect("seals", Seal.order(by: \.id).all, naive.seals.sorted { $0.id < $1.id })
    for depot in naive.depots.prefix(3) {
      let crates = naive.crates.filter { $0.depotID == depot.id }
      try expect("depot.crates", Set(try depot.crates.ids), Set(crates.map(\.id)))
      try expect(
        "heavy crates", try depot.crates.where { $0.weight >= 2 }.count, crates.count { ($0.weight ?? 0) >= 2 })
    }
    for crate in naive.crates.prefix(3) {
      try expect("crate.depot", crate.depot?.id, naive.depots.first { $0.id == crate.depotID }?.id)
      try expect("crate.outer", try crate.outer?.id, naive.crate(crate.crateID).map { naive.crates[$0].id })
      try expect("crate.seals", Set(crate.seals.ids), Set(naive.seals.filter { $0.crateID == crate.id }.map(\.id)))
    }
    for seal in naive.seals.prefix(3) {
      try expect("seal.crate", try seal.crate?.id, naive.crate(seal.crateID).map { naive.crates[$0].id })
    }
    try expect(
      "crates with inner ones", Set(try Crate.where { $0.inner.count > 0 }.ids),
      Set(naive.crates.filter { $0.innerCount > 0 }.map(\.id)))
    try expect(
      "weights", try Crate.group(by: \.weight).count(),
      Dictionary(grouping: naive.crates, by: \.weight).mapValues(\.count))
  }

  private func depotID(_ number: Int) -> Int {
    let index = number % (naive.depots.count + 1)
    return index < naive.depots.count ? naive.depots[index].id : 0
  }

  private func crateID(_ number: Int) -> Int? {
    let index = number % (naive.crates.count + 1)
    return index < naive.crates.count ? naive.crates[index].id : nil
  }
}

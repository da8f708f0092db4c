import MotionModel
import MotionModelTransactions

extension World {
  static var branchLimit: Int { 4 }

  /// Branches off the place at hand.
  func branch() {
    if branches.count >= Self.branchLimit { return }
    branchCount += 1
    let branch = place.store.branch()
    let name = "branch\(branchCount)"
    print("let \(name) = \(place.name == "store" ? "store" : place.name).branch()")
    branches.append(Twin(branch.store, place.naive, name: name, branch: branch, parent: place))
  }

  func onBranch(_ index: Int, _ steps: [Step]) throws {
    guard let twin = twin(index) else { return }
    transcript?.open("try Store.with(\(twin.name)) {")
    let outer = place
    place = twin
    defer {
      place = outer
      transcript?.close()
    }
    try Store.with(twin.store) { for step in steps { try perform(step) } }
  }

  func merge(_ index: Int, _ policy: Policy) throws {
    guard let twin = twin(index), let branch = twin.branch, let parent = twin.parent, isOpen(parent) else { return }
    let line = transcript?.add("try \(twin.name).merge(.\(policy))")
    let (before, own) = (parent.naive, twin.naive)
    let outcome = Result { try branch.merge(MergePolicy(policy)) }
    let expected = Result { () throws(Refusal) in
      var merged = try before.merged(twin.naive, since: twin.base, policy, ids(outcome, twin))
      try merged.checkCommit()
      merged.formGiven(twin.naive)
      return merged
    }
    try conclude(outcome.map { _ in true }, expected, parent, before, line)
    guard case .success = outcome else { return }
    twin.naive = parent.naive
    twin.base = parent.naive
    if let difference = Comparison.of(twin.store, twin.naive) { throw difference }
    try twin.settle(before: own)
  }

  func update(_ index: Int, _ policy: Policy) throws {
    guard let twin = twin(index), let branch = twin.branch, let parent = twin.parent else { return }
    let line = transcript?.add("try \(twin.name).update(.\(policy))")
    let (before, base) = (twin.naive, parent.naive)
    let outcome = Result { try branch.update(MergePolicy(policy)) }
    let expected = Result { () throws(Refusal) in
      var merged = try base.merged(before, since: twin.base, policy, ids(outcome, twin))
      try merged.checkCommit()
      merged.formGiven(before)
      return merged
    }
    try conclude(outcome.map { _ in true }, expected, twin, before, line)
    if case .success = outcome { twin.base = base }
  }

  func drop(_ index: Int) {
    guard let twin = twin(index), twin !== place else { return }
    if branches.contains(where: { $0.parent === twin }) { return }
    branches.removeAll { $0 === twin }
  }

  // MARK: - Parts

  private func twin(_ index: Int) -> Twin? { branches.isEmpty ? nil : branches[index % branches.count] }

  /// Whether a twin is still there.
  private func isOpen(_ twin: Twin) -> Bool { twin === main || branches.contains { $0 === twin } }

  private func conclude(
    _ outcome: Result<Bool, any Error>, _ expected: Result<NaiveStore, Refusal>, _ twin: Twin, _ before: NaiveStore, _ line: Int?
  ) throws {
    let outer = place
    place = twin
    defer { place = outer }
    if case .success(var merged) = expected {
      if case .success = outcome { merged.takeOverVersions(twin.store) }
      if KnownFault.countersDrift.isPresent || KnownFault.orderOfBranches.isPresent, case .success = outcome {
        if Comparison.of(twin.store, merged) != nil { merged.takeOver(twin.store) }
      }
      twin.naive = merged
    }
    _ = try judge(outcome, expected.map { _ in true }, before, line: line)
  }

  /// The new ids of records of a branch.
  private func ids(_ outcome: Result<Merge, any Error>, _ twin: Twin) -> [Kind: [AnyHashable: AnyHashable]] {
    guard case .success(let merge) = outcome else { return [:] }
    var renumbering = RenumberedIDs(merge: merge, naive: twin.naive)
    try? renumbering.visitAll()
    return renumbering.ids
  }
}

private struct RenumberedIDs: ModelVisitor {
  let merge: Merge
  let naive: NaiveStore
  var ids: [Kind: [AnyHashable: AnyHashable]] = [:]

  mutating func visit<Record: WorldModel>(_ model: Record.Type) {
    for row in naive[keyPath: Record.rows].rows {
      let id = merge.id(of: model, row.record.id)
      if id != row.record.id { ids[Record.kind, default: [:]][AnyHashable(row.record.id)] = AnyHashable(id) }
    }
  }
}

extension MergePolicy {
  init(_ policy: Policy) {
    switch policy {
    case .fail: self = .fail
    case .ours: self = .ours
    case .theirs: self = .theirs
    }
  }
}

extension NaiveStore {
  /// Takes note of ids that another store gave.
  mutating func formGiven(_ other: NaiveStore) {
    sites.formGiven(other.sites)
    jobs.formGiven(other.jobs)
    workers.formGiven(other.workers)
    shifts.formGiven(other.shifts)
    permits.formGiven(other.permits)
    remarks.formGiven(other.remarks)
    bookings.formGiven(other.bookings)
  }
}

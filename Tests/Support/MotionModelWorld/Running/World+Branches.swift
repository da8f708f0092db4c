import MotionModel
import MotionModelTransactions

extension World {
  static var branchLimit: Int { 4 }

  /// Creates a branch of the current store.
  func branch() {
    if branches.count >= Self.branchLimit { return }
    branchCount += 1
    let branch = current.store.branch()
    let name = "branch\(branchCount)"
    print("let \(name) = \(current.name == "store" ? "store" : current.name).branch()")
    let twin = Twin(branch.store, current.naive, name: name, branch: branch, parent: current, isAlone: current.isAlone)
    twin.indexes = current.indexes
    branches.append(twin)
  }

  func onBranch(_ index: Int, _ steps: [Step]) throws {
    guard let twin = twin(index) else { return }
    transcript?.open("try Store.with(\(twin.name)) {")
    let outer = current
    current = twin
    defer {
      current = outer
      transcript?.close()
    }
    try Store.with(twin.store) { for step in steps { try perform(step) } }
  }

  func merge(_ index: Int, _ policy: Policy) throws {
    guard let twin = twin(index), let branch = twin.branch, let parent = twin.parent, isOpen(parent) else { return }
    let line = transcript?.add("try \(twin.name).merge(.\(policy))")
    let (before, own) = (parent.naive, twin.naive)
    let outcome = Result { try branch.merge(MergePolicy(policy)) }
    let expected = expectation(outcome, twin, since: before) { ids throws(Refusal) in
      try before.merged(twin.naive, since: twin.base, policy, ids)
    }
    try conclude(outcome.map { _ in true }, expected, parent, before, line)
    guard case .success = outcome else { return }
    twin.naive = parent.naive
    (twin.base, twin.indexes) = (parent.naive, parent.indexes)
    if let difference = Comparison.of(twin.store, twin.naive) { throw difference }
    try twin.settle(before: own, isFollowing: true)
  }

  func update(_ index: Int, _ policy: Policy) throws {
    guard let twin = twin(index), let branch = twin.branch, let parent = twin.parent else { return }
    let line = transcript?.add("try \(twin.name).update(.\(policy))")
    let (before, base) = (twin.naive, parent.naive)
    let outcome = Result { try branch.update(MergePolicy(policy)) }
    let expected = expectation(outcome, twin, since: base) { ids throws(Refusal) in
      try base.merged(before, since: twin.base, policy, ids)
    }
    try conclude(outcome.map { _ in true }, expected, twin, before, since: base, line)
    if case .success = outcome { (twin.base, twin.indexes) = (base, parent.indexes) }
  }

  func drop(_ index: Int) {
    guard let twin = twin(index), twin !== current else { return }
    if branches.contains(where: { $0.parent === twin }) { return }
    branches.removeAll { $0 === twin }
  }

  // MARK: - Parts

  private func twin(_ index: Int) -> Twin? { branches.isEmpty ? nil : branches[index % branches.count] }

  /// Whether a twin still exists.
  private func isOpen(_ twin: Twin) -> Bool { twin === main || branches.contains { $0 === twin } }

  private func conclude(
    _ outcome: Result<Bool, any Error>, _ expected: Result<NaiveStore, Refusal>, _ twin: Twin, _ before: NaiveStore,
    since parent: NaiveStore? = nil, _ line: Int?
  ) throws {
    let outer = current
    current = twin
    defer { current = outer }
    if case .success(var merged) = expected {
      if case .success = outcome { merged.takeOverVersions(twin.store) }
      twin.naive = merged
    }
    _ = try judge(outcome, expected.map { _ in true }, before, since: parent, line: line)
  }

  /// Returns the expected result of merging the naive stores, with the ids that the library gave.
  ///
  /// If the library refused, it is not known whether it gave new ids before. It may then be right with
  /// new ids or without.
  private func expectation(
    _ outcome: Result<Branch.Merge, any Error>, _ twin: Twin, since before: NaiveStore,
    _ merged: ([Kind: [AnyHashable: AnyHashable]]) throws(Refusal) -> NaiveStore
  ) -> Result<NaiveStore, Refusal> {
    func result(_ ids: [Kind: [AnyHashable: AnyHashable]]) -> Result<NaiveStore, Refusal> {
      Result { () throws(Refusal) in
        let store = try merged(ids)
        try store.checkCommit()
        try store.checkChanges(since: before, byClerk: false)
        return store
      }
    }
    let first = result(ids(outcome, twin))
    guard case .failure = outcome, case .success = first else { return first }
    return result([:])
  }

  /// Returns the new ids of a branch's records; if the merge was refused, ids that no record has.
  private func ids(_ outcome: Result<Branch.Merge, any Error>, _ twin: Twin) -> [Kind: [AnyHashable: AnyHashable]] {
    let merge = try? outcome.get()
    var renumbering = RenumberedIDs(
      renumbered: merge, naive: twin.naive, base: twin.base, theirs: twin.parent?.naive ?? twin.base)
    renumbering.visitAll()
    return renumbering.ids
  }
}

/// What gave new ids to records.
protocol RenumberedRecords {
  func id<Record: Model>(of model: Record.Type, _ id: Record.ID) -> Record.ID
}

extension Branch.Merge: RenumberedRecords {}
extension LoadReport: RenumberedRecords {}

/// Collects the new ids of records.
struct RenumberedIDs: ModelVisitor {
  /// Nil if it was refused.
  let renumbered: (any RenumberedRecords)?
  let naive: NaiveStore
  let base: NaiveStore
  let theirs: NaiveStore
  var ids: [Kind: [AnyHashable: AnyHashable]] = [:]

  mutating func visit<Record: WorldModel>(_ model: Record.Type) {
    for row in naive[keyPath: Record.rows].rows {
      let id = renumbered.map { $0.id(of: model, row.record.id) } ?? placeholder(row.record)
      if id != row.record.id { ids[Record.kind, default: [:]][AnyHashable(row.record.id)] = AnyHashable(id) }
    }
  }

  private func placeholder<Record: WorldModel>(_ record: Record) -> Record.ID {
    let (base, theirs) = (base[keyPath: Record.rows], theirs[keyPath: Record.rows])
    guard let number = record.id.number, number >= base.nextNumber, theirs.knows(record.id) else {
      return record.id
    }
    return .byHand(2_000_000 + number)
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

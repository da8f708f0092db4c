import MotionModel

extension NaiveStore {
  /// Returns this store with the records of a file in place of its own.
  func loaded(_ file: NaiveStore, _ kinds: [Kind] = Kind.allCases) -> NaiveStore {
    var replacing = Replacing(file: file, kinds: kinds, result: self)
    replacing.visitAll()
    return replacing.result
  }

  /// Returns this store with the records of a file besides its own.
  ///
  /// - Parameter ids: The ids that appended records get, where they are not those of the file.
  func adding(
    _ file: NaiveStore, _ kinds: [Kind], _ loading: Loading, _ ids: [Kind: [AnyHashable: AnyHashable]]
  ) throws(Refusal) -> NaiveStore {
    switch loading {
    case .replace: loaded(file, kinds)
    case .mergeOrFail: try merged(file, kinds, .fail)
    case .mergeOurs: try merged(file, kinds, .ours)
    case .mergeTheirs: try merged(file, kinds, .theirs)
    case .append: try appended(file, kinds, ids)
    }
  }

  /// Returns this store as a file of the earlier version has it.
  var withoutBudgets: NaiveStore {
    var store = self
    for index in sites.rows.indices { store.sites.rows[index].record.budget = 0 }
    return store
  }

  /// Returns this store with the records of a file besides its own, which conflict with those of the same ids.
  private func merged(_ file: NaiveStore, _ kinds: [Kind], _ policy: Policy) throws(Refusal) -> NaiveStore {
    try merged(file.only(kinds), since: NaiveStore(), policy, [:])
  }

  /// Returns this store with all records of a file besides its own.
  ///
  /// - Parameter ids: The ids that the records of the file get, where these differ.
  private func appended(
    _ file: NaiveStore, _ kinds: [Kind], _ ids: [Kind: [AnyHashable: AnyHashable]]
  ) throws(Refusal) -> NaiveStore {
    var searching = SearchingTaken(store: self, file: file.only(kinds), ids: ids)
    searching.visitAll()
    if searching.isFound { throw .changeset }
    return try merged(file.only(kinds), since: NaiveStore(), .fail, ids)
  }

  private func only(_ kinds: [Kind]) -> NaiveStore {
    var picking = Picking(file: self, kinds: kinds)
    picking.visitAll()
    return picking.result
  }

  private struct Replacing: ModelVisitor {
    let file: NaiveStore
    let kinds: [Kind]
    var result: NaiveStore

    mutating func visit<Record: WorldModel>(_ model: Record.Type) {
      if !kinds.contains(Record.kind) { return }
      let records = file[keyPath: Record.rows].records
      let ids = Set(records.map(\.id))
      for row in result[keyPath: Record.rows].rows where !ids.contains(row.record.id) {
        if let index = result[keyPath: Record.rows].index(of: row.record.id) {
          result[keyPath: Record.rows].remove(at: index)
        }
      }
      result[keyPath: Record.rows].bring(records)
    }
  }

  private struct Picking: ModelVisitor {
    let file: NaiveStore
    let kinds: [Kind]
    var result = NaiveStore()

    mutating func visit<Record: WorldModel>(_ model: Record.Type) {
      if kinds.contains(Record.kind) { result[keyPath: Record.rows].rows = file[keyPath: Record.rows].rows }
    }
  }

  /// Looks for a record of a file whose id is taken, after it got another one.
  private struct SearchingTaken: ModelVisitor {
    let store: NaiveStore
    let file: NaiveStore
    let ids: [Kind: [AnyHashable: AnyHashable]]
    var isFound = false

    mutating func visit<Record: WorldModel>(_ model: Record.Type) {
      let own = Set(store[keyPath: Record.rows].rows.map { AnyHashable($0.record.id) })
      isFound =
        isFound
        || file[keyPath: Record.rows].rows.contains { row in
          let id = AnyHashable(row.record.id)
          return own.contains(ids[Record.kind]?[id] ?? id)
        }
    }
  }
}

// MARK: - Opened files

extension NaiveStore {
  /// Notes that the file of the store was written anew: who opens it does not learn which records were deleted before.
  mutating func forgetDeletions() {
    var noting = NotingSnapshot(store: self)
    noting.visitAll()
    self = noting.store
  }

  /// Notes that the changes made so far are in the journal.
  mutating func noteCommit() {
    var noting = NotingCommit(store: self)
    noting.visitAll()
    self = noting.store
  }

  /// Forgets what files do not say.
  mutating func reopen() {
    var reopening = Reopening(store: self)
    reopening.visitAll()
    self = reopening.store
    hasUniqueTexts = false
  }

  private struct NotingSnapshot: ModelVisitor {
    var store: NaiveStore
    mutating func visit<Record: WorldModel>(_ model: Record.Type) { store[keyPath: Record.rows].forgetDeletions() }
  }

  private struct NotingCommit: ModelVisitor {
    var store: NaiveStore
    mutating func visit<Record: WorldModel>(_ model: Record.Type) { store[keyPath: Record.rows].noteCommit() }
  }

  private struct Reopening: ModelVisitor {
    var store: NaiveStore
    mutating func visit<Record: WorldModel>(_ model: Record.Type) { store[keyPath: Record.rows].reopen() }
  }
}

extension RelatedRecords {
  /// Gives a record to this one, and saves it; a record that belongs to another moves.
  ///
  /// ```swift
  /// try project.todos.append(&todo)
  /// ```
  ///
  /// Through records that join two models, it is joined to this one unless it is already, and saved only when it is new.
  ///
  /// - Throws: What ``FinderChain/create(_:)`` throws. Then nothing is changed.
  public func append(_ record: inout Record) throws {
    let store = finder.store
    record = try store.inTransaction(with: owner) {
      var given = record
      try core.give(&given, to: owner, in: store)
      return given
    }
  }

  /// Gives several records to this one, as one changeset.
  ///
  /// - Returns: The records as they are stored.
  @discardableResult
  public func append(contentsOf records: some Sequence<Record>) throws -> [Record] {
    let store = finder.store
    return try store.inTransaction(with: owner) { try given(records, in: store) }
  }

  /// Takes a record from this one.
  ///
  /// What becomes of it is what the relation says for the case that this one is destroyed: it is destroyed or deleted as well,
  /// or else it stays without a key. Through records that join two models, what joins the two is destroyed.
  ///
  /// - Returns: Whether it belonged to this one.
  @discardableResult
  public func remove(_ record: Record) throws -> Bool {
    try removeAll { $0.where(\.id).eq(record.id) } > 0
  }

  /// Takes all records from this one, as one changeset; see ``remove(_:)``.
  ///
  /// - Parameter those: Chooses which; all, unless it is given.
  /// - Returns: How many there were.
  @discardableResult
  public func removeAll(_ those: (Finder<Record>) -> Finder<Record> = { $0 }) throws -> Int {
    let store = finder.store
    return try store.inTransaction(with: owner) {
      let records = try those(finder).all
      try core.take(records, from: owner, in: store)
      return records.count
    }
  }

  /// Makes some records the ones that belong to this one: those that did and are not among them are taken from it, and those that
  /// did not are given to it and saved, as one changeset.
  ///
  /// ```swift
  /// try card.labels.replace(with: [red, green])
  /// ```
  ///
  /// Those that belonged to it already are left alone, whatever the copies at hand say: save a changed one by itself.
  ///
  /// - Returns: The records as they are stored.
  @discardableResult
  public func replace(with records: some Sequence<Record>) throws -> [Record] {
    let store = finder.store
    let records = Array(records)
    return try store.inTransaction(with: owner) {
      let wanted = Set(records.map(\.id))
      let present = try finder.all
      try core.take(present.filter { !wanted.contains($0.id) }, from: owner, in: store)
      var belonging = Dictionary(present.lazy.map { ($0.id, $0) }) { first, _ in first }
      return try records.map { record in
        if let stored = belonging[record.id] { return stored }
        let given = try given([record], in: store)[0]
        belonging[given.id] = given
        return given
      }
    }
  }

  private func given(_ records: some Sequence<Record>, in store: Store) throws -> [Record] {
    try records.map { record in
      var record = record
      try core.give(&record, to: owner, in: store)
      return record
    }
  }
}

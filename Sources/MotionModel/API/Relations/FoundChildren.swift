/// The children of one record, which the index of their key found without a plan.
@usableFromInline
struct FoundChildren {
  private let table: TableVersion
  private let entry: HashIndex.Entry?
  private let fence: ReadFence

  /// - Returns: Nil where a plan is needed: in a transaction, while finders are logged, and without an index.
  init?(of parent: Row, by link: Link, in store: Store) {
    let (version, hasTransaction) = store.latest(link.child)
    guard let version, !hasTransaction, let entry = link.children(of: parent, in: version) else {
      if let version { store.readerIsDone(with: version) }
      return nil
    }
    (table, self.entry, fence) = (version, entry, store.fence)
  }

  @usableFromInline var count: Int { entry?.count ?? 0 }

  /// The row that was inserted first; nil if there are no children.
  @usableFromInline var first: Row? {
    switch entry {
    case .row(let position)?: table.rows[position]
    case .list(let rows)?: table.rows[rows.first]
    case nil: nil
    }
  }

  @usableFromInline
  func records<Record>() -> [Record] {
    guard let entry else { return [] }
    return Execution(of: Selection(table, rows: entry.rows)).records()
  }

  /// Has to be called once everything was read.
  @usableFromInline
  func areRead() { withExtendedLifetime(table) { fence.readerIsDone() } }
}

extension RelatedRecords where Record.Adapter == ArrayAdapter {
  /// The children, if they need no plan.
  @usableFromInline var children: FoundChildren? {
    guard let link = core.childLink, Record.defaultScope == nil else { return nil }
    return withRow(of: owner) { FoundChildren(of: $0, by: link, in: store) }
  }

  // The members of `FinderChain` of these names, without a plan where an index of the key finds the records.

  /// The number of records.
  ///
  /// - Complexity: O(1) with an index on the key.
  @inlinable public var count: Int {
    guard let children else { return finder.count }
    defer { children.areRead() }
    return children.count
  }

  /// Whether there is no record.
  ///
  /// - Complexity: O(1) with an index on the key.
  @inlinable public var isEmpty: Bool {
    guard let children else { return finder.isEmpty }
    defer { children.areRead() }
    return children.count == 0
  }

  /// The first record, or nil.
  ///
  /// - Complexity: O(1) with an index on the key.
  @inlinable public var first: Record? {
    guard let children else { return finder.first }
    defer { children.areRead() }
    return children.first.map { $0[Record.self] }
  }

  /// The records as they are now.
  @inlinable public var all: [Record] {
    guard let children else { return finder.all }
    defer { children.areRead() }
    return children.records()
  }
}

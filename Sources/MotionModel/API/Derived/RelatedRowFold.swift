/// What a column of a parent is computed from its related rows.
protocol RelatedRowFold: Sendable {
  associatedtype Result: Sendable

  /// The words for the value, such as `sum of amount`.
  var name: String { get }
  /// The columns of the rows that are read.
  var columns: [ColumnReference] { get }
  /// The fact about children from which the value follows; nil if they have to be read.
  var factKind: ChildFacts.Kind? { get }

  /// Returns the value of some rows; nil if its type cannot hold it.
  func value(of rows: RowSet, in storage: RowStorage) -> Result?

  /// Returns the index of children from which the value is read for each parent.
  func index(by link: Link) -> IndexDefinition

  /// Returns a closure that reads the value of a parent's children from the index in a version of the tables; nil if
  /// the table does not have the index. The closure returns nil if the type of the value cannot hold it.
  ///
  /// - Parameters:
  ///   - facts: The facts about children that are not in the table.
  ///   - isMet: Whether a child meets the condition of the index.
  func reader(
    _ index: IndexDefinition, by link: Link, _ facts: ChildFacts?, where isMet: (Row) -> Bool, in tables: Tables
  ) -> (@Sendable (Row) -> Result?)?

  /// Returns a function that stores the value of a parent's children, with changes that were not applied to their table
  /// yet; nil if these do not determine the value.
  ///
  /// - Parameters:
  ///   - facts: The facts about children that are not in the table.
  ///   - isMet: Whether a child meets the condition of the index.
  func pendingWriter(
    _ index: IndexDefinition, by link: Link, _ facts: ChildFacts?, where isMet: @escaping @Sendable (Row) -> Bool
  ) -> PendingWriter?
}

extension RelatedRowFold {
  /// Stores the value of a parent's children at an offset, by the tables and by changes to the children that were not
  /// applied to them. It returns whether the type can hold the value; nil if the value is unknown. Unless it is true,
  /// nothing was stored.
  typealias PendingWriter =
    @Sendable (Tables, _ children: ChangesetPart, _ parent: MutableRow, _ offset: Int) -> Bool?

  var factKind: ChildFacts.Kind? { nil }

  func pendingWriter(
    _ index: IndexDefinition, by link: Link, _ facts: ChildFacts?, where isMet: @escaping @Sendable (Row) -> Bool
  ) -> PendingWriter? { nil }
}

/// A sum, an average or a number of rows.
struct SumFold<Values: ReversibleAccumulator>: RelatedRowFold where Values.Result: Sendable {
  let name: String
  let columns: [ColumnReference]
  let initial: Values
  let read: @Sendable (Row) -> Values.Value

  func value(of rows: RowSet, in storage: RowStorage) -> Values.Result? {
    var values = initial
    rows.forEach { values.add(read(storage[$0])) }
    return Self.result(values)
  }

  private static func result(_ values: Values) -> Values.Result? { try? values.fitting() }

  var factKind: ChildFacts.Kind? { initial.factKind }

  func index(by link: Link) -> IndexDefinition {
    let key = link.column
    return IndexDefinition(.hash, [], name: "\(name) by \(key.name)", owner: DerivedColumnIndex()) {
      GroupIndex($0, by: key.operations, of: columns.map(\.operations), initial, read)
    }
  }

  @_specialize(where Values == PresentValues<Int?, ReversibleSum<Int>>)
  func reader(
    _ index: IndexDefinition, by link: Link, _ facts: ChildFacts?, where isMet: (Row) -> Bool, in tables: Tables
  ) -> (@Sendable (Row) -> Values.Result?)? {
    let table = tables.version(link.child)
    let (operations, parent, unloaded) = (link.operations, link.parent, table.unloaded)
    let values: @Sendable (Row) -> Values
    if tables.isForAllRows {
      let totals = ChildTotals(by: link, in: tables, initial, where: isMet, read)
      values = { totals[$0] }
    } else {
      guard let index = table.index(named: index.name) as? GroupIndex<Values> else { return nil }
      values = { index.group(hash: operations.childHash($0), parent.idAttribute(of: $0)).values }
    }
    return { row in
      var values = values(row)
      if let facts { values.add(fact: unloaded.number(facts, of: row)) }
      return Self.result(values)
    }
  }

  /// Most models have sums of `Int` and counts. Their writers are specialized: generic code looks up its types in each
  /// call, which takes longer than the rest of the call.
  @_specialize(where Values == PresentValues<Int?, ReversibleSum<Int>>)
  @_specialize(where Values == CountedValues)
  func pendingWriter(
    _ definition: IndexDefinition, by link: Link, _ facts: ChildFacts?,
    where isMet: @escaping @Sendable (Row) -> Bool
  ) -> PendingWriter? {
    let (operations, read) = (link.operations, read)
    return { tables, changes, row, offset in
      let parent = Row(row)
      let table = tables.version(link.child)
      guard let index = table.index(named: definition.name) as? GroupIndex<Values> else { return nil }
      var group = index.group(hash: operations.childHash(parent), link.parent.idAttribute(of: parent))
      func value(_ number: Int?) -> Values.Value? {
        guard let child = number.map(changes.address), operations.hasID(child, parent), isMet(child) else { return nil }
        return read(child)
      }
      for entry in changes.entries { group.replace(value(entry.old), by: value(entry.new)) }
      var values = group.values
      if let facts { values.add(fact: table.unloaded.number(facts, of: parent)) }
      guard let result = Self.result(values) else { return false }
      row[Values.Result.self, at: offset] = result
      return true
    }
  }
}

/// The children of all parents, added up at once, without an index.
struct ChildTotals<Values: ReversibleAccumulator>: Sendable {
  private let parents: TableVersion
  private let initial: Values
  /// By the chunks of the parents; empty for a chunk without a parent that has children.
  private var totals = PagedArray<ContiguousArray<Values>>()

  init(
    by link: Link, in tables: Tables, _ initial: Values, where isMet: (Row) -> Bool, _ read: (Row) -> Values.Value
  ) {
    let (parents, children) = (tables.version(link.parent), tables.version(link.child))
    (self.parents, self.initial) = (parents, initial)
    let count = RowPosition.chunk(of: parents.nextPosition) + 1
    totals.extend(to: count, with: ContiguousArray(repeating: [], count: PagedArray<Values>.pageCount))
    for child in children.positions.lazy.map(children.row) {
      guard isMet(child), let position = link.operations.parentPosition(child, parents) else { continue }
      let chunk = RowPosition.chunk(of: position)
      if totals[chunk].isEmpty { totals[chunk] = ContiguousArray(repeating: initial, count: RowPosition.perChunk) }
      totals[chunk][RowPosition.index(of: position)].add(read(child))
    }
  }

  /// What the children of a parent add up to.
  subscript(parent: Row) -> Values {
    guard let position = parents.position(of: parent) else { return initial }
    let totals = totals[RowPosition.chunk(of: position)]
    return totals.isEmpty ? initial : totals[RowPosition.index(of: position)]
  }
}

/// Marks an index that finds no records, and is only there for columns of parents.
struct DerivedColumnIndex: Sendable {}

/// A value of the row that has the least or the greatest value in a column: of rows with the same one, the first one
/// for the least and the last one for the greatest value, in the order of insertion.
struct EndFold<Value: ColumnValue, Result: Sendable>: RelatedRowFold {
  let name: String
  let columns: [ColumnReference]
  /// The column in whose order the row is the first or the last one.
  let order: ColumnReference
  let isLast: Bool
  let key: @Sendable (Row) -> Value
  let read: @Sendable (Row) -> Result
  /// The value without rows.
  let none: Result

  func value(of rows: RowSet, in storage: RowStorage) -> Result? {
    var found: (key: Value, position: Int)?
    rows.forEach { position in
      let value = key(storage[position])
      if !hasPlace(value) { return }
      if let best = found?.key, isLast ? Value.precedes(value, best) : !Value.precedes(value, best) { return }
      found = (value, position)
    }
    return found.map { read(storage[$0.position]) } ?? none
  }

  func index(by link: Link) -> IndexDefinition { .ordered([link.column, order]) }

  func reader(
    _ index: IndexDefinition, by link: Link, _ facts: ChildFacts?, where isMet: (Row) -> Bool, in tables: Tables
  ) -> (@Sendable (Row) -> Result?)? {
    let table = tables.version(link.child)
    guard let index = table.index(named: index.name) as? OrderedIndex else { return nil }
    let children = RouteReader(Route.Step(link: link, direction: .toChildren), in: tables)
    return { parent in
      let rows = children.rows(of: parent)
      if rows.isEmpty { return none }
      // The key of any child stands for the id of the parent.
      let bounds = index.bounds(of: table.rows[rows.first], 0..<1)
      return value(between: bounds, in: index, table.rows)
    }
  }

  private func value(between bounds: [OrderedBound], in index: OrderedIndex, _ storage: RowStorage) -> Result {
    let ranks = index.ranks(of: bounds, in: storage)
    let missing = index.startOfMissing(behind: bounds, in: storage)
    let end = index.startOfNaN(behind: bounds, in: storage).map { min($0, missing) } ?? missing
    var found: Result?
    index.forEach(in: ranks.lowerBound..<max(ranks.lowerBound, min(end, ranks.upperBound)), isReversed: isLast) {
      let row = storage[$0]
      if !hasPlace(key(row)) { return true }
      found = read(row)
      return false
    }
    return found ?? none
  }
}

/// A column whose value the store maintains: a sum, a number, an extreme or another value of related records, or a
/// value of the record's other columns.
///
/// ```swift
/// struct Order: Model {
///   var id = 0
///   var linesCount = 0
///   var total = 0
///   var paid = 0
///   var due = 0
///   var lastPayment: Date?
///
///   static let schema = Schema<Order> {
///     Derived(\.linesCount, count: \.lines)
///     Derived(\.total, .ordered, sum: \.lines, \.amount)
///     Derived(\.paid, sum: \.payments, \.amount, where: \.isRefused == false)
///     Derived(\.due) { $0.total - $0.paid }
///     Derived(\.lastPayment, maximum: \.payments, \.date)
///   }
///   struct Relations: ModelRelations {
///     let lines = HasMany<Line>(\.orderID, dependent: .destroy)
///     let payments = HasMany<Payment>(\.orderID)
///   }
/// }
///
/// Order.where(\.due > 0).order(by: \.total)   // as of any other column
/// ```
///
/// The value is right after every commit, however it wrote: by a save, a bulk call, a cascade, a child that gets
/// another parent, a file that is loaded, a changeset that is applied, an undo or a merge; inside a transaction it is
/// right after every write. A save never sets such a column: what a copy of the record has in it is ignored. A record
/// that changes only in such columns is not saved, so its hooks do not run and its times stay, but its ``LockVersion``
/// counts the change.
///
/// Columns may follow from derived columns, of children or of the record itself. A column that follows from itself,
/// over others or directly, is refused with ``StoreError/endlessDerivation(columns:)`` when a record of one of the
/// models is written. Columns of the record itself are computed in the order of their declarations, after those of
/// related records.
///
/// Children are added up in an index of their table, so a value is updated in constant time, a least or a greatest
/// value in logarithmic time. The result is the same as by adding all children: sums of `Double` do not drift. The
/// values are recomputed, from all related records of each record concerned, where the relation goes through others, or
/// the condition mentions related records.
///
/// A sum that the property cannot hold is refused with ``StoreError/numberOverflow(model:column:id:)``.
///
/// Where records are kept by a database, numbers of children and sums of whole numbers are changed by what a write adds
/// or removes, so they cost the same for any number of children. For other columns, the children of the parents
/// concerned are read with each write; of a relation through others, all records on the way. What another program
/// writes without such columns is not noticed until ``Model/rebuildDerived()``.
///
/// ## Topics
/// ### Values of related records
/// - ``init(_:name:_:count:where:)``
/// - ``init(_:name:_:sum:_:where:)-(_,_,_,_,KeyPath<Kind.Target,Value>Sendable,_)``
/// - ``init(_:name:_:average:_:where:)-(_,_,_,_,KeyPath<Kind.Target,Value>Sendable,_)``
/// - ``init(_:name:_:minimum:_:where:)-(_,_,_,_,KeyPath<Kind.Target,Value>Sendable,_)``
/// - ``init(_:name:_:maximum:_:where:)-(_,_,_,_,KeyPath<Kind.Target,Value>Sendable,_)``
/// - ``init(_:name:_:latest:_:by:where:)-(_,_,_,_,KeyPath<Kind.Target,Value>Sendable,_,_)``
/// ### Values of the record
/// - ``init(_:name:_:computing:)``
public struct Derived<Record: Model>: Sendable {
  let column: Column<Record>
  /// Creates what the engine knows of the column. It needs the schemas of the related models.
  let make: @Sendable () -> DerivedColumn

  /// Declares a column that is computed from the other columns of the record.
  ///
  /// ```swift
  /// Derived(\.amount) { $0.price * $0.quantity }
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - name: The column's name, if it differs from the property's.
  ///   - options: The options of the column, such as an index.
  ///   - compute: Returns the value. It must depend on nothing but the record's other columns.
  public init<Value: ColumnValue>(
    _ keyPath: any WritableKeyPath<Record, Value> & Sendable, name: String? = nil, _ options: ColumnOptions = [],
    computing compute: @escaping @Sendable (Record) -> Value
  ) {
    column = Column(keyPath, name: name, options)
    make = {
      let write = PropertyWriter(keyPath)
      return DerivedColumn(
        source: .own, owner: { Record.schema.layout }, number: { Record.schema.number(of: keyPath) },
        inputs: { [] }
      ) { _ in
        { row in write(compute(row[Record.self]), in: row) }
      }
    }
  }

  /// Declares a column that is the number of related records.
  ///
  /// All records with a key to this model alone are counted in the index that the key has by itself; others have an
  /// index of their own.
  init<Kind: RelationKind>(
    _ keyPath: any WritableKeyPath<Record, Int> & Sendable, _ name: String?, _ options: ColumnOptions,
    countOf relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    where condition: @escaping @Sendable () -> RecordPredicate<Kind.Target>?
  ) {
    column = Column(keyPath, name: name, options)
    make = {
      let (route, filter) = (Route(legs: Record.relations[keyPath: relation].core.scopedLegs), condition()?.node)
      if filter == nil, let step = route.onlyStep, step.direction == .toChildren, step.link.type == nil,
        let key = step.link.column.index, Kind.Target.schema.columns[key].options.contains(.indexed)
      {
        return DerivedColumn(keyPath, counting: step.link)
      }
      return DerivedFromRelated(keyPath, route, filter ?? .constant(true), SumFold.count).column
    }
  }

  /// Declares a column that is computed from related records.
  init<Kind: RelationKind, Value: ColumnValue, Fold: RelatedRowFold>(
    _ keyPath: any WritableKeyPath<Record, Value> & Sendable, _ name: String?, _ options: ColumnOptions,
    over relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    where condition: @escaping @Sendable () -> RecordPredicate<Kind.Target>?, _ fold: @escaping @Sendable () -> Fold
  ) where Fold.Result == Value {
    column = Column(keyPath, name: name, options)
    make = {
      DerivedFromRelated(
        keyPath, Route(legs: Record.relations[keyPath: relation].core.scopedLegs),
        condition()?.node ?? .constant(true), fold()
      ).column
    }
  }
}

/// Writes a property of a row.
private struct PropertyWriter<Record: Model, Value: Sendable>: Sendable {
  private let keyPath: any WritableKeyPath<Record, Value> & Sendable
  /// Where the property is in a row; nil if it is computed.
  let offset: Int?

  init(_ keyPath: any WritableKeyPath<Record, Value> & Sendable) {
    (self.keyPath, offset) = (keyPath, MemoryLayout<Record>.offset(of: keyPath))
  }

  func callAsFunction(_ value: Value, in row: MutableRow) {
    if let offset {
      row[Value.self, at: offset] = value
    } else {
      row[Record.self][keyPath: keyPath] = value
    }
  }
}

extension DerivedColumn {
  /// Creates the column that has the number of the records with a key, which counts in O(1).
  fileprivate convenience init<Parent: Model>(
    _ keyPath: any WritableKeyPath<Parent, Int> & Sendable, counting link: Link
  ) {
    let (write, facts) = (PropertyWriter(keyPath), ChildFacts(.count, of: nil, by: link))
    self.init(
      source: .children(link), owner: { Parent.schema.layout }, number: { Parent.schema.number(of: keyPath) },
      inputs: { [] }, addsUp: true, facts: facts,
      setter: { tables in
        let unloaded = tables.version(link.child).unloaded
        if tables.isForAllRows {
          let totals = ChildTotals(by: link, in: tables, CountedValues(), where: { _ in true }) { _ in }
          return { write(totals[Row($0)].result + unloaded.number(facts, of: Row($0)), in: $0) }
        }
        let children = RouteReader(Route.Step(link: link, direction: .toChildren), in: tables)
        return { write(children.count(of: Row($0)) + unloaded.number(facts, of: Row($0)), in: $0) }
      },
      setBeside: { tables, changes, row in
        let children = RouteReader(Route.Step(link: link, direction: .toChildren), in: tables)
        let unloaded = tables.version(link.child).unloaded.number(facts, of: Row(row))
        let difference = changes.difference(inRowsWhere: { link.operations.hasID($0, Row(row)) })
        write(children.count(of: Row(row)) + unloaded + difference, in: row)
        return true
      })
  }
}

/// A column that follows from related records, once the schemas of their models exist.
private struct DerivedFromRelated<Record: Model, Fold: RelatedRowFold>: Sendable where Fold.Result: ColumnValue {
  private let keyPath: any WritableKeyPath<Record, Fold.Result> & Sendable
  private let write: PropertyWriter<Record, Fold.Result>
  private let route: Route
  private let filter: PredicateNode
  private let fold: Fold
  /// The condition on the related records.
  private let condition: PredicateNode
  private let dependencies: [RelatedDependency]

  init(
    _ keyPath: any WritableKeyPath<Record, Fold.Result> & Sendable, _ route: Route, _ filter: PredicateNode,
    _ fold: Fold
  ) {
    (self.keyPath, self.route, self.filter, self.fold) = (keyPath, route, filter, fold)
    write = PropertyWriter(keyPath)
    condition = (route.legs.last?.conditions ?? .constant(true)) && filter
    guard let dependencies = RelatedDependency.along(route, where: filter),
      (fold.columns + route.steps.map(\.link.column)).allSatisfy({ $0.operations.bytes != nil })
    else {
      fatalError(
        """
        \(keyPath) cannot be derived, because it depends on code or on a computed property, which may look at anything: declare a \
        column for what the code computes.
        """)
    }
    self.dependencies = dependencies
  }

  /// The key of the children, if the value follows from these alone.
  private var childKey: Link? {
    guard let step = route.onlyStep, step.direction == .toChildren else { return nil }
    return condition.isStable && condition.dependencies?.isEmpty == true ? step.link : nil
  }

  var column: DerivedColumn {
    let key = childKey
    let (keyPath, inputs, dependencies) = (keyPath, inputs, dependencies)
    let source = RouteSource(
      layouts: { [route] in route.steps.map(\.target) + dependencies.map(\.layout) }, dependencies: { dependencies },
      startsWithKey: route.steps.first?.direction == .toParent)
    let index = key.map(index)
    let facts = key.flatMap(facts)
    return DerivedColumn(
      source: key.map { .children($0) } ?? .route(source), owner: { Record.schema.layout },
      number: { Record.schema.number(of: keyPath) }, inputs: { inputs }, isUnaffected: isUnaffected,
      indexes: { index.map { [$0] } ?? [] }, facts: facts,
      setter: { tables in setter(reader(key, index, facts, in: tables)) },
      setBeside: pendingSetter(key, index, facts))
  }

  private func facts(by key: Link) -> ChildFacts? {
    guard key.type == nil, let kind = fold.factKind else { return nil }
    return ChildFacts(kind, of: fold.columns.first, by: key, isMet: isMet)
  }

  private func pendingSetter(_ key: Link?, _ index: IndexDefinition?, _ facts: ChildFacts?) -> PendingSetter {
    guard let key, let index, let offset = write.offset,
      let put = fold.pendingWriter(index, by: key, facts, where: isMet)
    else { return { _, _, _ in false } }
    return { [keyPath] tables, changes, row throws(StoreError) in
      guard let fits = put(tables, changes, row, offset) else { return false }
      if !fits { throw Self.overflow(keyPath, Row(row)) }
      return true
    }
  }

  /// The columns from which the value follows.
  private var inputs: [ColumnPlace] {
    guard let last = route.legs.last else { return [] }
    var numbers = fold.columns.compactMap(\.index) + condition.columnNumbers
    if case .choice(let choice) = last {
      let query = choice.query()
      numbers += query.predicate.columnNumbers + query.order.compactMap { $0.comparedColumn?.index }
    }
    return numbers.map { ColumnPlace(slot: last.target.slot, number: $0) }
  }

  private func index(by link: Link) -> IndexDefinition {
    let index = fold.index(by: link)
    if condition.isAlwaysTrue { return index }
    return index.with(name: "\(index.name) where \(condition)", condition: condition)
  }

  /// Whether a child meets the condition.
  private var isMet: @Sendable (Row) -> Bool { condition.rowTest }

  /// Returns whether a change of a child does not matter to its parent.
  private var isUnaffected: @Sendable (Row, Row) -> Bool {
    if childKey == nil { return { _, _ in false } }
    let (isMet, columns) = (isMet, fold.columns.map(\.operations))
    return { old, new in
      let wasMet = isMet(old)
      return wasMet == isMet(new) && (!wasMet || columns.allSatisfy { $0.isSame(old, new) })
    }
  }

  private func setter(_ read: @escaping @Sendable (Row) -> Fold.Result?) -> ColumnSetter {
    { [write, keyPath] row throws(StoreError) in
      guard let value = read(Row(row)) else { throw Self.overflow(keyPath, Row(row)) }
      write(value, in: row)
    }
  }

  private static func overflow(
    _ keyPath: any WritableKeyPath<Record, Fold.Result> & Sendable, _ row: Row
  ) -> StoreError {
    let layout = Record.schema.layout
    let name = layout.columns[Record.schema.number(of: keyPath)].name
    return .numberOverflow(model: layout.name, column: name, id: layout.id.text(row))
  }

  private func reader(
    _ key: Link?, _ index: IndexDefinition?, _ facts: ChildFacts?, in tables: Tables
  ) -> @Sendable (Row) -> Fold.Result? {
    if let key, let index, let read = fold.reader(index, by: key, facts, where: isMet, in: tables) { return read }
    let related = RouteReader(route, where: filter, in: tables.forFewRows)
    return { [fold] in fold.value(of: related.rows(of: $0), in: related.table.rows) }
  }
}

extension PredicateNode {
  /// The numbers of the columns that a condition reads, without those of related records.
  fileprivate var columnNumbers: [Int] { leaves.compactMap { $0.column?.index } }
}

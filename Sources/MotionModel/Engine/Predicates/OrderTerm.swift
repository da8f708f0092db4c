/// The direction of an order.
public enum OrderDirection: String, Sendable, Hashable, CaseIterable {
  /// The least value first.
  case ascending
  /// The greatest value first.
  case descending
}

/// The position of nil values in an order.
public enum NilOrder: String, Sendable, Hashable, CaseIterable {
  /// Before all others.
  case first
  /// Behind all others.
  case last
}

/// One key of an order.
struct OrderTerm: Sendable, CustomStringConvertible {
  /// The column; nil when the order is by a closure or by a computed value.
  let column: ColumnReference?
  let direction: OrderDirection
  let nils: NilOrder
  /// Compares rows by this key alone.
  private(set) var comparison: RowComparison
  let description: String
  /// Distinguishes an order by a closure or by a computed value from other orders; nil for an order by a column.
  let identity: CodeIdentity?
  /// The rule by which folded strings of a column are compared; nil for other orders.
  var folded: FoldedStrings?
  /// The sort descriptor that the order is; nil for other orders.
  var descriptor: (any Hashable & Sendable)?
  /// Creates the comparison from tables, for an order that may need related records; nil for other orders.
  private let related: (@Sendable (Tables) -> RowComparison)?
  /// The values by which an order that is not by a stored column compares rows; nil for an order in code.
  private(set) var computed: ComputedOrder?
  /// Reads the value by which a row is compared; nil for an order by a stored column or in code, and before it is
  /// resolved.
  private(set) var key: (@Sendable (Row) -> any Sendable)?
  /// The rank of another module by which rows are ordered, and their table; nil for other orders.
  private let rank: (rank: any RowRank, layout: TableLayout)?
  /// The ranks of the rows, once they are resolved; nil for other orders.
  private(set) var ranking: Ranking?

  /// An order by what the strings of a column become when case, accents or both are ignored.
  struct FoldedStrings {
    let column: ColumnReference
    let direction: OrderDirection
    let nils: NilOrder
    let ignoresCaseAndAccents: Bool
  }

  /// The column, the direction and the position of nil of an order that an index may have; nil for other orders.
  var indexable: (column: ColumnReference, direction: OrderDirection, nils: NilOrder)? {
    if let column { return (column, direction, nils) }
    return folded.flatMap { $0.ignoresCaseAndAccents ? ($0.column, $0.direction, $0.nils) : nil }
  }

  /// The only column that decides between rows; nil where others may.
  var comparedColumn: ColumnReference? { column ?? folded?.column }

  /// Whether one row comes before another, by this key alone.
  var precedes: @Sendable (Row, Row) -> Bool { comparison.precedes }

  /// Whether comparing two rows may run code of the program's, such as a closure or a computed property.
  var hasCode: Bool { column?.operations.bytes == nil }

  /// Whether the order is by a rank.
  var isRank: Bool { rank != nil }

  /// How rows are ranked; nil for other orders.
  var rowRank: (any RowRank)? { rank?.rank }

  /// Whether the order needs tables.
  var isRelated: Bool { related != nil || rank != nil }

  /// Returns this order, with all that it needs of tables looked up.
  ///
  /// - Parameter predicate: The conditions of the query, by which a rank ranks.
  func resolved(in tables: Tables, under predicate: PredicateNode) -> OrderTerm {
    var term = self
    if let rank {
      let ranking = Ranking(rank.rank, by: predicate, in: tables.version(rank.layout))
      (term.ranking, term.comparison) = (ranking, ranking.comparison)
    } else if let related {
      term.comparison = related(tables)
    }
    term.key = computed?.reader(tables)
    return term
  }

  /// Creates an order by a column.
  init(_ column: ColumnReference, _ direction: OrderDirection, _ nils: NilOrder) {
    (self.column, self.direction, self.nils, identity, related, computed) = (column, direction, nils, nil, nil, nil)
    rank = nil
    description = column.name + Self.suffix(direction, nils)
    comparison = RowComparison(column.operations, direction, nils)
  }

  private init(
    code description: String, _ comparison: RowComparison, related: (@Sendable (Tables) -> RowComparison)? = nil,
    computed: ComputedOrder? = nil, rank: (any RowRank, TableLayout)? = nil
  ) {
    (column, direction, nils, identity) = (nil, .ascending, .last, CodeIdentity())
    (self.description, self.comparison, self.related) = (description, comparison, related)
    self.computed = computed
    self.rank = rank
  }

  /// Creates an order by a rank, which has to be resolved before it is used. The best rank comes first.
  init(_ rank: any RowRank, of layout: TableLayout) {
    self.init(code: rank.description, .unresolved, rank: (rank, layout))
  }

  /// Creates an order that has to be resolved before it is used.
  ///
  /// - Parameter computed: The values that are compared, if they are known.
  init(
    related description: String, computed: ComputedOrder? = nil,
    _ related: @escaping @Sendable (Tables) -> RowComparison
  ) {
    self.init(code: description, .unresolved, related: related, computed: computed)
  }

  /// Creates an order from a comparison of rows.
  init(_ description: String, _ precedes: @escaping @Sendable (Row, Row) -> Bool) {
    self.init(code: description, RowComparison(precedes))
  }

  /// Creates an order from a closure.
  init<Record>(_ model: Record.Type, _ precedes: @escaping @Sendable (Record, Record) -> Bool) {
    self.init("code") { precedes($0[Record.self], $1[Record.self]) }
  }

  /// Returns this order with the values by which it compares rows.
  func comparing(_ computed: ComputedOrder) -> OrderTerm {
    var term = self
    (term.computed, term.key) = (computed, computed.reader(Tables()))
    return term
  }

  /// The opposite order. This order must be resolved already.
  var reversed: OrderTerm { OrderTerm(code: description, comparison.reversed) }

  /// The words for a direction and the position of nil values, unless they are the default.
  static func suffix(_ direction: OrderDirection, _ nils: NilOrder) -> String {
    (direction == .descending ? " descending" : "") + (nils == .first ? " nil first" : "")
  }
}

extension OrderTerm {
  /// Returns whether both are the same order.
  func isEqual(to other: OrderTerm) -> Bool {
    if let column, let otherColumn = other.column {
      return column.isSame(as: otherColumn) && direction == other.direction && nils == other.nils
    }
    if let rank, let otherRank = other.rank { return rank.rank.isSame(as: otherRank.rank) }
    if let folded, let others = other.folded {
      return folded.column.isSame(as: others.column) && description == other.description
    }
    if let descriptor, let others = other.descriptor { return AnyHashable(descriptor) == AnyHashable(others) }
    return identity === other.identity
  }

  /// Whether it is quicker to read the keys of rows before they are compared.
  var isNumbered: Bool { ranking != nil || comparison.numbered != nil }

  /// Returns the comparison of some rows by their numbers, which reads the key of each of them once.
  func comparison(of rows: [PlacedRow], at addresses: [Row]) -> (Int, Int) -> Bool {
    if let ranking { return ranking.comparison(of: rows) }
    return comparison.comparison(of: addresses)
  }

  /// Returns the comparison of rows with one row.
  func precedes(with own: Row) -> (Row, Row) -> Bool {
    ranking.map { $0.comparison(with: own) } ?? precedes
  }
}

extension RowComparison {
  /// The comparison of an order that is not resolved.
  fileprivate static let unresolved = RowComparison { _, _ in
    fatalError("An order by related records was asked for before they were looked up.")
  }
}

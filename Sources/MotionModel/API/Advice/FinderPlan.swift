/// How a finder finds its records: the indexes it uses, the tests on each row, and how it orders the records.
///
/// ```swift
/// let plan = Todo.where(\.projectID == 7 && \.priority > 2).order(by: \.dueDate).limit(10).plan
/// print(plan)   // => index projectID (12 rows of 5000), test priority > 2, order by a heap of 10
/// #expect(plan.usesIndex(on: \.projectID))
/// ```
///
/// A finder is planned for each query, from the current contents of its store; plans are not cached. The format of
/// the description may change.
///
/// ## Topics
/// ### Asking
/// - ``usesIndex(on:)``
/// ### Parts
/// - ``access``
/// - ``tests``
/// - ``packedColumns``
/// - ``ordering``
/// - ``rowCount``
/// - ``estimatedRows``
/// - ``callsCode``
public struct FinderPlan: Sendable, Hashable {
  /// An index that a plan uses, and how many rows it returns.
  public struct IndexUse: Sendable, Hashable {
    /// The name of the index.
    public let name: String
    /// The kind of index.
    public let kind: IndexKind
    /// The names of the index's columns.
    public let columns: [String]
    /// How many rows the index returns, at most.
    public let rows: Int
  }

  /// The source of the rows that are tested.
  public indirect enum Access: Sendable, Hashable {
    /// All rows of the table.
    case scan
    /// No rows: the conditions cannot be met.
    case nothing
    /// The rows with some ids.
    case ids
    /// The rows that an index returns.
    case index(IndexUse)
    /// The rows that are related to records which meet the condition.
    case related(String)
    /// The rows that are in all of several sources.
    case all([Access])
    /// The rows that are in at least one of several sources.
    case any([Access])
  }

  /// How the rows are ordered.
  public enum Ordering: Sendable, Hashable {
    /// They are in order of insertion, as in the table, or in its reverse.
    case insertion
    /// The index that returns the rows has their order, and is read up to the limit. If rows have to be tested and
    /// too few of them pass, the walk through the index is abandoned, and the query runs as if there were no such
    /// index.
    case index(IndexUse)
    /// A heap of limited size keeps the first rows of the order.
    case heap(Int)
    /// All of them are sorted.
    case sort
  }

  /// The source of the rows.
  public let access: Access
  /// The conditions that are tested on each row, as code.
  public let tests: [String]
  /// The columns of the tests, and the first one of an order with a limit, that are read from copies which lie side by
  /// side, where these are up to date; see ``Store/packedColumnLimit``.
  public let packedColumns: [String]
  /// How the rows are ordered.
  public let ordering: Ordering
  /// The number of records in the table.
  public let rowCount: Int
  /// The estimated number of rows that are read.
  public let estimatedRows: Int
  /// Whether code is called for each row that is tested or ordered: a closure, a computed property such as
  /// `\.project?.name`, or the computation of a value from related records. It takes much longer than reading a column.
  public let callsCode: Bool

  /// All indexes that the plan uses.
  public var indexes: [IndexUse] { access.indexes }

  /// Returns whether the plan uses an index with a property among its columns.
  public func usesIndex<Record: Model, Value: ColumnValue>(on property: any KeyPath<Record, Value> & Sendable) -> Bool {
    let name = ColumnReference(property).name
    return indexes.contains { $0.columns.contains(name) }
  }
}

extension FinderPlan.IndexUse {
  init(_ index: (definition: IndexDefinition, rows: Int)) {
    let definition = index.definition
    (name, kind, columns, rows) = (definition.name, definition.kind, definition.columns.map(\.name), index.rows)
  }
}

extension FinderPlan.Access {
  init(_ source: AccessPath.Source, _ hidesValues: Bool) {
    switch source {
    case .nothing: self = .nothing
    case .ids: self = .ids
    case .index(let definition, let rows): self = .index(FinderPlan.IndexUse((definition, rows)))
    case .related(let found): self = .related(hidesValues ? "…" : found.description)
    case .all(let parts): self = .all(parts.map { Self($0, hidesValues) })
    case .any(let parts): self = .any(parts.map { Self($0, hidesValues) })
    }
  }

  fileprivate var indexes: [FinderPlan.IndexUse] {
    switch self {
    case .index(let use): [use]
    case .all(let parts), .any(let parts): parts.flatMap(\.indexes)
    case .scan, .nothing, .ids, .related: []
    }
  }
}

// MARK: - Description

extension FinderPlan: CustomStringConvertible {
  /// The plan as a string: `index projectID (12 rows of 5000), test priority > 2, order by a heap of 10`.
  public var description: String {
    let source = "\(access.words) (\(estimatedRows) rows of \(rowCount))"
    let tests = self.tests.isEmpty ? [] : ["test \(self.tests.joined(separator: ", "))"]
    let packed = packedColumns.isEmpty ? [] : ["packed \(packedColumns.joined(separator: ", "))"]
    let code = callsCode ? ["code for each row"] : []
    return ([source] + tests + packed + (ordering.words.map { [$0] } ?? []) + code).joined(separator: ", ")
  }
}

extension FinderPlan.Access {
  fileprivate var words: String {
    switch self {
    case .scan: "scan"
    case .nothing: "nothing"
    case .ids: "ids"
    case .index(let use): "index \(use.name)"
    case .related(let condition): "related records: \(condition)"
    case .all(let parts): parts.map(\.grouped).joined(separator: " and ")
    case .any(let parts): parts.map(\.grouped).joined(separator: " or ")
    }
  }

  private var grouped: String {
    switch self {
    case .all, .any: "(\(words))"
    default: words
    }
  }
}

extension FinderPlan.Ordering {
  fileprivate var words: String? {
    switch self {
    case .insertion: nil
    case .index: "in its order"
    case .heap(let count): "order by a heap of \(count)"
    case .sort: "order by sorting"
    }
  }
}

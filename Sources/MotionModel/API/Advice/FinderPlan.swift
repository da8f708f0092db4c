/// How a finder comes by its records: which indexes it uses, what it tests on each row, and how it puts them in order.
///
/// ```swift
/// let plan = Todo.where(\.projectID == 7 && \.priority > 2).order(by: \.dueDate).limit(10).plan
/// print(plan)   // => index projectID (12 rows of 5000), test priority > 2, order by a heap of 10
/// #expect(plan.usesIndex(on: \.projectID))
/// ```
///
/// A finder is planned anew each time it is asked, from what its store has at that moment; nothing is kept. What the text looks like is
/// not promised.
///
/// ## Topics
/// ### Asking
/// - ``usesIndex(on:)``
/// - ``usesIndex(named:)``
/// - ``isScan``
/// ### Parts
/// - ``access``
/// - ``tests``
/// - ``ordering``
/// - ``rowCount``
/// - ``estimatedRows``
public struct FinderPlan: Sendable, Hashable {
  /// An index, and how many rows it gives.
  public struct IndexUse: Sendable, Hashable {
    /// The name of the index.
    public let name: String
    /// How it finds records.
    public let kind: IndexKind
    /// The names of its columns.
    public let columns: [String]
    /// How many rows it gives, at most.
    public let rows: Int
  }

  /// Where the rows come from that are looked at.
  public indirect enum Access: Sendable, Hashable {
    /// All rows are looked at.
    case scan
    /// None is: the conditions cannot be met.
    case nothing
    /// Those with some ids.
    case ids
    /// Those that an index gives.
    case index(IndexUse)
    /// Those that are found through related records; with the condition on these.
    case related(String)
    /// Those that several have in common.
    case all([Access])
    /// Those that one of several has.
    case any([Access])
  }

  /// How the rows come in order.
  public enum Ordering: Sendable, Hashable {
    /// In the order of insertion, in which they are.
    case insertion
    /// The index that gives the rows is in that order, and is read up to the limit. Where rows have to be tested on the way and too
    /// few of them pass, that is given up, and the finder is answered as if there were no such index.
    case index(IndexUse)
    /// By a heap of so many rows, the first of the order.
    case heap(Int)
    /// All of them are sorted.
    case sort
  }

  /// Where the rows come from.
  public let access: Access
  /// What is tested on each row that is looked at, as one would write it.
  public let tests: [String]
  /// How they are put in order.
  public let ordering: Ordering
  /// How many records there are.
  public let rowCount: Int
  /// How many rows will probably be looked at.
  public let estimatedRows: Int

  /// Whether all records are looked at.
  public var isScan: Bool { access == .scan }

  /// All indexes that are used.
  public var indexes: [IndexUse] { access.indexes }

  /// Whether an index is used that has a property among its columns.
  public func usesIndex<Record: Model, Value: ColumnValue>(on property: any KeyPath<Record, Value> & Sendable) -> Bool {
    let name = ColumnReference(property).name
    return indexes.contains { $0.columns.contains(name) }
  }

  /// Whether the index of a name is used.
  public func usesIndex(named name: String) -> Bool { indexes.contains { $0.name == name } }
}

extension FinderPlan.IndexUse {
  init(_ index: (definition: IndexDefinition, rows: Int)) {
    let definition = index.definition
    (name, kind, columns, rows) = (definition.name, definition.kind, definition.columns.map(\.name), index.rows)
  }
}

extension FinderPlan.Access {
  init(_ source: AccessPath.Source) {
    switch source {
    case .nothing: self = .nothing
    case .ids: self = .ids
    case .index(let definition, let rows): self = .index(FinderPlan.IndexUse((definition, rows)))
    case .related(let found): self = .related(found.description)
    case .all(let parts): self = .all(parts.map(Self.init))
    case .any(let parts): self = .any(parts.map(Self.init))
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

// MARK: - In words

extension FinderPlan: CustomStringConvertible {
  /// The plan in words: `index projectID (12 rows of 5000), test priority > 2, order by a heap of 10`.
  public var description: String {
    let source = "\(access.words) (\(estimatedRows) rows of \(rowCount))"
    let tests = self.tests.isEmpty ? [] : ["test \(self.tests.joined(separator: ", "))"]
    return ([source] + tests + (ordering.words.map { [$0] } ?? [])).joined(separator: ", ")
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

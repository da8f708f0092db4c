/// The records that belong to a record, as `project.todos` returns them.
///
/// It is queried and refined like a ``Finder``, and reads nothing before:
///
/// ```swift
/// project.todos.count
/// project.todos.where(\.priority > 2).order(by: \.dueDate).all
/// for todo in project.todos { … }
/// ```
///
/// A record that was never saved has no related records.
public struct RelatedRecords<Owner: Model, Record: Model>: FinderChain {
  @usableFromInline let owner: Owner
  @usableFromInline let core: RelationCore<Owner, Record>
  /// The store that has the related records.
  public let store: Store

  @inlinable init(owner: Owner, core: RelationCore<Owner, Record>, store: Store) {
    (self.owner, self.core, self.store) = (owner, core, store)
  }

  /// The related records as a finder.
  public var finder: Finder<Record> { core.finder(of: owner, in: store) }

  /// The records in reverse order, as a finder, or as an array where one is expected.
  public func reversed() -> Finder<Record> { finder.reversed() }
}

extension RelatedRecords: CustomStringConvertible {
  /// The finder's description: `Todo where projectID == 1`.
  public var description: String { finder.description }
}

extension RelatedRecords: Sequence where Record.Adapter.Failure == Never {}

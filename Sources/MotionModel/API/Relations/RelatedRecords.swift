/// The records that belong to one: what `project.todos` gives.
///
/// It can be asked and refined as a ``Finder`` can, and looks at nothing until then:
///
/// ```swift
/// project.todos.count
/// project.todos.where(\.priority > 2).order(by: \.dueDate).all
/// for todo in project.todos { … }
/// ```
///
/// A record that was never saved has none.
public struct RelatedRecords<Owner: Model, Record: Model>: FinderChain {
  let owner: Owner
  let core: RelationCore<Owner, Record>

  /// The records as a finder.
  public var finder: Finder<Record> { core.finder(of: owner) }

  /// The records in the opposite order: the last one first. Where an array is wanted, it is one.
  public func reversed() -> Finder<Record> { finder.reversed() }
}

extension RelatedRecords: CustomStringConvertible {
  /// What is asked, as a ``Finder`` says it: `Todo where projectID == 1`.
  public var description: String { finder.description }
}

extension RelatedRecords: Sequence where Record.Adapter.Failure == Never {
  /// Goes through the records as they are now.
  public func makeIterator() -> IndexingIterator<[Record]> { finder.makeIterator() }

  /// Zero: how many records there are is not known without looking.
  public var underestimatedCount: Int { 0 }
}

/// The steps and queries of a ``Finder`` and of the records of a relation.
///
/// ```swift
/// Todo.where(\.priority > 2).order(by: \.dueDate).limit(20).all
/// project.todos.where(\.priority > 2).count
/// ```
///
/// Every step returns a ``Finder``, which is an immutable description. Only a query, such as `all` or `count`, reads
/// records.
///
/// ## Topics
/// ### Conditions
/// - ``where(_:)-(RecordPredicate<Self.Record>)``
/// - ``and(_:)-(RecordPredicate<Self.Record>)``
/// - ``or(_:)-(RecordPredicate<Self.Record>)``
/// - ``not()``
/// - ``unscoped()``
/// ### Order and window
/// - ``order(by:_:nils:)-(KeyPath<Self.Record,ColumnValue>Sendable,_,_)``
/// - ``order(by:_:nils:)-((Columns<Self.Record>)->Operand,_,_)``
/// - ``reversed()->Finder<Self.Record>``
/// - ``limit(_:)``
/// - ``offset(_:)``
/// - ``distinct(by:)``
/// ### Records
/// - ``page(after:size:)``
/// ### Values
/// - ``pluck(_:)``
/// ### Printing
/// - ``textTable(_:rows:width:)``
/// ### Writing
/// - ``new(_:)``
/// - ``create(_:)-((Self.Record)->Void)``
/// - ``create(_:)-(Self.Record)``
/// - ``updateAll(_:)``
/// - ``deleteAll()``
/// - ``destroyAll()``
public protocol FinderChain<Record>: Sendable {
  /// The model.
  associatedtype Record: Model

  /// A finder of the same records.
  var finder: Finder<Record> { get }
}

extension Finder: FinderChain {
  /// This finder.
  @inlinable public var finder: Finder { self }
}

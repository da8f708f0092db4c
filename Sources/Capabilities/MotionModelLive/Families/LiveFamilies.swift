public import MotionModel

/// The records of a finder, each with its related records, kept true by each commit.
///
/// ```swift
/// let projects = Project.order(by: \.name).live(with: \.todos) { $0.where(\.done == false) }
/// for family in projects.value {
///   print(family.record.name, family.related.map(\.name))
/// }
/// ```
///
/// Records and related records are those of one moment. See ``LiveValue``.
public typealias LiveFamilies<Record: Model, Kind: RelationKind> =
  LiveValue<LiveFamilyList<Record, Kind>, LiveFamiliesChange<Record, Kind>>

extension FinderChain where Record.Adapter == ArrayAdapter {
  /// Returns the records, each with its related records, kept true by each commit of the store.
  ///
  /// ```swift
  /// let projects = Project.order(by: \.name).live(with: \.todos) { $0.order(by: \.dueDate).limit(3) }
  /// ```
  ///
  /// It shows the committed records; inside a transaction of the store, without its writes. Otherwise it waits for
  /// writers.
  ///
  /// - Parameters:
  ///   - relation: The relation. If it goes through others that have an order, the records are read again after each
  ///     commit.
  ///   - refine: Refines which related records are shown; its order and its limit apply to each record separately.
  /// - Complexity: That of reading the finder. Commits cost time only if they concern the records, or related records
  ///   of shown ones; then for each record.
  public func live<Kind: RelationKind>(
    with relation: any KeyPath<Record.Relations, Relation<Record, Kind>> & Sendable,
    _ refine: @escaping @Sendable (Finder<Kind.Target>) -> Finder<Kind.Target> = { $0 }
  ) -> LiveFamilies<Record, Kind> where Kind.Target.Adapter == ArrayAdapter {
    let fold = LiveFamiliesFold(liveQuery, LiveRelation(relation, refine, in: finder.store))
    return LiveValue(LiveFoldSource(fold, in: finder.store), in: finder.store)
  }
}

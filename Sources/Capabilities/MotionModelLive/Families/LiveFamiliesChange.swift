public import MotionModel

/// What changed in ``LiveFamilies``.
///
/// First ``records`` says which records went, came, moved and changed. Then ``related`` says what changed among the
/// related records of those that were there before.
public struct LiveFamiliesChange<Record: Model, Kind: RelationKind>: Sendable {
  /// What changed among the related records of one record.
  public struct Related: Sendable {
    /// The index of the record before the change.
    public let old: Int
    /// The index of the record after the change.
    public let new: Int
    /// What changed among its related records.
    public let change: LiveChange<Kind.Target>
  }

  /// The records with their related records before the change.
  public let before: LiveFamilyList<Record, Kind>
  /// The records with their related records after the change.
  public let after: LiveFamilyList<Record, Kind>
  /// What changed among the records; nil if nothing did.
  public let records: LiveChange<Record>?
  /// What changed among the related records of the records that were there before, by their indexes after the change.
  public let related: [Related]
  /// The commits that this change covers.
  public let commits: ClosedRange<Int>
  /// The metadata of that commit.
  public let metadata: ChangesetMetadata

  /// - Returns: Nil if nothing changed.
  /// - Complexity: O(*n*) in the number of records, and in that of the related records of those whose related records
  ///   changed.
  init?(_ delta: LiveFamiliesDelta, _ span: CommitSpan) {
    let (old, new) = (delta.before, delta.after)
    let difference = LiveDifference(from: old.owners, to: new.owners, nil, delta.owners)
    records = difference.isEmpty ? nil : LiveChange(from: old.owners, to: new.owners, difference, span)
    related = Self.pairs(old.owners, new.owners, delta.owners).compactMap { pair in
      guard let before = old.related[old.owners.slice[pair.old].place],
        let after = new.related[new.owners.slice[pair.new].place],
        !before.rows.isIdentical(to: after.rows) || before.shown != after.shown
      else { return nil }
      let difference = LiveDifference(from: before, to: after, nil, delta.related, isReadAgain: delta.isReadAgain)
      if difference.isEmpty { return nil }
      return Related(old: pair.old, new: pair.new, change: LiveChange(from: before, to: after, difference, span))
    }
    if records == nil && related.isEmpty { return nil }
    (before, after) = (LiveFamilyList(rows: delta.before), LiveFamilyList(rows: delta.after))
    (commits, metadata) = (span.commits, span.metadata)
  }

  /// Returns the indexes of the records that are in both versions, in the new order.
  ///
  /// They are found by their ids: an order across relations makes new rows of records that were not written.
  private static func pairs(_ before: LiveVersion, _ after: LiveVersion, _ query: LiveQuery) -> [LiveMove<Int>] {
    let old = Dictionary(grouping: before.slice.enumerated()) { query.idHash($0.element) }
    return after.slice.enumerated().compactMap { index, row in
      old[query.idHash(row)]?.first { query.hasSameID($0.element, row) }
        .map { LiveMove(old: $0.offset, new: index) }
    }
  }
}

/// Two moments of ``LiveFamilies``.
struct LiveFamiliesDelta: Sendable {
  let before: LiveFamilyRows
  var after: LiveFamilyRows
  let owners: LiveQuery
  let related: LiveQuery
  /// Whether the related records were read again.
  let isReadAgain: Bool
}

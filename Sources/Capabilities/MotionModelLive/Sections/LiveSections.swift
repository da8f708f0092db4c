public import MotionModel

/// The records of a finder in sections by a key, as a list with headers shows them, kept true by each commit.
///
/// ```swift
/// let board = Todo.order(by: \.name).live(sectionedBy: \.status)
/// for section in board.value {
///   print(section.key, section.records.map(\.name))
/// }
/// let observation = board.onChange { change in print(change) }   // "move 0.2 → 1.0, update 1.0 (status)"
/// ```
///
/// Sections come in the order of their keys, and the records of each in the order of the finder. Keys that are equal in
/// the order share a section. See ``LiveValue``.
public typealias LiveSections<Key: ColumnValue, Record: Model> =
  LiveValue<LiveSectionList<Key, Record>, LiveSectionsChange<Key, Record>>

/// Makes sections of the rows of a list.
struct LiveSectionListing<Key: ColumnValue, Record: Model>: LiveListing {
  let finder: Finder<Record>
  /// The property whose values are the keys.
  let keyPath: any KeyPath<Record, Key> & Sendable
  private let key: PropertyReader<Record, Key>
  private let sectioning: LiveSectioning

  init(_ finder: Finder<Record>, by key: any KeyPath<Record, Key> & Sendable, _ sectioning: LiveSectioning) {
    (self.finder, keyPath, self.key, self.sectioning) = (finder, key, PropertyReader(key), sectioning)
  }

  var query: LiveQuery { sectioning.query }

  func value(of version: LiveVersion) -> LiveSectionList<Key, Record> {
    LiveSectionList(LiveSectionRows(sorted(version), by: sectioning), by: key)
  }

  /// Returns a version whose rows come in the order of sections.
  private func sorted(_ version: LiveVersion) -> LiveVersion {
    if sectioning.isSorted { return version }
    let rows = LiveRows(sorted: sectioning.sorted(Array(version.slice)))
    return LiveVersion(rows: rows, shown: 0..<rows.count)
  }

  func change(
    from before: LiveVersion, to after: LiveVersion, _ difference: LiveDifference, _ span: CommitSpan
  ) -> LiveSectionsChange<Key, Record>? {
    let (old, new) = (value(of: before), value(of: after))
    let sorted =
      sectioning.isSorted
      ? difference : self.difference(difference, before.slice, after.slice, old.rows.version, new.rows.version)
    return sorted.isEmpty ? nil : LiveSectionsChange(from: old, to: new, sorted, by: sectioning, span)
  }

  /// Returns the difference between sorted versions: only rows that differ in the versions themselves were touched.
  private func difference(
    _ flat: LiveDifference, _ old: LiveSlice, _ new: LiveSlice, _ before: LiveVersion, _ after: LiveVersion
  ) -> LiveDifference {
    let touches =
      flat.deletions.map { RowTransition(old: old[$0], new: nil) }
      + flat.insertions.map { RowTransition(old: nil, new: new[$0]) }
      + flat.moves.map { RowTransition(old: old[$0.old], new: new[$0.new]) }
      + flat.updates.map { RowTransition(old: old[$0.old], new: new[$0.new]) }
    let (oldIndexes, newIndexes) = (before.indexes, after.indexes)
    return LiveDifference(from: before, to: after, RowTransition.composed(touches[...], query), query) {
      oldIndexes[ObjectIdentifier($0)]
    } newIndex: {
      newIndexes[ObjectIdentifier($0)]
    }
  }
}

extension FinderChain where Record.Adapter == ArrayAdapter {
  /// Returns the records of the finder in sections by a key, kept true by each commit of its store.
  ///
  /// ```swift
  /// let board = Todo.order(by: \.name).live(sectionedBy: \.status)
  /// ```
  ///
  /// It shows the committed records; inside a transaction of the store, without its writes. Otherwise it waits for
  /// writers.
  ///
  /// - Parameters:
  ///   - key: The property whose values are the keys. A computed one must depend on nothing but the record.
  ///   - direction: The direction of the sections; ascending by default.
  ///   - nils: The position of the records without a key: by default last, in either direction.
  /// - Complexity: That of `live()`. Each notified change, and each ``LiveValue/value``, takes time for each section;
  ///   with a limit, an offset or distinct columns, for each record.
  public func live<Key: ColumnValue>(
    sectionedBy key: any KeyPath<Record, Key> & Sendable, _ direction: OrderDirection = .ascending,
    nils: NilOrder = .last
  ) -> LiveSections<Key, Record> {
    LiveValue(LiveSectionListing(finder, by: key, liveSectioning(by: key, direction, nils: nils)))
  }
}

public import MotionModel

/// The place of a record in a list with sections.
public struct LivePlace: Sendable, Hashable, Comparable {
  /// The index of the section.
  public let section: Int
  /// The index of the record in its section.
  public let index: Int

  /// Creates the place of a record.
  public init(section: Int, index: Int) { (self.section, self.index) = (section, index) }

  /// Returns whether a place comes before another in the list.
  public static func < (a: LivePlace, b: LivePlace) -> Bool { (a.section, a.index) < (b.section, b.index) }
}

extension LivePlace: CustomStringConvertible {
  /// The two indexes: `0.3`.
  public var description: String { "\(section).\(index)" }
}

/// What changed in ``LiveSections``.
///
/// Indexes and places of deletions, and `old` ones, refer to ``before``; all others refer to ``after``, as the lists of
/// user interfaces expect. All records that left their place are named, also in deleted and inserted sections. A record
/// whose key changes moves to another section.
///
/// ``applied(to:)`` does the same with arrays: a change, applied to the sections before it, gives those after it. A
/// change is never empty.
public struct LiveSectionsChange<Key: ColumnValue, Record: Model>: Sendable {
  /// The sections before the change.
  public let before: LiveSectionList<Key, Record>
  /// The sections after the change.
  public let after: LiveSectionList<Key, Record>
  /// The indexes, before the change, of sections that have no records any more.
  public let deletedSections: [Int]
  /// The indexes, after the change, of sections that had no records.
  public let insertedSections: [Int]
  /// The places, before the change, of the records that are not in the list any more.
  public let deletions: [LivePlace]
  /// The places, after the change, of the records that were not in the list.
  public let insertions: [LivePlace]
  /// The records that moved, by their places after the change.
  public let moves: [LiveMove<LivePlace>]
  /// The records whose columns changed, by their places after the change.
  public let updates: [LiveUpdate<LivePlace>]
  /// The commits that this change covers.
  public let commits: ClosedRange<Int>
  /// The metadata of that commit.
  public let metadata: Changeset.Metadata

  /// - Parameter difference: The difference between the rows of the lists.
  init(
    from before: LiveSectionList<Key, Record>, to after: LiveSectionList<Key, Record>, _ difference: LiveDifference,
    by sectioning: LiveSectioning, _ span: CommitSpan
  ) {
    let (old, new) = (before.rows, after.rows)
    let sections = LiveSectionPairs(from: old, to: new, by: sectioning)
    (deletedSections, insertedSections) = (sections.deleted, sections.inserted)
    deletions = difference.deletions.map(old.place)
    insertions = difference.insertions.map(new.place)
    updates = difference.updates.map {
      LiveUpdate(old: old.place(of: $0.old), new: new.place(of: $0.new), columns: $0.columns)
    }
    let moved = difference.moves.map { LiveMove(old: old.place(of: $0.old), new: new.place(of: $0.new)) }
    // A record may go to another section without passing another record.
    let known = Set(moved.map(\.new))
    let others = updates.filter { !known.contains($0.new) && sections.new[$0.old.section] != $0.new.section }
    moves = (moved + others.map { LiveMove(old: $0.old, new: $0.new) }).sorted { $0.new < $1.new }
    (self.before, self.after, commits, metadata) = (before, after, span.commits, span.metadata)
  }

  /// Returns the sections after the change, made from those before it.
  ///
  /// - Parameter sections: The records of ``before``, or as many other records; those at places that stay are kept.
  /// - Complexity: O(*n*) in the number of records.
  public func applied(to sections: [[Record]]) -> [[Record]] {
    let gone = Set(deletions).union(moves.map(\.old))
    let (deleted, inserted) = (Set(deletedSections), Set(insertedSections))
    var stayed = sections.indices.filter { !deleted.contains($0) }.map { section in
      sections[section].indices.filter { !gone.contains(LivePlace(section: section, index: $0)) }
        .map { sections[section][$0] }
    }.makeIterator()
    var result = after.indices.map { inserted.contains($0) ? [] : stayed.next() ?? [] }
    let come =
      insertions.map { ($0, after[$0.section].records[$0.index]) }
      + moves.map { ($0.new, sections[$0.old.section][$0.old.index]) }
    for (place, record) in come.sorted(by: { $0.0 < $1.0 }) { result[place.section].insert(record, at: place.index) }
    for update in updates {
      result[update.new.section][update.new.index] = after[update.new.section].records[update.new.index]
    }
    return result
  }
}

extension LiveSectionsChange: CustomStringConvertible {
  /// The indexes and places: `delete section 1, insert 0.2, move 1.0 → 0.3, update 0.3 (status)`.
  public var description: String {
    let sections = deletedSections.map { "delete section \($0)" } + insertedSections.map { "insert section \($0)" }
    let records = deletions.map { "delete \($0)" } + insertions.map { "insert \($0)" }
    let others =
      moves.map { "move \($0.old) → \($0.new)" }
      + updates.map { "update \($0.new) (\($0.columns.joined(separator: ", ")))" }
    return (sections + records + others).joined(separator: ", ")
  }
}

/// Which sections of two lists have the same key.
struct LiveSectionPairs {
  private(set) var deleted: [Int] = []
  private(set) var inserted: [Int] = []
  /// The index after a change of each section that was there before it and still is, by its index before.
  private(set) var new: [Int: Int] = [:]

  /// - Complexity: O(*s*) in the number of sections.
  init(from before: LiveSectionRows, to after: LiveSectionRows, by sectioning: LiveSectioning) {
    var (old, next) = (0, 0)
    while old < before.starts.count || next < after.starts.count {
      let isOld = old < before.starts.count
      let isNew = next < after.starts.count
      if isOld && (!isNew || sectioning.precedes(before.first(old), after.first(next))) {
        deleted.append(old)
        old += 1
      } else if isNew && (!isOld || sectioning.precedes(after.first(next), before.first(old))) {
        inserted.append(next)
        next += 1
      } else {
        new[old] = next
        (old, next) = (old + 1, next + 1)
      }
    }
  }
}

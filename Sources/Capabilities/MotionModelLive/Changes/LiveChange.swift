public import MotionModel

/// What changed in a live result between two moments, in indexes of its records.
///
/// ```swift
/// let observation = live.onChange { change in
///   for index in change.deletions { … }    // where records were that are gone
///   for index in change.insertions { … }   // where records are that are new
///   for move in change.moves { … }         // from where a record went, and to where
///   for update in change.updates { … }     // where a record is whose columns changed
/// }
/// ```
///
/// Indexes of deletions, and ``LiveMove/old``, are those of ``before``; all others are those of ``after``. That is what
/// the lists of user interfaces expect. ``applied(to:)`` does the same with an array: a change, applied to the records
/// before it, gives those after it. Records that were not written never move, and as few of the written ones as
/// possible.
///
/// A change is never empty.
public struct LiveChange<Record: Model>: Sendable {
  /// The records before the change.
  public let before: LiveElements<Record>
  /// The records after the change.
  public let after: LiveElements<Record>
  /// The indexes, before the change, of the records that are not in the result any more, in ascending order.
  public let deletions: [Int]
  /// The indexes, after the change, of the records that were not in the result, in ascending order.
  public let insertions: [Int]
  /// The records that moved, by their indexes after the change.
  public let moves: [LiveMove<Int>]
  /// The records whose columns changed, by their indexes after the change.
  public let updates: [LiveUpdate<Int>]
  /// The commits that this change covers. There are several if some did not concern the result or were silenced, or if
  /// the reader was slow.
  public let commits: ClosedRange<Int>
  /// The metadata of the last commit that concerned the result.
  public let metadata: Changeset.Metadata

  init(from before: LiveVersion, to after: LiveVersion, _ difference: LiveDifference, _ span: CommitSpan) {
    (self.before, self.after) = (LiveElements(before), LiveElements(after))
    (deletions, insertions) = (difference.deletions, difference.insertions)
    (moves, updates) = (difference.moves, difference.updates)
    (commits, metadata) = (span.commits, span.metadata)
  }

  /// Returns the records after the change, made from those before it.
  ///
  /// - Parameter records: The records of ``before``, or as many other records; those at places that stay are kept.
  /// - Complexity: O(*n*) in the number of records.
  public func applied(to records: [Record]) -> [Record] {
    let gone = Set(deletions).union(moves.map(\.old))
    var stayed = records.indices.lazy.filter { !gone.contains($0) }.map { records[$0] }.makeIterator()
    var new: [Int: Record] = [:]
    for index in insertions { new[index] = after[index] }
    for move in moves { new[move.new] = records[move.old] }
    var result = (0..<after.count).compactMap { new[$0] ?? stayed.next() }
    for update in updates { result[update.new] = after[update.new] }
    return result
  }
}

extension LiveChange: CustomStringConvertible {
  /// The indexes: `delete 3, insert 0, move 5 → 1, update 1 (priority)`.
  public var description: String {
    let texts =
      deletions.map { "delete \($0)" } + insertions.map { "insert \($0)" }
      + moves.map { "move \($0.old) → \($0.new)" }
      + updates.map { "update \($0.new) (\($0.columns.joined(separator: ", ")))" }
    return texts.joined(separator: ", ")
  }
}

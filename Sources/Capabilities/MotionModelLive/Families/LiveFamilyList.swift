public import MotionModel

/// A record with its related records.
public struct LiveFamily<Record: Model, Kind: RelationKind>: Sendable {
  /// The record.
  public let record: Record
  /// The related records, in the order of the relation.
  public let elements: LiveElements<Kind.Target>

  /// The related records as the relation returns them: an array, or one record or nil.
  public var related: Kind.Related { Kind.related(Array(elements)) }
}

/// The records of a finder, each with its related records, at one moment, as a value that never changes.
public struct LiveFamilyList<Record: Model, Kind: RelationKind>: RandomAccessCollection, Sendable {
  let rows: LiveFamilyRows

  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of records.
  public var endIndex: Int { rows.owners.slice.count }

  /// The record at an index, with its related records.
  public subscript(index: Int) -> LiveFamily<Record, Kind> {
    precondition(indices.contains(index), "There is no record at index \(index): there are \(count).")
    let row = rows.owners.slice[index]
    return LiveFamily(
      record: row.record(of: Record.self), elements: LiveElements(rows.related[row.place] ?? LiveVersion()))
  }
}

/// The rows of some records, and those of their related records.
struct LiveFamilyRows: Sendable {
  var owners = LiveVersion()
  /// The related rows of each owner, by the owner's position.
  var related: [Int: LiveVersion] = [:]
}

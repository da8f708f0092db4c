/// What became of the rows of an import.
public struct ImportReport<Record: Model>: Sendable {
  /// A row that was refused, and why.
  public struct Failure: Sendable, CustomStringConvertible {
    /// The number of the row, counted from 1.
    public let row: Int
    /// The reason: a ``CastError`` when the row is no JSON object, an ``AttributeError`` when it does not fit the model, a
    /// ``StoreError`` when the store refused it.
    public let error: any Error

    /// The row and the reason: `Row 3: Todo has no column "nme": …`.
    public var description: String { "Row \(row): \(error)" }
  }

  /// The records that were added, as they were stored, in the order of their rows.
  public let records: [Record]
  /// The rows that were refused.
  public let failures: [Failure]

  /// Whether every row was added.
  public var isComplete: Bool { failures.isEmpty }
}

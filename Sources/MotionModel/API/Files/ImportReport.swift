/// The result of importing rows.
public struct ImportReport<Record: Model>: Sendable {
  /// A row that was refused, with the reason.
  public struct Failure: Sendable, CustomStringConvertible {
    /// The number of the row, counted from 1.
    public let row: Int
    /// The reason: a ``CastError`` when the row is not a JSON object, an ``AttributeError`` when it does not fit the
    /// model, a ``StoreError`` when the store refused the record, or any error of a hook or of validation.
    public let error: any Error

    /// The row and the reason: `Row 3: Todo has no column "nme": …`.
    public var description: String { "Row \(row): \(error)" }
  }

  /// The records that were inserted, as they were stored, in the order of their rows.
  public let records: [Record]
  /// The rows that were refused.
  public let failures: [Failure]

  /// Whether every row was imported.
  public var isComplete: Bool { failures.isEmpty }
}

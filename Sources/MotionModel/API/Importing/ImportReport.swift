/// The result of importing rows.
///
/// Row numbers count all given rows from 1, including skipped and refused rows.
public struct ImportReport<Record: Model>: Sendable {
  /// A row that was refused, with the reason.
  public struct Failure: Sendable, CustomStringConvertible {
    /// The number of the row, counted from 1.
    public let row: Int
    /// The row's column whose value a transform of the mapping refused; nil for all other failures, whose errors name
    /// the column where there is one.
    public let column: String?
    /// The reason: a ``CastError`` when the row is not a JSON object, an ``AttributeError`` when it does not fit the
    /// model, an ``ImportError`` when it does not fit the mapping, a ``StoreError`` when the store refused the record,
    /// or any error of a hook, of a transform or of validation.
    public let error: any Error

    init(row: Int, column: String? = nil, error: any Error) {
      (self.row, self.column, self.error) = (row, column, error)
    }

    /// The row and the reason: `Row 3: Todo has no column "nme": …`.
    public var description: String {
      "Row \(row)\(column.map { ", column \"\($0)\"" } ?? ""): \(error)"
    }
  }

  /// The records that were inserted or updated, as they were stored, in the order of their rows.
  public let records: [Record]
  /// The number of the row of each of the ``records``.
  public let rows: [Int]
  /// The rows that updated a stored record. Only an import with a key has some.
  public let updatedRows: [Int]
  /// The rows that were neither imported nor refused: empty rows, rows that the mapping leaves out, and rows of stored
  /// records, if the mapping skips these.
  public let skippedRows: [Int]
  /// How many parents were created, by the names of their models.
  public let createdParents: [String: Int]
  /// The rows that were refused.
  public let failures: [Failure]
}

extension ImportReport: CustomStringConvertible {
  /// The numbers in words: `Album: 203 inserted, 4 updated, 2 skipped, 1 refused; Artist: 12 created`.
  public var description: String {
    let counts = [
      (records.count - updatedRows.count, "inserted"), (updatedRows.count, "updated"), (skippedRows.count, "skipped"),
      (failures.count, "refused"),
    ]
    let words = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    let parents = createdParents.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value) created" }
    return (["\(Record.schema.modelName): \(words.isEmpty ? "nothing" : words)"] + parents).joined(separator: "; ")
  }
}

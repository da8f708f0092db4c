// FinderChain+Records.swift explains why these properties are declared twice.

extension FinderChain {
  /// The records as they are now.
  public var all: [Record] {
    get throws(Record.Adapter.Failure) { try finder.records() }
  }

  /// The first record, or nil.
  public var first: Record? {
    get throws(Record.Adapter.Failure) { try finder.firstRecord() }
  }

  /// The last record, or nil.
  public var last: Record? {
    get throws(Record.Adapter.Failure) { try last(1).last }
  }

  /// The number of records, within the limit and the offset.
  public var count: Int {
    get throws(Record.Adapter.Failure) { try finder.recordCount() }
  }

  /// Whether the finder has no record.
  public var isEmpty: Bool {
    get throws(Record.Adapter.Failure) { try finder.atMostOne.recordCount() == 0 }
  }

  /// Whether the finder has a record.
  public var exists: Bool {
    get throws(Record.Adapter.Failure) { try !isEmpty }
  }

  /// The ids of the records.
  public var ids: [Record.ID] {
    get throws(Record.Adapter.Failure) { try pluck(\.id) }
  }
}

// FinderChain+Records.swift says why these stand here.

extension FinderChain {
  /// The records, as they are now.
  public var all: [Record] {
    get throws(Record.Adapter.Failure) { try finder.records() }
  }

  /// The first record, or nil when there is none.
  public var first: Record? {
    get throws(Record.Adapter.Failure) { try first(1).first }
  }

  /// The last record, or nil when there is none.
  public var last: Record? {
    get throws(Record.Adapter.Failure) { try last(1).last }
  }

  /// How many records there are; the window counts.
  public var count: Int {
    get throws(Record.Adapter.Failure) { try finder.recordCount() }
  }

  /// Whether there is no record.
  public var isEmpty: Bool {
    get throws(Record.Adapter.Failure) { try finder.atMostOne.recordCount() == 0 }
  }

  /// Whether there is a record.
  public var exists: Bool {
    get throws(Record.Adapter.Failure) { try !isEmpty }
  }

  /// The ids of the records.
  public var ids: [Record.ID] {
    get throws(Record.Adapter.Failure) { try pluck(\.id) }
  }
}

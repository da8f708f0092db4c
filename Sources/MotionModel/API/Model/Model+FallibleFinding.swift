// FinderChain+Records.swift explains why these properties are declared twice.

extension Model {
  /// All records, in the order in which they were inserted.
  public static var all: [Self] {
    get throws(Adapter.Failure) { try records.all }
  }

  /// The record that was inserted first, or nil.
  public static var first: Self? {
    get throws(Adapter.Failure) { try records.first }
  }

  /// The record that was inserted last, or nil.
  public static var last: Self? {
    get throws(Adapter.Failure) { try records.last }
  }

  /// The number of records.
  ///
  /// - Complexity: O(1).
  public static var count: Int {
    get throws(Adapter.Failure) { try records.count }
  }

  /// Whether no record is stored.
  public static var isEmpty: Bool {
    get throws(Adapter.Failure) { try records.isEmpty }
  }

  /// The ids of all records.
  public static var ids: [ID] {
    get throws(Adapter.Failure) { try records.ids }
  }

  /// Whether a record with this record's id is stored.
  public var exists: Bool {
    get throws(Adapter.Failure) { try Store.current.of(self).exists }
  }

  /// Whether this record was never saved: no record with its id is stored or known to be deleted.
  public var isNew: Bool {
    get throws(Adapter.Failure) { try Store.current.of(self).isNew }
  }

  /// The columns in which this record differs from the stored one; all columns when it is new.
  public var changes: [ColumnChange] {
    get throws(Adapter.Failure) { try Store.current.of(self).changes }
  }

  /// Whether this record differs from the stored one in any column, or is new.
  public var hasChanges: Bool {
    get throws(Adapter.Failure) { try Store.current.of(self).hasChanges }
  }
}

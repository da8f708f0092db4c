// Finder+Records.swift says why these stand here.

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

  /// How many records there are.
  ///
  /// - Complexity: O(1).
  public static var count: Int {
    get throws(Adapter.Failure) { try records.count }
  }

  /// Whether there is no record.
  public static var isEmpty: Bool {
    get throws(Adapter.Failure) { try records.isEmpty }
  }

  /// The ids of all records.
  public static var ids: [ID] {
    get throws(Adapter.Failure) { try records.ids }
  }

  /// Whether this record is in the store: there is a record with its id.
  public var exists: Bool {
    get throws(Adapter.Failure) { id.isAssigned ? try Self.exists(id) : false }
  }

  /// Whether this record is not in the store: it was never saved, or it was deleted.
  public var isNew: Bool {
    get throws(Adapter.Failure) {
      let exists = try exists
      return !exists
    }
  }

  /// The columns in which this record differs from the stored one; all of them when it is new.
  public var changes: [ColumnChange] {
    get throws(Adapter.Failure) { changes(fromStored: id.isAssigned ? try Self.find(id) : nil) }
  }

  /// Whether this record differs from the stored one in any column, or is new.
  public var hasChanges: Bool {
    get throws(Adapter.Failure) { differs(fromStored: id.isAssigned ? try Self.find(id) : nil) }
  }
}

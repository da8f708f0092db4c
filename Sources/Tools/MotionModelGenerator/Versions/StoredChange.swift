/// A change between two versions of a data model that needs a migration, or nothing would say what becomes of values.
enum StoredChange: Hashable {
  /// Values of another type.
  case type(column: String, from: String, to: String)
  /// Nil is not a value any more; `initial` is the one of new records.
  case required(column: String, initial: String)
  /// The ids of records of other models.
  case target(column: String, from: String, to: String)
  /// A key became records of a joining model; `columns` maps columns of the record to columns of the joining records.
  case joined(relationship: String, column: String, join: String, columns: [Pair])
  /// A key leads to one of several models now, whose name a column has.
  case manyTargets(column: String, typeColumn: String, target: String)
  /// A relationship is stored in another way.
  case form(relationship: String, from: String, to: String)
  /// A type in the values of a column changed.
  case values(column: String, change: String)
  /// The model is none any more.
  case removed(model: String)

  /// A column of a new record, and the one of the old that it has the value of.
  struct Pair: Hashable {
    let new: String
    let old: String
  }
}

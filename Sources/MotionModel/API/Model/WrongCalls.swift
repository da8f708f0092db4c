// None of these is available. The compiler finds them for calls that read well and do not exist, and its message names
// the right one. It passes over them as long as anything else fits.

extension Model {
  /// Not available: a finder has the records.
  @available(*, unavailable, message: "a condition is `where { … }`; `records.filter { … }` tests records by code")
  public static func filter(_ condition: (Self) throws -> Bool) -> [Self] { refuseWrongCall() }

  /// Not available: a finder has the records.
  @available(*, unavailable, message: "`records.map { … }` maps the records, and `pluck` reads one property")
  public static func map<Result>(_ transform: (Self) throws -> Result) -> [Result] { refuseWrongCall() }

  /// Not available: it is what the compiler finds for a record that cannot be changed.
  @available(*, unavailable, message: "a record that is saved has to be a `var`: the store sets its id and times")
  public func save(_ nothing: Void = ()) throws { refuseWrongCall() }

  /// Not available: it is what the compiler finds for rows of another type.
  @available(*, unavailable, message: "a row is a dictionary: of strings, `row.mapValues(AttributeValue.string)`")
  public static func importRows<Row>(_ rows: [Row], mapping: ImportMapping<Self> = []) throws { refuseWrongCall() }
}

extension Store {
  /// Not available: a record saves itself, or its table does.
  @available(*, unavailable, message: "save a record by `record.save()`, or here by `table(Todo.self).save(&record)`")
  public func save<Record: Model>(_ record: Record) throws { refuseWrongCall() }

  /// Not available: a record saves itself, or its table does.
  @available(*, unavailable, message: "save a record by `record.save()`, or here by `table(Todo.self).save(&record)`")
  public func save<Record: Model>(_ record: inout Record) throws { refuseWrongCall() }
}

extension FinderChain {
  /// Not available: a finder has no positions.
  @available(*, unavailable, message: "a finder has no positions: `offset(2).first` reads one record, `all[2]` all")
  public subscript(position: Int) -> Record { refuseWrongCall() }
}

extension ParentColumns {
  /// Not available: a parent is compared by its id.
  @available(*, unavailable, message: "compare the key, as in `$0.projectID == project.id`; no parent is `isMissing`")
  public static func == (parent: Self, other: Target?) -> RecordPredicate<Record> { refuseWrongCall() }
}

private func refuseWrongCall() -> Never { fatalError("A call is not available.") }

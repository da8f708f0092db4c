/// Answers a model's finders: where its records live.
///
/// A model that says nothing lives in memory, with ``ArrayAdapter``. Reading through an adapter that cannot fail needs no
/// `try`; reading through one that can throws its ``Failure``:
///
/// ```swift
/// struct Todo: Model { … }                                        // Todo.where(\.priority > 2).all
/// struct Page: Model { typealias Adapter = RemoteAdapter; … }     // try Page.where(\.title == "Home").all
/// ```
///
/// An adapter has to answer two questions; the others have answers that build on them, which it may replace with
/// quicker ones.
public protocol StorageAdapter: Sendable {
  /// What reading can fail with; `Never` when it cannot.
  associatedtype Failure: Error

  /// The record with an id, or nil.
  static func find<Record: Model>(_ id: Record.ID, in store: Store) throws(Failure) -> Record?

  /// The records that a finder asks for, in its order and window.
  static func records<Record: Model>(of finder: Finder<Record>) throws(Failure) -> [Record]

  /// How many records a finder asks for.
  static func count<Record: Model>(of finder: Finder<Record>) throws(Failure) -> Int

  /// One page of the records that a finder asks for.
  static func page<Record: Model>(of finder: Finder<Record>, size: Int) throws(Failure) -> Page<Record>

  /// Calls `body` with the value of one property of each record that a finder asks for, in its order.
  static func forEachValue<Record: Model, Value>(
    of property: any KeyPath<Record, Value> & Sendable, in finder: Finder<Record>, _ body: (Value) -> Void
  ) throws(Failure)
}

extension StorageAdapter {
  /// Counts the records.
  public static func count<Record: Model>(of finder: Finder<Record>) throws(Failure) -> Int {
    try records(of: finder).count
  }

  /// Takes the page from all the records.
  public static func page<Record: Model>(of finder: Finder<Record>, size: Int) throws(Failure) -> Page<Record> {
    finder.page(of: try records(of: finder.with { $0.query.start = nil }), size: size)
  }

  /// Takes the values from the records.
  public static func forEachValue<Record: Model, Value>(
    of property: any KeyPath<Record, Value> & Sendable, in finder: Finder<Record>, _ body: (Value) -> Void
  ) throws(Failure) {
    for record in try records(of: finder) { body(record[keyPath: property]) }
  }
}

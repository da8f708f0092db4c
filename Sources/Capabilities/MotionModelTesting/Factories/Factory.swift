public import MotionModel

/// Makes records for tests, of which only what a test cares about has to be said.
///
/// ```swift
/// extension Todo {
///   static let sample = Factory<Todo> { todo, number in todo.name = "Todo \(number)" }
///     .parent(\.project, Project.sample)
///   static let urgentSample = sample.with { $0.priority = 9 }
/// }
///
/// let draft = try Todo.sample.new()                       // Todo 1, not saved
/// let todo = try Todo.sample.create()                     // Todo 2, saved, with a new project
/// let done = try Todo.sample.create { $0.done = true }    // Todo 3
/// let many = try Todo.urgentSample.create(count: 100)     // as one commit
/// ```
///
/// A factory is a value: ``with(_:)-((Record)->Void)`` returns a variant, and the original stays. A record begins
/// with the columns' defaults, then the factory's closures run in order, then that of the call. Records are saved with
/// all rules and hooks, as a program saves them.
///
/// The numbers count the records of a model in a store, saved or not: 1, 2, 3, … So tests that have a store of their
/// own do not influence each other, and variants share their numbers. A branch of a store is another store, with
/// numbers of its own.
///
/// ## Topics
/// ### Declaring
/// - ``init(_:)-((Record,Int)->Void)``
/// - ``init(_:)-((Record)->Void)``
/// - ``with(_:)-((Record)->Void)``
/// - ``with(_:)-((Record,Int)->Void)``
/// ### Related records
/// - ``parent(_:_:)-(KeyPath<Record.Relations,Relation<Record,ToParent<Target>>>Sendable,_)``
/// - ``parent(_:_:)-(KeyPath<Record.Relations,PolymorphicRelation<Record,Key>>Sendable,_)``
/// - ``children(_:_:count:)``
/// - ``child(_:_:)``
/// ### Making records
/// - ``new(in:_:)``
/// - ``create(in:_:)``
/// - ``create(count:in:_:)``
public struct Factory<Record: Model>: Sendable {
  /// Sets columns of a new record, which has a number.
  typealias Step = @Sendable (_ record: inout Record, _ number: Int) throws -> Void

  /// Set columns, in order.
  private var steps: [Step]
  /// Create the parents that a record has not been given.
  var parents: [@Sendable (_ record: inout Record, FactoryRun) throws -> Void] = []
  /// Create the records that belong to a created record.
  var children: [@Sendable (_ record: Record, FactoryRun) throws -> Void] = []

  /// Declares how records are made.
  ///
  /// - Parameter build: Sets columns of a new record. Its number makes records different, for example in unique
  ///   columns.
  public init(_ build: @escaping @Sendable (_ record: inout Record, _ number: Int) throws -> Void) { steps = [build] }

  /// Declares how records are made: `Factory<Todo> { $0.name = "Walk the dog" }`.
  ///
  /// - Parameter build: Sets columns of a new record.
  public init(_ build: @escaping @Sendable (_ record: inout Record) throws -> Void = { _ in }) {
    steps = [{ record, _ in try build(&record) }]
  }

  /// Returns a variant: a factory that makes records as this one does and then changes them.
  public func with(_ change: @escaping @Sendable (_ record: inout Record) throws -> Void) -> Factory {
    with { record, _ in try change(&record) }
  }

  /// Returns a variant: a factory that makes records as this one does and then changes them, given their numbers.
  public func with(_ change: @escaping @Sendable (_ record: inout Record, _ number: Int) throws -> Void) -> Factory {
    var copy = self
    copy.steps.append(change)
    return copy
  }

  // MARK: - Making records

  /// Returns a new, unsaved record. Nothing is stored, no parent either.
  ///
  /// - Parameters:
  ///   - store: The store whose numbers count; it is the one in use while the record is made.
  ///   - build: Completes the record.
  /// - Throws: The errors of the closures.
  public func new(
    in store: Store = .current, _ build: (_ record: inout Record) throws -> Void = { _ in }
  ) throws -> Record {
    try Store.with(store) {
      try Record.new { record in
        try runSteps(&record, in: store)
        try build(&record)
      }
    }
  }

  /// Creates a record and saves it, with its missing parents and its children, as one commit.
  ///
  /// - Parameters:
  ///   - store: The store that gets the records; it is the one in use meanwhile.
  ///   - build: Completes the record before its missing parents are created.
  /// - Returns: The record as it is stored.
  /// - Throws: ``FactoryError`` when parents or children continue without end, any error of saving or of a closure.
  ///   Nothing is stored then.
  @discardableResult
  public func create(
    in store: Store = .current, _ build: (_ record: inout Record) throws -> Void = { _ in }
  ) throws -> Record {
    try FactoryRun.inTransaction(of: store) { try create($0, build) }
  }

  /// Creates several records as ``create(in:_:)`` does, all as one commit.
  ///
  /// - Parameters:
  ///   - count: How many; it traps if this is negative.
  ///   - store: The store that gets the records; it is the one in use meanwhile.
  ///   - build: Completes each record before its missing parents are created.
  /// - Returns: The records as they are stored.
  /// - Throws: What ``create(in:_:)`` throws. Nothing is stored then.
  /// - Complexity: O(*n*) in the number of records.
  @discardableResult
  public func create(
    count: Int, in store: Store = .current, _ build: (_ record: inout Record) throws -> Void = { _ in }
  ) throws -> [Record] {
    Self.check(count)
    return try FactoryRun.inTransaction(of: store) { run in
      // A record may be changed by the next one, for example through a counter.
      let ids = try (0..<count).map { _ in try create(run, build).id }
      return try store.table(Record.self).find(all: ids)
    }
  }

  /// Creates a record in a transaction.
  func create(_ run: FactoryRun, _ build: (inout Record) throws -> Void = { _ in }) throws -> Record {
    try make(run, build) { try run.store.table(Record.self).create($0) }
  }

  /// Creates a record in a transaction, in a way of the caller's.
  ///
  /// - Parameter insert: Makes a record, passes it to `complete`, and saves it.
  func make(
    _ run: FactoryRun, _ build: (inout Record) throws -> Void = { _ in },
    inserting insert: @escaping (_ complete: (inout Record) throws -> Void) throws -> Record
  ) throws -> Record {
    var created = try insert { record in
      try runSteps(&record, in: run.store)
      try build(&record)
      for addParent in parents { try addParent(&record, try run.deeper(for: Record.self)) }
    }
    if children.isEmpty { return created }
    for addChildren in children { try addChildren(created, try run.deeper(for: Record.self)) }
    // The children may have changed it, for example through a counter.
    try run.store.table(Record.self).reload(&created)
    return created
  }

  private func runSteps(_ record: inout Record, in store: Store) throws {
    let number = store.changeCompanion { $0.nextNumber(of: Record.self) }
    for step in steps { try step(&record, number) }
  }

  /// Traps when a number of records is negative.
  static func check(_ count: Int) {
    if count < 0 { fatalError("A factory of \(Record.self) cannot create \(count) records: pass 0 or more.") }
  }
}

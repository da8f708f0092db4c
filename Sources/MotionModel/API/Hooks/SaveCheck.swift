/// Decides whether a record may be saved; see ``Model/saveCheck``.
///
/// Modules that the core does not know, such as `MotionModelValidation`, take part in saving by it. It is a class,
/// because each save copies it.
public final class SaveCheck<Record: Model>: Sendable {
  let isMet: @Sendable (Record) -> Bool
  let check: @Sendable (Record, HookContext<Record>) throws -> Void
  let compare: (@Sendable (_ stored: Record, _ given: Record, _ context: HookContext<Record>) throws -> Void)?
  let explain: @Sendable (StoreError, Record) -> any Error
  /// The names of columns in which no two records that are saved may have the same values together; nil equals nothing.
  package let uniqueColumns: [[String]]

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - isMet: Returns true only if the record may be saved whatever the store holds. The check is then skipped,
  ///     and so is its cost: it runs while no other writer does.
  ///   - check: Throws when the record must not be saved.
  ///   - compare: Throws when a stored record conflicts with others. It is called at the end of a call that saves
  ///     several records, for each of them as it is stored then. It is also called at the end of saving one record, if
  ///     hooks changed the record or wrote. For its error, it also receives the record before its id was given. Nil
  ///     when nothing compares records.
  ///   - uniqueColumns: The names of columns in which it lets no two records have the same values together; nil equals
  ///     nothing. A database declares them for the tables that it makes.
  ///   - explain: Converts an error of the store to an error of its own; by default, the store's error is thrown
  ///     unchanged.
  public init(
    isMet: @escaping @Sendable (Record) -> Bool = { _ in false },
    _ check: @escaping @Sendable (Record, HookContext<Record>) throws -> Void,
    compare: (@Sendable (_ stored: Record, _ given: Record, _ context: HookContext<Record>) throws -> Void)? = nil,
    uniqueColumns: [[String]] = [],
    explain: @escaping @Sendable (StoreError, Record) -> any Error = { error, _ in error }
  ) {
    (self.isMet, self.check, self.compare, self.explain) = (isMet, check, compare, explain)
    self.uniqueColumns = uniqueColumns
  }
}

/// A save check, for code that does not know the model.
///
/// NB: Not of objects only: a ``Lifecycle`` would be copied to the stack by each of the functions that hooks nest.
protocol RowCheck: Sendable {
  /// Whether the check compares records.
  var comparesRecords: Bool { get }
  func check(_ row: Row, _ context: UntypedHookContext) throws
  func compare(_ stored: Row, _ given: Row, _ context: UntypedHookContext) throws
  func explain(_ error: StoreError, _ row: Row) -> any Error
}

extension SaveCheck: RowCheck {
  var comparesRecords: Bool { compare != nil }

  func check(_ row: Row, _ context: UntypedHookContext) throws { try check(row[Record.self], HookContext(context)) }

  func compare(_ stored: Row, _ given: Row, _ context: UntypedHookContext) throws {
    try compare?(stored[Record.self], given[Record.self], HookContext(context))
  }

  func explain(_ error: StoreError, _ row: Row) -> any Error { explain(error, row[Record.self]) }
}

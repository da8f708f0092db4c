/// Decides whether a record may be saved; see ``Model/saveCheck``.
///
/// It is how a module that the core does not know, such as `MotionModelValidation`, takes part in saving.
public struct SaveCheck<Record: Model>: Sendable {
  let isMet: @Sendable (Record) -> Bool
  let check: @Sendable (Record, HookContext<Record>) throws -> Void
  let explain: @Sendable (StoreError, Record) -> any Error

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - isMet: Tells, if it can, that a record may be saved, whatever the store holds. The check is then left out, and so is
  ///     what it costs: it runs while no other writer does.
  ///   - check: Throws when the record must not be saved.
  ///   - explain: Puts what the store refused into words of its own; unless it is given, the refusal is thrown as it is.
  public init(
    isMet: @escaping @Sendable (Record) -> Bool = { _ in false },
    _ check: @escaping @Sendable (Record, HookContext<Record>) throws -> Void,
    explain: @escaping @Sendable (StoreError, Record) -> any Error = { error, _ in error }
  ) {
    (self.isMet, self.check, self.explain) = (isMet, check, explain)
  }
}

/// A save check, for code that does not know the model.
protocol RowCheck: Sendable {
  func check(_ row: UnsafeRawPointer, _ moment: HookMoment) throws
  func explain(_ error: StoreError, _ row: UnsafeRawPointer) -> any Error
}

extension SaveCheck: RowCheck {
  func check(_ row: UnsafeRawPointer, _ moment: HookMoment) throws {
    try check(row.assumingMemoryBound(to: Record.self).pointee, HookContext(moment))
  }

  func explain(_ error: StoreError, _ row: UnsafeRawPointer) -> any Error {
    explain(error, row.assumingMemoryBound(to: Record.self).pointee)
  }
}

/// Decides whether a record may be saved; see ``Model/saveCheck``.
///
/// It is how a module that the core does not know, such as `MotionModelValidation`, takes part in saving.
public struct SaveCheck<Record: Model>: Sendable {
  let check: @Sendable (Record, HookContext<Record>) throws -> Void
  let explain: @Sendable (StoreError, Record) -> any Error

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - check: Throws when the record must not be saved.
  ///   - explain: Puts what the store refused into words of its own; unless it is given, the refusal is thrown as it is.
  public init(
    _ check: @escaping @Sendable (Record, HookContext<Record>) throws -> Void,
    explain: @escaping @Sendable (StoreError, Record) -> any Error = { error, _ in error }
  ) {
    (self.check, self.explain) = (check, explain)
  }
}

/// Decides whether a record may be saved; see ``Model/saveCheck``.
///
/// It is how a module that the core does not know, such as `MotionModelValidation`, takes part in saving.
public struct SaveCheck<Record: Model>: Sendable {
  /// Judges a record among all others, once everything is written.
  public typealias Comparison =
    @Sendable (_ stored: Record, _ given: Record, _ context: HookContext<Record>) throws -> Void

  let isMet: @Sendable (Record) -> Bool
  let check: @Sendable (Record, HookContext<Record>) throws -> Void
  let compare: Comparison?
  let explain: @Sendable (StoreError, Record) -> any Error

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - isMet: Tells, if it can, that a record may be saved, whatever the store holds. The check is then left out, and so is
  ///     what it costs: it runs while no other writer does.
  ///   - check: Throws when the record must not be saved.
  ///   - compare: Throws when a record must not be in the store beside the others. It is asked at the end of a call that saves several
  ///     records, for each of them as it is stored then, and at the end of the save of one record that hooks have changed, or during which
  ///     they have written. It is given the record as it was before it had an id, too, for its error. Nil when nothing compares records.
  ///   - explain: Puts what the store refused into words of its own; unless it is given, the refusal is thrown as it is.
  public init(
    isMet: @escaping @Sendable (Record) -> Bool = { _ in false },
    _ check: @escaping @Sendable (Record, HookContext<Record>) throws -> Void,
    compare: Comparison? = nil,
    explain: @escaping @Sendable (StoreError, Record) -> any Error = { error, _ in error }
  ) {
    (self.isMet, self.check, self.compare, self.explain) = (isMet, check, compare, explain)
  }
}

/// A save check, for code that does not know the model.
protocol RowCheck: Sendable {
  /// Whether it compares records.
  var comparesRecords: Bool { get }
  func check(_ row: UnsafeRawPointer, _ moment: HookMoment) throws
  func compare(_ stored: UnsafeRawPointer, _ given: UnsafeRawPointer, _ moment: HookMoment) throws
  func explain(_ error: StoreError, _ row: UnsafeRawPointer) -> any Error
}

extension SaveCheck: RowCheck {
  var comparesRecords: Bool { compare != nil }

  func check(_ row: UnsafeRawPointer, _ moment: HookMoment) throws {
    try check(row.assumingMemoryBound(to: Record.self).pointee, HookContext(moment))
  }

  func compare(_ stored: UnsafeRawPointer, _ given: UnsafeRawPointer, _ moment: HookMoment) throws {
    let (stored, given) = (stored.assumingMemoryBound(to: Record.self), given.assumingMemoryBound(to: Record.self))
    try compare?(stored.pointee, given.pointee, HookContext(moment))
  }

  func explain(_ error: StoreError, _ row: UnsafeRawPointer) -> any Error {
    explain(error, row.assumingMemoryBound(to: Record.self).pointee)
  }
}

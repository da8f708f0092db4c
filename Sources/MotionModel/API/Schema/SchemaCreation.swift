import Synchronization

/// The models whose schemas are being created, which must not be queried meanwhile.
///
/// A schema creates a record to find the offset of its id. If the record's initial values or the schema's
/// declarations query the model, the query needs the schema that is being created. Without this check, Swift would
/// wait forever without a message, because a `static let` whose initializer reads itself waits for itself. So every
/// query checks this first, which costs reading one number while no schema is being created.
@usableFromInline enum SchemaCreation {
  /// How many schemas are being created, in all threads.
  private static let count = Atomic<Int>(0)

  /// The models whose schemas the calling task is creating.
  @TaskLocal private static var models: [ObjectIdentifier] = []

  /// Runs code that creates a part of a model's schema.
  @usableFromInline static func with<Record: Model, Result>(_ model: Record.Type, _ body: () -> Result) -> Result {
    count.add(1, ordering: .relaxed)
    defer { count.subtract(1, ordering: .relaxed) }
    return $models.withValue(models + [ObjectIdentifier(model)], operation: body)
  }

  /// Traps if the calling task is creating the schema of the model.
  @inline(__always) static func check<Record: Model>(_ model: Record.Type) {
    if count.load(ordering: .relaxed) > 0 { refuse(model) }
  }

  /// Does the same for code that is inlined into the caller.
  @usableFromInline static func checkInlined<Record: Model>(_ model: Record.Type) { check(model) }

  @inline(never) private static func refuse<Record: Model>(_ model: Record.Type) {
    guard models.contains(ObjectIdentifier(model)) else { return }
    fatalError(
      """
      \(model) is asked for its records while its schema is being made, by the schema itself or by \(model)(), which the schema calls: \
      put what depends on other records into the default of a column, as in Column(\\.number, default: \(model).count + 1), or into a hook.
      """)
  }
}

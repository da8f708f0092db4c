import Synchronization

/// The models whose schemas are being made, which may not be asked for their records meanwhile.
///
/// A schema makes a record, to find out where its id lies. If the record's initial values, or the declarations of the schema, ask the model
/// for records, that needs the schema, which is being made: Swift waits for ever then, without a word, because a `static let` that asks for
/// itself waits for itself. So whatever asks for records looks here first. It costs the reading of one number as long as no schema is
/// being made.
@usableFromInline
enum SchemaMaking {
  /// How many threads are making schemas.
  private static let count = Atomic<Int>(0)

  /// The models whose schemas the calling thread is making.
  @TaskLocal private static var models: [ObjectIdentifier] = []

  /// Runs code of a model's that its schema is made of.
  @usableFromInline
  static func with<Record: Model, Result>(_ model: Record.Type, _ body: () -> Result) -> Result {
    count.add(1, ordering: .relaxed)
    defer { count.subtract(1, ordering: .relaxed) }
    return $models.withValue(models + [ObjectIdentifier(model)], operation: body)
  }

  /// Traps when the calling thread is making the schema of a model that is asked for records.
  @inline(__always)
  static func check<Record: Model>(_ model: Record.Type) {
    if count.load(ordering: .relaxed) > 0 { refuse(model) }
  }

  /// The same where code is compiled into the caller.
  @usableFromInline
  static func checkInlined<Record: Model>(_ model: Record.Type) { check(model) }

  @inline(never)
  private static func refuse<Record: Model>(_ model: Record.Type) {
    guard models.contains(ObjectIdentifier(model)) else { return }
    fatalError(
      """
      \(model) is asked for its records while its schema is being made, by the schema itself or by \(model)(), which the schema calls: \
      put what depends on other records into the default of a column, as in Column(\\.number, default: \(model).count + 1), or into a hook.
      """)
  }
}

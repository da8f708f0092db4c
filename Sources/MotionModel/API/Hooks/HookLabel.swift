/// The description of a hook or of middleware in messages.
///
/// A class, so that a context passes it on at the cost of one reference.
final class HookLabel: Sendable, CustomStringConvertible {
  /// The kind with the name, or else with the position in the source: `beforeSave "trim"`,
  /// `beforeSave (Todos/Todo.swift:12)`.
  let description: String

  init(_ description: String) { self.description = description }

  /// Describes the save check, which is not a hook.
  static let check = HookLabel("saveCheck")
  /// Describes the save check while a call saves several records.
  static let checkOfMany = HookLabel("saveCheck")
}

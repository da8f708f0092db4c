/// What a hook, or a piece of middleware, is called in messages.
///
/// It is a class so that a context carries it at the cost of a reference.
final class HookPlace: Sendable, CustomStringConvertible {
  /// The kind with the name, or else with the place in the code: `beforeSave "trim"`, `beforeSave (Todos/Todo.swift:12)`.
  let description: String

  init(_ description: String) { self.description = description }

  /// The place of the save check, which is no hook.
  static let check = HookPlace("saveCheck")
  /// The same while a call saves several records.
  static let checkOfMany = HookPlace("saveCheck")
}

/// The hooks of a model, which run when its records are saved, deleted, loaded and committed.
///
/// ```swift
/// struct Todo: Model {
///   …
///   static let hooks: Hooks<Todo> = [
///     .beforeSave("trim") { todo, _ in todo.name = todo.name.trimmingCharacters(in: .whitespaces) },
///     .beforeDelete { todo, context in
///       if !todo.done { throw context.halt("The todo is not done.") }
///     },
///     .afterCommit { change, _ in print(change.kind, change.id) },
///   ]
/// }
///
/// print(Todo.hooks)   // => beforeSave "trim", beforeDelete (Shop/Todo.swift:12), afterCommit (Shop/Todo.swift:15)
/// ```
///
/// Hooks of one kind run in the order in which they are listed; the first of several `around` hooks is the
/// outermost. Everything that a hook writes belongs to the changeset of its operation, and is committed or undone
/// with it. Declare hooks as a `static let`, so that the list is created once. <doc:RunningHooks> describes all the
/// rules.
public struct Hooks<Record: Model>: Sendable, ExpressibleByArrayLiteral {
  /// Nil without hooks, so that the test for hooks is cheap.
  @usableFromInline let contents: Contents?

  @usableFromInline final class Contents: Sendable {
    let plan: HookPlan
    let list: [Hook]

    init(_ list: [Hook]) { (plan, self.list) = (HookPlan(list), list) }
  }

  /// Creates an empty list, at no cost: each save of a model without hooks asks for it.
  @inlinable package init() { contents = nil }

  /// Creates a list of hooks, by default an empty one.
  public init(_ list: [Hook] = []) { contents = list.isEmpty ? nil : Contents(list) }

  /// Creates a list of hooks.
  public init(arrayLiteral elements: Hook...) { self.init(elements) }

  /// The hooks in order of declaration.
  public var list: [Hook] { contents?.list ?? [] }

  /// Whether the list is empty.
  package var isEmpty: Bool { contents == nil }

  /// The hooks by kind; nil when there are none.
  var plan: HookPlan? { contents?.plan }
}

extension Hooks: CustomStringConvertible {
  /// The hooks in the order of the list, by name or by file and line.
  public var description: String { list.map(\.description).joined(separator: ", ") }
}

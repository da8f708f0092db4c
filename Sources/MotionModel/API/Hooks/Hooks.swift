/// The hooks of a model: what runs when its records are saved, deleted, loaded and committed.
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
/// print(Todo.hooks)   // the steps of each operation, numbered, with the hooks that run
/// ```
///
/// Hooks of one kind run in the order in which they are listed; of several `around` hooks the first is the outermost. Everything
/// that a hook writes belongs to the changeset of the operation that it runs in: it happens with it or not at all. Declare
/// hooks as a `static let`, so that the list is made once. <doc:RunningHooks> tells the whole story.
public struct Hooks<Record: Model>: Sendable, ExpressibleByArrayLiteral {
  /// Nil when there are none, so that looking costs nothing.
  private let contents: Contents?

  private final class Contents: Sendable {
    let plan: HookPlan
    let list: [Hook<Record>]

    init(_ list: [Hook<Record>]) { (plan, self.list) = (HookPlan(list), list) }
  }

  /// Makes an empty list.
  public init() { contents = nil }

  /// Makes a list of hooks.
  public init(_ list: [Hook<Record>]) { contents = list.isEmpty ? nil : Contents(list) }

  /// Makes a list of hooks.
  public init(arrayLiteral elements: Hook<Record>...) { self.init(elements) }

  /// The hooks in order of declaration.
  public var list: [Hook<Record>] { contents?.list ?? [] }

  /// Whether there are none.
  public var isEmpty: Bool { contents == nil }

  /// The hooks by what they are for; nil when there are none.
  var plan: HookPlan? { contents?.plan }
}

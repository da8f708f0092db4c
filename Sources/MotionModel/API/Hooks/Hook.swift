extension Hooks {
  /// One hook of a model: a closure and when it runs. ``Hooks`` shows how hooks are declared.
  ///
  /// ## Topics
  /// ### In memory
  /// - ``afterInitialize(_:file:line:_:)``
  /// ### Before a step
  /// - ``beforeValidation(_:file:line:_:)``
  /// - ``beforeSave(_:file:line:_:)``
  /// - ``beforeCreate(_:file:line:_:)``
  /// - ``beforeUpdate(_:file:line:_:)``
  /// - ``beforeDelete(_:file:line:_:)``
  /// - ``beforeDestroy(_:file:line:_:)``
  /// ### After a step
  /// - ``afterValidation(_:file:line:_:)``
  /// - ``afterSave(_:file:line:_:)``
  /// - ``afterCreate(_:file:line:_:)``
  /// - ``afterUpdate(_:file:line:_:)``
  /// - ``afterDelete(_:file:line:_:)``
  /// - ``afterDestroy(_:file:line:_:)``
  /// - ``afterLoad(_:file:line:_:)``
  /// - ``afterTouch(_:file:line:_:)``
  /// ### Around a step
  /// - ``aroundSave(_:file:line:_:)``
  /// - ``aroundCreate(_:file:line:_:)``
  /// - ``aroundUpdate(_:file:line:_:)``
  /// - ``aroundDelete(_:file:line:_:)``
  /// - ``aroundDestroy(_:file:line:_:)``
  /// ### Before and after the commit
  /// - ``beforeCommit(_:file:line:_:)``
  /// - ``afterCommit(_:file:line:_:)``
  /// - ``afterRollback(_:file:line:_:)``
  public struct Hook: Sendable {
    /// Changes a record that is about to be saved, or stops the operation by throwing.
    public typealias Changing = @Sendable (_ record: inout Record, _ context: HookContext<Record>) throws -> Void
    /// Reads a record, or stops the operation by throwing.
    public typealias Looking = @Sendable (_ record: Record, _ context: HookContext<Record>) throws -> Void
    /// Receives a change that is about to be committed, or refuses the commit by throwing.
    public typealias Committing =
      @Sendable (_ change: Change<Record>, _ context: HookContext<Record>) throws -> Void
    /// Receives a change that was committed or undone.
    public typealias Notifying = @Sendable (_ change: Change<Record>, _ context: HookContext<Record>) -> Void
    /// Saves a record by calling `proceed` with it.
    public typealias AroundSave =
      @Sendable (
        _ record: inout Record, _ context: HookContext<Record>, _ proceed: (inout Record) throws -> Void
      ) throws -> Void
    /// Deletes or destroys a record by calling `proceed`.
    public typealias AroundDelete =
      @Sendable (
        _ record: Record, _ context: HookContext<Record>, _ proceed: () throws -> Void
      ) throws -> Void

    enum Action: Sendable {
      case changing(Changing)
      case looking(Looking)
      case initializing(@Sendable (inout Record) -> Void)
      case committing(Committing)
      case notifying(Notifying)
      case aroundSave(AroundSave)
      case aroundDelete(AroundDelete)
    }

    /// When the hook runs.
    package let kind: HookKind
    /// The name given in the declaration, or nil.
    package let name: String?
    let label: HookLabel
    let action: Action

    init(_ kind: HookKind, _ name: String?, _ file: StaticString, _ line: UInt, _ action: Action) {
      (self.kind, self.name) = (kind, name)
      label = HookLabel(name.map { "\(kind) \"\($0)\"" } ?? "\(kind) (\(file):\(line))")
      self.action = action
    }
  }
}

/// Not available: a list of hooks is declared as `Hooks<Todo>`, in which `.beforeSave { … }` is a ``Hooks/Hook``.
@available(*, unavailable, message: "declare the hooks of a model as `static let hooks: Hooks<Todo> = […]`")
public typealias Hook<Record: Model> = Hooks<Record>.Hook

extension Hooks.Hook: CustomStringConvertible {
  /// The kind with the name, or else with the position in the source: `beforeSave "trim"`.
  public var description: String { label.description }
}

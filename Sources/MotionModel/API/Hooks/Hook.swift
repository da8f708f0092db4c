extension Hooks {
  /// One hook of a model: a closure and when it runs. ``Hooks`` shows how hooks are declared.
  ///
  /// ## Topics
  /// ### In memory
  /// - ``afterInitialize``
  /// ### Before a step
  /// - ``beforeValidation``
  /// - ``beforeSave``
  /// - ``beforeCreate``
  /// - ``beforeUpdate``
  /// - ``beforeDelete``
  /// - ``beforeDestroy``
  /// ### After a step
  /// - ``afterValidation``
  /// - ``afterSave``
  /// - ``afterCreate``
  /// - ``afterUpdate``
  /// - ``afterDelete``
  /// - ``afterDestroy``
  /// - ``afterLoad``
  /// - ``afterTouch``
  /// ### Around a step
  /// - ``aroundSave``
  /// - ``aroundCreate``
  /// - ``aroundUpdate``
  /// - ``aroundDelete``
  /// - ``aroundDestroy``
  /// ### Before and after the commit
  /// - ``beforeCommit``
  /// - ``afterCommit``
  /// - ``afterRollback``
  public struct Hook: Sendable {
    /// Changes a record that is about to be saved, or stops the operation by throwing.
    public typealias Changing = @Sendable (_ record: inout Record, _ context: HookContext<Record>) throws -> Void
    /// Reads a record, or stops the operation by throwing.
    public typealias Looking = @Sendable (_ record: Record, _ context: HookContext<Record>) throws -> Void
    /// Completes a new record.
    public typealias Initializing = @Sendable (_ record: inout Record) -> Void
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
      case initializing(Initializing)
      case committing(Committing)
      case notifying(Notifying)
      case aroundSave(AroundSave)
      case aroundDelete(AroundDelete)
    }

    /// When the hook runs.
    public let kind: HookKind
    /// The name given in the declaration, or nil.
    public let name: String?
    let label: HookLabel
    let action: Action

    init(_ kind: HookKind, _ name: String?, _ file: StaticString, _ line: UInt, _ action: Action) {
      (self.kind, self.name) = (kind, name)
      label = HookLabel(name.map { "\(kind) \"\($0)\"" } ?? "\(kind) (\(file):\(line))")
      self.action = action
    }
  }
}

extension Hooks.Hook {
  /// Makes the hooks of one kind.
  public struct Maker<Body>: Sendable {
    private let kind: HookKind
    private let action: @Sendable (Body) -> Action

    init(_ kind: HookKind, _ action: @escaping @Sendable (Body) -> Action) { (self.kind, self.action) = (kind, action) }

    /// Makes a hook: `.beforeSave { … }`, or `.beforeSave("trim the name") { … }`.
    ///
    /// - Parameters:
    ///   - name: The name of the hook, for errors and descriptions; by default the place of its declaration.
    ///   - body: What the hook does.
    public func callAsFunction(
      _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: Body
    ) -> Hooks.Hook {
      Hooks.Hook(kind, name, file, line, action(body))
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

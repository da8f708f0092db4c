extension Hooks.Hook {
  // MARK: - In memory

  /// Runs after a new record was made by `new`, `create`, `build` or from attributes: with the defaults of its columns,
  /// and after the closure that completes it.
  ///
  /// ```swift
  /// .afterInitialize { todo in if todo.slug.isEmpty { todo.slug = todo.name.parameterized } }
  /// ```
  ///
  /// It runs neither for records that are read, nor for records made by an initializer of the program. It may run
  /// outside of any operation, so it has no context.
  public static func afterInitialize(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (_ record: inout Record) -> Void
  ) -> Self {
    Self(.afterInitialize, name, file, line, .initializing(body))
  }

  // MARK: - Before a step

  /// Runs before the record is validated; it may change the record.
  public static func beforeValidation(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Changing
  ) -> Self {
    Self(.before(.validation), name, file, line, .changing(body))
  }

  /// Runs before the record is saved; it may change the record.
  public static func beforeSave(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Changing
  ) -> Self {
    Self(.before(.save), name, file, line, .changing(body))
  }

  /// Runs before the record is saved for the first time; it may change the record.
  public static func beforeCreate(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Changing
  ) -> Self {
    Self(.before(.create), name, file, line, .changing(body))
  }

  /// Runs before a stored record is saved again; it may change the record.
  public static func beforeUpdate(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Changing
  ) -> Self {
    Self(.before(.update), name, file, line, .changing(body))
  }

  /// Runs before the record is deleted, also as part of being destroyed.
  public static func beforeDelete(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Looking
  ) -> Self {
    Self(.before(.delete), name, file, line, .looking(body))
  }

  /// Runs before the record is destroyed, and before records that depend on it are.
  public static func beforeDestroy(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Looking
  ) -> Self {
    Self(.before(.destroy), name, file, line, .looking(body))
  }

  // MARK: - After a step

  /// Runs after the record was found valid.
  public static func afterValidation(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Looking
  ) -> Self {
    Self(.after(.validation), name, file, line, .looking(body))
  }

  /// Runs after the record was written, with the record as it is stored, before the commit.
  public static func afterSave(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Looking
  ) -> Self {
    Self(.after(.save), name, file, line, .looking(body))
  }

  /// Runs after the record was written for the first time, before the commit.
  public static func afterCreate(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Looking
  ) -> Self {
    Self(.after(.create), name, file, line, .looking(body))
  }

  /// Runs after the record was written again, before the commit.
  public static func afterUpdate(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Looking
  ) -> Self {
    Self(.after(.update), name, file, line, .looking(body))
  }

  /// Runs after the record was deleted, with the record as it was stored, before the commit.
  public static func afterDelete(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Looking
  ) -> Self {
    Self(.after(.delete), name, file, line, .looking(body))
  }

  /// Runs after the record was destroyed with the records that depend on it, before the commit.
  public static func afterDestroy(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Looking
  ) -> Self {
    Self(.after(.destroy), name, file, line, .looking(body))
  }

  /// Runs after the record was read from a file; it may change the record before the store gets it.
  public static func afterLoad(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Changing
  ) -> Self {
    Self(.afterLoad, name, file, line, .changing(body))
  }

  /// Runs after the time of the latest save of the record was set by `touch()`, or by a child whose relation touches
  /// it: at the end of the transaction, before the commit, once for each record, with the record as it is then stored.
  ///
  /// A record that was deleted since is left out. The hook may write. It may throw, and then nothing is committed.
  public static func afterTouch(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Looking
  ) -> Self {
    Self(.afterTouch, name, file, line, .looking(body))
  }

  // MARK: - Around a step

  /// Runs around the saving of a record, which happens when the hook calls `proceed` with it.
  ///
  /// ```swift
  /// .aroundSave { todo, context, proceed in
  ///   let start = ContinuousClock.now
  ///   try proceed(&todo)
  ///   metrics.record(ContinuousClock.now - start)
  /// }
  /// ```
  ///
  /// After `proceed`, the record is as it was stored; later changes to it are neither stored nor returned to the
  /// caller. A hook that returns without calling `proceed` stops the operation, as ``HookContext/halt(_:)`` does. When
  /// `proceed` throws, everything inside it is undone. The hook may then call it once more, or throw; if it does
  /// neither, the error still reaches the caller. Calling `proceed` again after it succeeded traps.
  public static func aroundSave(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping AroundSave
  ) -> Self {
    Self(.around(.save), name, file, line, .aroundSave(body))
  }

  /// Runs around the first saving of a record, inside the hooks around saving and after those before it; see
  /// ``aroundSave(_:file:line:_:)`` for the rules.
  public static func aroundCreate(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping AroundSave
  ) -> Self {
    Self(.around(.create), name, file, line, .aroundSave(body))
  }

  /// Runs around each later saving of a record, inside the hooks around saving and after those before it; see
  /// ``aroundSave(_:file:line:_:)`` for the rules.
  public static func aroundUpdate(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping AroundSave
  ) -> Self {
    Self(.around(.update), name, file, line, .aroundSave(body))
  }

  /// Runs around the deleting of a record, which happens when the hook calls `proceed`; see
  /// ``aroundSave(_:file:line:_:)`` for the rules.
  public static func aroundDelete(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping AroundDelete
  ) -> Self {
    Self(.around(.delete), name, file, line, .aroundDelete(body))
  }

  /// Runs around the destruction of a record, with its hooks before and after and with all dependent records. All of
  /// this happens when the hook calls `proceed`; see ``aroundSave(_:file:line:_:)`` for the rules.
  ///
  /// ```swift
  /// .aroundDestroy { project, context, proceed in
  ///   let names = project.todos.pluck(\.name)
  ///   try proceed()
  ///   try Archive.create { $0.text = names.joined(separator: ", ") }
  /// }
  /// ```
  ///
  /// Several records are destroyed one after the other. Records of such models that depend on each other, such as
  /// folders in folders, may be as deep as operations with hooks may be nested; see
  /// ``StoreError/endlessHooks(model:depth:)``.
  public static func aroundDestroy(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping AroundDelete
  ) -> Self {
    Self(.around(.destroy), name, file, line, .aroundDelete(body))
  }

  // MARK: - Before and after the commit

  /// Runs at the end of a transaction, before its changes are checked and committed: once for each record, with its
  /// change in the whole transaction.
  ///
  /// It may write, and what it writes is committed too; the hooks of records that are changed only then run after it.
  /// It may throw, and then nothing is committed. Like ``afterCommit(_:file:line:_:)``, it also runs for changes that
  /// were applied, merged or undone, but not for those of a loaded file, nor of a replica.
  public static func beforeCommit(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Committing
  ) -> Self {
    Self(.beforeCommit, name, file, line, .committing(body))
  }

  /// Runs after a change of the record was committed: once for each record, with its change in the whole commit.
  ///
  /// It runs on the committing thread, after the outermost commit, when no lock is held. It may read and write; its
  /// writes are commits of their own, whose hooks run too. From 32 such hooks inside each other, writes throw
  /// ``StoreError/endlessHooks(model:depth:)``.
  public static func afterCommit(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Notifying
  ) -> Self {
    Self(.afterCommit, name, file, line, .notifying(body))
  }

  /// Runs after a change of the record was undone because of an error, with the change that was undone.
  ///
  /// It runs after the outermost operation, when no lock is held, even if only a part of that operation was undone.
  public static func afterRollback(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Notifying
  ) -> Self {
    Self(.afterRollback, name, file, line, .notifying(body))
  }
}

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
  public static var afterInitialize: Maker<Initializing> { Maker(.afterInitialize, Action.initializing) }

  // MARK: - Before a step

  /// Runs before the record is validated; it may change the record.
  public static var beforeValidation: Maker<Changing> { Maker(.before(.validation), Action.changing) }

  /// Runs before the record is saved; it may change the record.
  public static var beforeSave: Maker<Changing> { Maker(.before(.save), Action.changing) }

  /// Runs before the record is saved for the first time; it may change the record.
  public static var beforeCreate: Maker<Changing> { Maker(.before(.create), Action.changing) }

  /// Runs before a stored record is saved again; it may change the record.
  public static var beforeUpdate: Maker<Changing> { Maker(.before(.update), Action.changing) }

  /// Runs before the record is deleted, also as part of being destroyed.
  public static var beforeDelete: Maker<Looking> { Maker(.before(.delete), Action.looking) }

  /// Runs before the record is destroyed, and before records that depend on it are.
  public static var beforeDestroy: Maker<Looking> { Maker(.before(.destroy), Action.looking) }

  // MARK: - After a step

  /// Runs after the record was found valid.
  public static var afterValidation: Maker<Looking> { Maker(.after(.validation), Action.looking) }

  /// Runs after the record was written, with the record as it is stored, before the commit.
  public static var afterSave: Maker<Looking> { Maker(.after(.save), Action.looking) }

  /// Runs after the record was written for the first time, before the commit.
  public static var afterCreate: Maker<Looking> { Maker(.after(.create), Action.looking) }

  /// Runs after the record was written again, before the commit.
  public static var afterUpdate: Maker<Looking> { Maker(.after(.update), Action.looking) }

  /// Runs after the record was deleted, with the record as it was stored, before the commit.
  public static var afterDelete: Maker<Looking> { Maker(.after(.delete), Action.looking) }

  /// Runs after the record was destroyed with the records that depend on it, before the commit.
  public static var afterDestroy: Maker<Looking> { Maker(.after(.destroy), Action.looking) }

  /// Runs after the record was read from a file; it may change the record before the store gets it.
  public static var afterLoad: Maker<Changing> { Maker(.afterLoad, Action.changing) }

  /// Runs after the time of the latest save of the record was set by `touch()`, or by a child whose relation touches
  /// it: at the end of the transaction, before the commit, once for each record, with the record as it is then stored.
  ///
  /// A record that was deleted since is left out. The hook may write. It may throw, and then nothing is committed.
  public static var afterTouch: Maker<Looking> { Maker(.afterTouch, Action.looking) }

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
  public static var aroundSave: Maker<AroundSave> { Maker(.around(.save), Action.aroundSave) }

  /// Runs around the first saving of a record, inside the hooks around saving and after those before it; see
  /// ``aroundSave`` for the rules.
  public static var aroundCreate: Maker<AroundSave> { Maker(.around(.create), Action.aroundSave) }

  /// Runs around each later saving of a record, inside the hooks around saving and after those before it; see
  /// ``aroundSave`` for the rules.
  public static var aroundUpdate: Maker<AroundSave> { Maker(.around(.update), Action.aroundSave) }

  /// Runs around the deleting of a record, which happens when the hook calls `proceed`; see
  /// ``aroundSave`` for the rules.
  public static var aroundDelete: Maker<AroundDelete> { Maker(.around(.delete), Action.aroundDelete) }

  /// Runs around the destruction of a record, with its hooks before and after and with all dependent records. All of
  /// this happens when the hook calls `proceed`; see ``aroundSave`` for the rules.
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
  public static var aroundDestroy: Maker<AroundDelete> { Maker(.around(.destroy), Action.aroundDelete) }

  // MARK: - Before and after the commit

  /// Runs at the end of a transaction, before its changes are checked and committed: once for each record, with its
  /// change in the whole transaction.
  ///
  /// It may write, and what it writes is committed too; the hooks of records that are changed only then run after it.
  /// It may throw, and then nothing is committed. Like ``afterCommit``, it also runs for changes that
  /// were applied, merged or undone, but not for those of a loaded file, nor of a replica.
  public static var beforeCommit: Maker<Committing> { Maker(.beforeCommit, Action.committing) }

  /// Runs after a change of the record was committed: once for each record, with its change in the whole commit.
  ///
  /// It runs on the committing thread, after the outermost commit, when no lock is held. It may read and write; its
  /// writes are commits of their own, whose hooks run too. From 32 such hooks inside each other, writes throw
  /// ``StoreError/endlessHooks(model:depth:)``.
  public static var afterCommit: Maker<Notifying> { Maker(.afterCommit, Action.notifying) }

  /// Runs after a change of the record was undone because of an error, with the change that was undone.
  ///
  /// It runs after the outermost operation, when no lock is held, even if only a part of that operation was undone.
  public static var afterRollback: Maker<Notifying> { Maker(.afterRollback, Action.notifying) }
}

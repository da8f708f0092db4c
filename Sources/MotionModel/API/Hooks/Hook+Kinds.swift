extension Hook {
  // MARK: - Before a step

  /// Runs before the record is checked; it may change the record.
  public static func beforeValidation(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Changing
  ) -> Hook {
    Hook(.before(.validation), name, file, line, .changing(body))
  }

  /// Runs before the record is saved; it may change the record.
  public static func beforeSave(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Changing
  ) -> Hook {
    Hook(.before(.save), name, file, line, .changing(body))
  }

  /// Runs before the record is saved for the first time; it may change the record.
  public static func beforeCreate(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Changing
  ) -> Hook {
    Hook(.before(.create), name, file, line, .changing(body))
  }

  /// Runs before a record that was saved before is saved again; it may change the record.
  public static func beforeUpdate(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Changing
  ) -> Hook {
    Hook(.before(.update), name, file, line, .changing(body))
  }

  /// Runs before the record is deleted, also as a part of being destroyed.
  public static func beforeDelete(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Looking
  ) -> Hook {
    Hook(.before(.delete), name, file, line, .looking(body))
  }

  /// Runs before the record is destroyed, and before anything that depends on it is.
  public static func beforeDestroy(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Looking
  ) -> Hook {
    Hook(.before(.destroy), name, file, line, .looking(body))
  }

  // MARK: - After a step

  /// Runs when the record was found valid.
  public static func afterValidation(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Looking
  ) -> Hook {
    Hook(.after(.validation), name, file, line, .looking(body))
  }

  /// Runs when the record was written, with the record as it is stored, before the commit.
  public static func afterSave(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Looking
  ) -> Hook {
    Hook(.after(.save), name, file, line, .looking(body))
  }

  /// Runs when the record was written for the first time, before the commit.
  public static func afterCreate(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Looking
  ) -> Hook {
    Hook(.after(.create), name, file, line, .looking(body))
  }

  /// Runs when the record was written again, before the commit.
  public static func afterUpdate(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Looking
  ) -> Hook {
    Hook(.after(.update), name, file, line, .looking(body))
  }

  /// Runs when the record is gone, with the record as it was stored, before the commit.
  public static func afterDelete(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Looking
  ) -> Hook {
    Hook(.after(.delete), name, file, line, .looking(body))
  }

  /// Runs when the record and what depends on it are gone, before the commit.
  public static func afterDestroy(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Looking
  ) -> Hook {
    Hook(.after(.destroy), name, file, line, .looking(body))
  }

  /// Runs when the record was read from a file; it may change the record before it comes into the store.
  public static func afterLoad(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Changing
  ) -> Hook {
    Hook(.afterLoad, name, file, line, .changing(body))
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
  /// After `proceed`, the record is as it was stored; what is then changed in it is neither stored nor seen by the caller. A
  /// hook that returns without having called `proceed` stops the operation, as ``HookContext/halt(_:)`` does. When `proceed`
  /// throws, everything inside it is undone: the hook may call it once more, or throw; when it does neither, the error goes on
  /// to the caller all the same. Calling it again after it succeeded traps.
  public static func aroundSave(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping AroundSave
  ) -> Hook {
    Hook(.around(.save), name, file, line, .aroundSave(body))
  }

  /// Runs around the deleting of a record, which happens when the hook calls `proceed`; see
  /// ``aroundSave(_:file:line:_:)`` for the rules.
  public static func aroundDelete(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping AroundDelete
  ) -> Hook {
    Hook(.around(.delete), name, file, line, .aroundDelete(body))
  }

  // MARK: - After the commit

  /// Runs after a change of the record was committed: once for each record, with what the whole commit did to it.
  ///
  /// It runs on the committing thread, after the outermost commit, when no lock is held any more. It may read and write; what
  /// it writes is a commit of its own.
  public static func afterCommit(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Telling
  ) -> Hook {
    Hook(.afterCommit, name, file, line, .telling(body))
  }

  /// Runs after a change of the record was undone, because something threw, with the change that did not come to be.
  ///
  /// It runs when the outermost operation is over, when no lock is held any more; also when only a part of it was undone.
  public static func afterRollback(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping Telling
  ) -> Hook {
    Hook(.afterRollback, name, file, line, .telling(body))
  }
}

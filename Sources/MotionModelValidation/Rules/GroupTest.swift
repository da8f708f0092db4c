public import MotionModel

/// How a rule over several records finds and tests its groups.
@usableFromInline
struct GroupTest<Record: Validatable>: Sendable {
  /// Returns the values that the records of a group have in common.
  let key: @Sendable (Record) -> [AttributeValue]
  /// Returns the predicate of the group that a record is in.
  let predicate: @Sendable (Record) -> RecordPredicate<Record>
  /// The names of the columns on which the result depends; nil for all of them.
  let columns: Set<String>?
  let isMet: @Sendable (Finder<Record>) throws -> Bool

  /// Whether a change can change the result of a group.
  func concerns(_ change: Change<Record>) -> Bool {
    guard let columns, change.kind == .update else { return true }
    return change.columns.contains { columns.contains($0.column) }
  }
}

extension GroupTest {
  /// Whether a group gets members by some changes.
  fileprivate func gains(_ group: [AttributeValue], by changes: [Change<Record>]) -> Bool {
    changes.contains { change in
      guard let new = change.new, key(new) == group else { return false }
      return change.old.map { key($0) != group } ?? true
    }
  }
}

extension Validatable {
  /// Refuses commits that leave a group of records in breach of a rule, or change a record as a rule does not allow.
  @inlinable public static var commitCheck: CommitCheck<Self>? { validations.list.commitCheck }
}

extension Check {
  /// Throws an error for the first changed group, or the first change, that breaks the rule.
  func judge(_ changes: [Change<Record>], _ store: Store) throws {
    switch body {
    case .group(let test): try judge(changes, by: test, store)
    case .change(let test): try judge(changes, by: test, store)
    case .record, .comparison, .asynchronous: break
    }
  }

  private func judge(_ changes: [Change<Record>], by test: ChangeTest, _ store: Store) throws {
    for change in changes {
      guard let record = change.new ?? change.old, try holds(for: change, store), options.haveValues(in: record, fields)
      else { continue }
      let problems: [Problem]
      do { problems = try test(change, store) } catch { problems = [.failure(error, of: rule)] }
      if problems.isEmpty { continue }
      let errors = ValidationErrors(errors(problems), of: Record.self)
      throw RecordInvalid.ofCommit(record, errors, isNew: change.old == nil)
    }
  }

  /// A group whose records others have brought in breach of the rule refuses further members. Other changes may mend
  /// the group, or leave it as it is.
  private func judge(_ changes: [Change<Record>], by test: GroupTest<Record>, _ store: Store) throws {
    var judged: Set<[AttributeValue]> = []
    for change in changes where try test.concerns(change) && holds(for: change, store) {
      for member in [change.old, change.new] {
        guard let member, options.haveValues(in: member, fields) else { continue }
        guard judged.insert(test.key(member)).inserted else { continue }
        let errors = errors(problems(of: member, test, store))
        if errors.isEmpty { continue }
        var wasBroken: Bool { store.beforeTransaction { !problems(of: member, test, store).isEmpty } }
        if !test.gains(test.key(member), by: changes) && wasBroken { continue }
        let refusal = ValidationErrors(errors, of: Record.self)
        throw RecordInvalid.ofCommit(change.new ?? member, refusal, isNew: change.old == nil)
      }
    }
  }

  private func problems(of member: Record, _ test: GroupTest<Record>, _ store: Store) -> [Problem] {
    do {
      return try test.isMet(store.table(Record.self).unscoped().where(test.predicate(member))) ? [] : [.broken]
    } catch {
      return [.failure(error, of: rule)]
    }
  }

  /// Whether a change affects groups at all.
  private func holds(for change: Change<Record>, _ store: Store) throws -> Bool {
    let operation: HookOperation = change.old == nil ? .create : change.new == nil ? .delete : .update
    var situation = CheckContext(store: store, operation: operation, stored: change.old)
    var options = options
    // These are checked for each group: a record that leaves a group and joins none still changes the group it
    // leaves.
    (options.allowsNil, options.allowsBlank) = (false, false)
    guard let record = change.new ?? change.old else { return false }
    return try options.hold(for: record, fields, &situation)
  }
}

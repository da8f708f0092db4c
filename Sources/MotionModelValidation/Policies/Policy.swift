public import MotionModel

/// What a principal does with a record.
public enum PolicyAction: String, Sendable, Hashable, CaseIterable {
  /// Shows the record.
  case read
  /// Inserts the record.
  case create
  /// Changes the stored record.
  case update
  /// Deletes the record, alone or with those that depend on it.
  case delete
}

/// Who may read and change which records of a model.
///
/// ```swift
/// struct Note: Model, PolicyProtected {
///   …
///   static let policy = Policy<Note, Member> {
///     Permission(.read) { member in \.ownerID == member.id || \.isShared == true }
///     Permission(.create, .update, .delete) { member in \.ownerID == member.id }
///     Permission(.update, only: \.isShared) { member in member.isAdmin ? .all : .none }
///   }
/// }
///
/// Note.readable(by: ann).order(by: \.name).all        // the conditions of the policy are those of the finder
/// try ann.acting { try note.save() }                  // or a PolicyError that names record, action and who
/// note.allows(.delete, by: ann)                       // for a button
/// ```
///
/// What no permission allows is refused. An action is allowed if the condition of one of its permissions is met:
///
/// | action | checked for |
/// |---|---|
/// | read | the record, where code checks it: finders are not narrowed unless they say so |
/// | create | the record that is inserted |
/// | update | the record before and after, by the same permission, which also names all columns that differ |
/// | delete | the record that is deleted |
///
/// Several permissions to update columns add up.
///
/// ## Topics
/// ### Declaring
/// - ``Permission``
/// - ``PolicyProtected``
/// ### Asking
/// - ``condition(for:by:)``
/// - ``allows(_:_:by:)``
/// - ``actions(on:by:)``
/// - ``authorize(_:_:by:)``
public struct Policy<Record: Model, User: Principal>: Sendable {
  /// The permissions, in order of declaration.
  package let permissions: [Permission<Record, User>]

  /// Creates a policy of permissions.
  public init(@ListBuilder<Permission<Record, User>> permissions: () -> [Permission<Record, User>]) {
    self.permissions = permissions()
  }

  // MARK: - Asking

  /// Returns the condition on records with which a principal may do something: the alternatives of all permissions for
  /// the action, also of those that allow an update of some columns only.
  public func condition(for action: PolicyAction, by user: User) -> RecordPredicate<Record> {
    let conditions = permissions.filter { $0.actions.contains(action) }.map { $0.condition(user) }
    if conditions.contains(where: \.isAlwaysTrue) { return .all }
    guard let first = conditions.first else { return .none }
    return conditions.dropFirst().reduce(first) { $0 || $1 }
  }

  /// Returns whether a principal may do something with a record as it is.
  public func allows(_ action: PolicyAction, _ record: Record, by user: User) -> Bool {
    condition(for: action, by: user).matches(record)
  }

  /// Returns what a principal may do with a record as it is.
  public func actions(on record: Record, by user: User) -> Set<PolicyAction> {
    Set(PolicyAction.allCases.filter { allows($0, record, by: user) })
  }

  /// Throws unless a principal may do something with a record as it is.
  ///
  /// - Throws: ``PolicyError/denied(model:id:action:columns:principal:)``.
  public func authorize(_ action: PolicyAction, _ record: Record, by user: User) throws(PolicyError) {
    if !allows(action, record, by: user) { throw denial(record.id, action, [], user) }
  }

  // MARK: - Commits

  /// The check of all changes of a commit, for a model that declares it without ``PolicyProtected``.
  public var commitCheck: CommitCheck<Record> { CommitCheck { changes, store in try judge(changes, in: store) } }

  /// Throws for the first change that the acting principal may not make.
  func judge(_ changes: [Change<Record>], in store: Store) throws(PolicyError) {
    let who = Acting.current.who
    if case .program = who { return }
    let (kept, stated) = (Record.schema.storeSetColumns, store.statedColumns(of: Record.self))
    for change in changes {
      let own = kept.subtracting(stated[change.id] ?? [])
      let columns = change.kind == .update ? change.columns.map(\.column).filter { !own.contains($0) } : []
      // Values that the store has set because another record changed, such as counters, need no permission for this
      // record.
      if change.kind == .update && columns.isEmpty { continue }
      let user = try user(who, change)
      if let refused = refusal(of: change, columns, by: user) {
        throw denial(change.id, PolicyAction(change.kind), refused, user)
      }
    }
  }

  private func user(_ who: Acting.Who, _ change: Change<Record>) throws(PolicyError) -> User {
    guard case .principal(let principal) = who else {
      throw .nobody(
        model: Record.schema.modelName, id: "\(change.id.attribute)", action: PolicyAction(change.kind))
    }
    guard let user = principal as? User else {
      throw .otherPrincipal(
        model: Record.schema.modelName, expected: "\(User.self)", found: "\(type(of: principal))")
    }
    return user
  }

  /// Returns the columns that may not be changed, or none where the whole change is refused; nil if it is allowed.
  private func refusal(of change: Change<Record>, _ columns: [String], by user: User) -> [String]? {
    let action = PolicyAction(change.kind)
    let allowing = permissions.filter { permission in
      guard permission.actions.contains(action) else { return false }
      let condition = permission.condition(user)
      return [change.old, change.new].allSatisfy { record in record.map(condition.matches) ?? true }
    }
    if allowing.isEmpty { return [] }
    if action != .update || allowing.contains(where: { $0.columns == nil }) { return nil }
    let allowed = allowing.reduce(into: Set<String>()) { $0.formUnion($1.columns ?? []) }
    let refused = columns.filter { !allowed.contains($0) }
    return refused.isEmpty ? nil : refused
  }

  private func denial(
    _ id: Record.ID, _ action: PolicyAction, _ columns: [String], _ user: User
  ) -> PolicyError {
    .denied(
      model: Record.schema.modelName, id: "\(id.attribute)", action: action, columns: columns,
      principal: user.principalName)
  }
}

extension PolicyAction {
  fileprivate init(_ kind: ChangeKind) {
    switch kind {
    case .insert: self = .create
    case .update: self = .update
    case .delete: self = .delete
    }
  }
}

/// One thing that a ``Policy`` allows: actions on the records that meet a condition.
public struct Permission<Record: Model, User: Principal>: Sendable {
  /// The actions.
  package let actions: Set<PolicyAction>
  /// The names of the columns that an update may change; nil for all.
  package let columns: Set<String>?
  let condition: @Sendable (User) -> RecordPredicate<Record>

  /// Allows actions.
  ///
  /// - Parameters:
  ///   - actions: The actions, at least one.
  ///   - condition: Returns the condition on records for which a principal is allowed them: `.all` and `.none` for all
  ///     and no records.
  public init(_ actions: PolicyAction..., condition: @escaping @Sendable (User) -> RecordPredicate<Record>) {
    // NB: Not `precondition`, which prints no message in release builds.
    if actions.isEmpty { fatalError("A permission of \(Record.self) allows nothing: name an action.") }
    (self.actions, columns, self.condition) = (Set(actions), nil, condition)
  }

  /// Allows an update of some columns only.
  ///
  /// - Parameters:
  ///   - action: ``PolicyAction/update``.
  ///   - first: A column. A property that is not a column traps.
  ///   - others: More columns.
  ///   - condition: Returns the condition on records for which a principal is allowed that.
  public init(
    _ action: PolicyAction, only first: any PartialKeyPath<Record> & Sendable,
    _ others: any PartialKeyPath<Record> & Sendable...,
    condition: @escaping @Sendable (User) -> RecordPredicate<Record>
  ) {
    if action != .update {
      fatalError("Only an update is of some columns: a permission of \(Record.self) says \(action).")
    }
    let names = ([first] + others).map { keyPath -> String in
      guard let column = Record.schema[keyPath] else {
        fatalError("\(keyPath) is no column of \(Record.self): declare it in the schema.")
      }
      return column.name
    }
    (actions, self.columns, self.condition) = ([action], Set(names), condition)
  }
}

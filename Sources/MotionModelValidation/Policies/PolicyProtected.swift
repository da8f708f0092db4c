public import MotionModel

/// A model of which a ``Policy`` says who may read and change its records. Every commit is checked.
///
/// ```swift
/// struct Note: Model, PolicyProtected {
///   var id = 0
///   var text = ""
///   var ownerID = 0
///
///   static let schema = Schema<Note> { Column(\.ownerID, .indexed) }
///   static let policy = Policy<Note, Member> {
///     Permission(.read, .create, .update, .delete) { member in \.ownerID == member.id }
///   }
/// }
/// ```
///
/// However records are written, by `save`, `updateAll`, a relation, a file, a merge or undo, the commit is refused with
/// a ``PolicyError`` if the acting principal may not make one of its changes. Values that the store itself sets in the
/// commit, such as counters and the times of saves, need no permission; times and lock versions that a caller sets do.
/// Reading is not restricted: see <doc:Policies>.
public protocol PolicyProtected: Model {
  /// Who reads and writes the records.
  associatedtype User: Principal

  /// Who may do what. Declare it as a `static let`.
  static var policy: Policy<Self, User> { get }
}

extension PolicyProtected {
  /// Refuses commits that the policy does not allow.
  public static var commitCheck: CommitCheck<Self>? { policy.commitCheck }
}

extension PolicyProtected where Self: Validatable {
  /// Refuses commits that the policy does not allow, and then commits that break rules.
  public static var commitCheck: CommitCheck<Self>? {
    let (policy, rules) = (policy, validations.list.commitCheck)
    return CommitCheck { changes, store in
      try policy.judge(changes, in: store)
      try rules?.check(changes, store)
    }
  }
}

// MARK: - Asking

extension PolicyProtected {
  /// Returns a finder of the records that a principal may read.
  public static func readable(by user: User) -> Finder<Self> { records.readable(by: user) }

  /// Returns a finder of the records that the acting principal may read: none if nobody acts, or a principal that the
  /// policy is not about; all in `Store.withoutPolicies { … }`.
  public static func readable() -> Finder<Self> { records.readable() }

  /// Returns whether a principal may do something with the record as it is.
  ///
  /// Whether an update is allowed in the end depends on what the record becomes, too.
  public func allows(_ action: PolicyAction, by user: User) -> Bool { Self.policy.allows(action, self, by: user) }

  /// Throws unless a principal may do something with the record as it is.
  ///
  /// ```swift
  /// let note = try Note.require(id)
  /// try note.authorize(.read, by: member)
  /// ```
  ///
  /// - Throws: ``PolicyError/denied(model:id:action:columns:principal:)``.
  public func authorize(_ action: PolicyAction, by user: User) throws(PolicyError) {
    try Self.policy.authorize(action, self, by: user)
  }
}

extension FinderChain where Record: PolicyProtected {
  /// Returns the records that a principal may also read.
  public func readable(by user: Record.User) -> Finder<Record> { allowing(.read, by: user) }

  /// Returns the records that the acting principal may also read; see ``PolicyProtected/readable()``.
  public func readable() -> Finder<Record> {
    switch Acting.current.who {
    case .program: finder
    case .principal(let principal as Record.User): readable(by: principal)
    case .principal, .nobody: and(.none)
    }
  }

  /// Returns the records with which a principal may also do something, as they are: `Note.records.allowing(.delete, by:
  /// ann)`.
  public func allowing(_ action: PolicyAction, by user: Record.User) -> Finder<Record> {
    and(Record.policy.condition(for: action, by: user))
  }
}

public import MotionModel

/// Why a ``Policy`` refuses a commit or an action. Nothing was changed.
@nonexhaustive
public enum PolicyError: DescribedError, Hashable {
  /// The principal may not do it with the record. Columns are named where others of the record may be changed.
  case denied(model: String, id: String, action: PolicyAction, columns: [String], principal: String)
  /// Nobody acts: the commit is outside of `principal.acting { … }` and of `Store.withoutPolicies { … }`.
  case nobody(model: String, id: String, action: PolicyAction)
  /// The principal who acts is of a type that the policy is not about.
  case otherPrincipal(model: String, expected: String, found: String)
}

extension PolicyError {
  /// What was refused, for which record, to whom.
  public var description: String {
    switch self {
    case .denied(let model, let id, let action, let columns, let principal):
      "\(principal) may not \(action) \(model) \(id)"
        + (columns.isEmpty ? "" : " in \(columns.map { "\"\($0)\"" }.joined(separator: ", "))")
        + ", by the policy of \(model)."
    case .nobody(let model, let id, let action):
      "Nobody may \(action) \(model) \(id) without acting as a principal: write inside principal.acting { … }, or "
        + "inside Store.withoutPolicies { … } for the program itself."
    case .otherPrincipal(let model, let expected, let found):
      "The policy of \(model) is about \(expected), and \(found) acts: write inside acting { … } of \(expected)."
    }
  }
}

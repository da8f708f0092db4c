/// A query between two parentheses while it is read from left to right. The operands to the left of each operator are
/// kept in a list, until an operator that binds less closes it.
struct QueryLevel {
  enum Operator: String { case near = "NEAR", not = "NOT", and = "AND", or = "OR" }

  /// What was read last: a phrase, or phrases that are near each other …
  private var phrases: [SearchQuery.Phrase] = []
  private var distances: [Int] = []
  /// … or what was in parentheses, if it is more than a phrase.
  private var enclosed: SearchQuery?

  /// What `NOT` is between.
  private var differences: [SearchQuery] = []
  /// What `AND` is between.
  private var conditions: [SearchQuery] = []
  /// What `OR` is between.
  private var alternatives: [SearchQuery] = []

  /// The operator that was read last, until its right operand is read.
  private(set) var pending: Operator?

  /// Whether an operator may follow.
  var isComplete: Bool { hasOperand && pending == nil }

  /// Whether nothing was read.
  var isEmpty: Bool { !hasOperand && pending == nil }

  /// Whether `NEAR` may follow.
  var canBeNear: Bool { !phrases.isEmpty }

  private var hasOperand: Bool { !phrases.isEmpty || enclosed != nil }

  // MARK: - Reading on

  mutating func add(_ phrase: SearchQuery.Phrase) {
    if pending != .near { begin() }
    phrases.append(phrase)
    pending = nil
  }

  /// Adds what was in parentheses. Returns false if `NEAR` is before it, and it is not a phrase.
  mutating func add(_ query: SearchQuery) -> Bool {
    switch query.node {
    case .nothing: add(SearchQuery.Phrase(words: []))
    case .phrase(let phrase): add(phrase)
    case _ where pending == .near: return false
    default:
      begin()
      enclosed = query
      pending = nil
    }
    return true
  }

  /// Begins an operand. Two operands without an operator between them are as with `AND`.
  private mutating func begin() {
    if isComplete { closeDifference() }
  }

  mutating func near(_ distance: Int) {
    distances.append(distance)
    pending = .near
  }

  mutating func operate(_ operation: Operator) {
    switch operation {
    case .near: break
    case .not: closeOperand()
    case .and: closeDifference()
    case .or: closeConditions()
    }
    pending = operation
  }

  mutating func finish() -> SearchQuery {
    closeConditions()
    return .or(alternatives)
  }

  // MARK: - Closing

  private mutating func closeOperand() {
    if let enclosed {
      differences.append(enclosed)
    } else if !phrases.isEmpty {
      differences.append(.near(phrases, distances: distances))
    }
    (phrases, distances, enclosed) = ([], [], nil)
  }

  private mutating func closeDifference() {
    closeOperand()
    guard let first = differences.first else { return }
    conditions.append(.not(first, .or(Array(differences.dropFirst()))))
    differences = []
  }

  private mutating func closeConditions() {
    closeDifference()
    alternatives.append(.and(conditions))
    conditions = []
  }
}

/// A condition on one column or computed value.
package struct Filter: Sendable {
  package var field: Int
  package var comparator: Comparator
  package var value: Int
}

/// How a finder compares.
package enum Comparator: Int, CaseIterable, Sendable, Codable {
  case equal, unequal, less, greaterOrEqual, isIn
}

/// Conditions, combined.
package indirect enum Plan: Sendable {
  case everything, nothing
  case filter(Filter)
  case all([Plan])
  case any([Plan])
  case not(Plan)
}

/// An order by one column or computed value.
package struct Order: Sendable {
  package var field: Int
  package var isDescending: Bool
  package var hasNilsFirst: Bool
}

/// The records of a finder.
package struct Scope: Sendable {
  package var kind: Kind
  package var plan: Plan
  /// Whether the conditions are added to the finder one by one, and not as one predicate.
  package var isChained = false
  package var orders: [Order] = []
  package var isReversed = false
  /// Whether the finder is without the default scope of its model.
  package var isUnscoped = false
  /// The column in whose values the records differ.
  package var distinct: Int?
  package var offset = 0
  package var limit: Int?
}

/// What a finder is asked.
package struct Question: Sendable {
  package var scope: Scope
  package var answer: Answer

  package enum Answer: Sendable {
    case records
    case pages(size: Int)
    case find(field: Int, value: Int)
    case summary(Int)
    /// A search, ranked, and how many of the best are read alone.
    case ranked(search: Int, limit: Int)
  }
}

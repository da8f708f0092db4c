/// The conditions of one query that all have to be met, with their total cost.
///
/// Each condition can be a path of its own, so a path must not list the other conditions until it is taken: *n*
/// conditions would have *n* lists of *n* - 1.
struct Conjuncts {
  let nodes: [PredicateNode]
  private let cost: Int

  init(_ predicate: PredicateNode) {
    nodes = predicate.conjuncts
    cost = nodes.reduce(0) { $0 + $1.cost }
  }

  /// The cost of testing a row by all conditions, where 1 is one comparison.
  var effort: Double { Double(max(1, cost)) }

  /// Returns the cost of testing a row by the undecided conditions, at least one.
  func effort(without decided: ConjunctSet) -> Double {
    Double(max(1, decided.reduce(cost) { $0 - nodes[$1].cost }))
  }
}

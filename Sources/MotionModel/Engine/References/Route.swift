/// The route from a record to its related records: one key, or several that are followed one after the other.
struct Route: Sendable {
  /// One key, followed from the parent to its children or from the child to its parent.
  struct Step: Sendable {
    enum Direction: Sendable { case toChildren, toParent }

    let link: Link
    let direction: Direction
    /// A further condition on the records that the step leads to.
    var condition: (@Sendable () -> PredicateNode)?

    /// The table that the step leads to.
    var target: TableLayout { direction == .toChildren ? link.child : link.parent }

    /// The same key, followed the other way.
    var reversed: Step { Step(link: link, direction: direction == .toChildren ? .toParent : .toChildren) }

    /// The only column of the records where the step begins that decides where it leads; nil when it is the id, or when
    /// there are several.
    var keyColumn: ColumnReference? { direction == .toParent && link.type == nil ? link.column : nil }

    /// All conditions on the records that the step leads to.
    var conditions: PredicateNode {
      let type = direction == .toChildren ? link.type?.condition() : nil
      return (type ?? .constant(true)) && (condition?() ?? .constant(true))
    }
  }

  var steps: [Step]

  /// The key that the records at the end have of those before them; nil where those before them have the key.
  var childKey: Link? { steps.last.flatMap { $0.direction == .toChildren ? $0.link : nil } }

  /// Rewrites a condition on the first model of the route as a condition on the last one.
  func condition(_ start: PredicateNode) -> PredicateNode {
    steps.reduce(start) { node, step in
      step.conditions && .related(RelatedCondition(step: step.reversed, target: node))
    }
  }

  /// Rewrites a condition on the last model of the route as a condition on the first one: that it leads to a record
  /// that meets the condition.
  func hasAny(_ end: PredicateNode) -> PredicateNode {
    steps.reversed().reduce(end) { node, step in
      .related(RelatedCondition(step: step, target: node && step.conditions))
    }
  }
}

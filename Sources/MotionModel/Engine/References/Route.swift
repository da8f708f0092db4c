/// The way from a record to those that are related to it: one key to follow, or several, one after the other.
struct Route: Sendable {
  /// One key, followed from the parent to its children or from the child to its parent.
  struct Step: Sendable {
    enum Direction: Sendable { case toChildren, toParent }

    let link: Link
    let direction: Direction
    /// What the records that the step leads to have to meet besides.
    var condition: (@Sendable () -> PredicateNode)?

    /// The table that the step leads to.
    var target: TableLayout { direction == .toChildren ? link.child : link.parent }

    /// The same key, followed the other way.
    var reversed: Step { Step(link: link, direction: direction == .toChildren ? .toParent : .toChildren) }

    /// All that the records that the step leads to have to meet.
    var conditions: PredicateNode {
      let type = direction == .toChildren ? link.type?.condition() : nil
      return (type ?? .constant(true)) && (condition?() ?? .constant(true))
    }
  }

  var steps: [Step]

  /// The condition on records at the end that one at the start which meets another condition leads to them.
  func condition(_ start: PredicateNode) -> PredicateNode {
    steps.reduce(start) { node, step in
      step.conditions && .related(RelatedCondition(step: step.reversed, target: node))
    }
  }

  /// The condition on records at the start that they lead to one at the end which meets another condition.
  func hasAny(_ end: PredicateNode) -> PredicateNode {
    steps.reversed().reduce(end) { node, step in
      .related(RelatedCondition(step: step, target: node && step.conditions))
    }
  }
}

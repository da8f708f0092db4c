/// The route from a record to its related records: one key, or several keys in sequence.
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

  /// A part of a route: a key, or the choice of one of the records that some keys lead to.
  enum Leg: Sendable {
    case step(Step)
    case choice(RouteChoice)
  }

  var legs: [Leg]

  init(legs: [Leg]) { self.legs = legs }

  init(steps: [Step]) { legs = steps.map(Leg.step) }

  /// The keys of the route; where it chooses a record, the keys to all candidates.
  var steps: [Step] { legs.flatMap(\.steps) }

  /// The key of a route that follows no other, and chooses nothing; nil for any other route.
  var onlyStep: Step? {
    guard legs.count == 1, case .step(let step) = legs[0] else { return nil }
    return step
  }

  /// The key that the records at the end have of those before them; nil where those before them have the key.
  var childKey: Link? { steps.last.flatMap { $0.direction == .toChildren ? $0.link : nil } }

  /// Rewrites a condition on the first model of the route as a condition on the last one.
  func condition(_ start: PredicateNode) -> PredicateNode {
    legs.reduce(start) { node, leg in
      let test: any RelatedTest =
        switch leg {
        case .step(let step): RelatedCondition(leg: .step(step.reversed), target: node)
        case .choice(let choice): ChosenCondition(choice: choice, start: node)
        }
      return leg.conditions && .related(test)
    }
  }

  /// Rewrites a condition on the last model of the route as a condition on the first one: the route leads to a record
  /// that meets the condition.
  func hasAny(_ end: PredicateNode) -> PredicateNode {
    legs.reversed().reduce(end) { node, leg in
      .related(RelatedCondition(leg: leg, target: node && leg.conditions))
    }
  }
}

extension Route.Leg {
  /// The keys that are followed; of a choice, the keys to all candidates.
  var steps: [Route.Step] {
    switch self {
    case .step(let step): [step]
    case .choice(let choice): choice.candidates.steps
    }
  }

  /// The table that the leg leads to.
  var target: TableLayout { steps[steps.count - 1].target }

  /// The conditions that are left to test on a record that the leg leads to.
  var conditions: PredicateNode {
    switch self {
    case .step(let step): step.conditions
    case .choice(let choice): choice.condition?() ?? .constant(true)
    }
  }

  /// The keys followed the other way: to all records from which the leg may lead to a record.
  var reversedSteps: [Route.Step] { steps.reversed().map(\.reversed) }

  /// Whether the leg leads to no more than one record.
  var isSingle: Bool {
    switch self {
    case .step(let step): step.direction == .toParent || step.link.isUnique
    case .choice: true
    }
  }

  /// Returns this leg with a further condition on the records that it leads to.
  func with(_ further: @escaping @Sendable () -> PredicateNode) -> Route.Leg {
    switch self {
    case .step(var step):
      let condition = step.condition
      step.condition = { (condition?() ?? .constant(true)) && further() }
      return .step(step)
    case .choice(var choice):
      let condition = choice.condition
      choice.condition = { (condition?() ?? .constant(true)) && further() }
      return .choice(choice)
    }
  }
}

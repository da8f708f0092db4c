public import MotionModel

extension Store {
  /// One effect of destroying records on other records, with the effects that follow from it.
  public struct CascadeStep: Sendable {
    /// The model of the records.
    public let model: any Model.Type
    /// The relation by which the records depend on others; nil for the records that are destroyed first.
    public let relation: String?
    /// What would happen to the records; `restrict` means that they prevent destroying.
    public let effect: Dependent
    /// The ids of the records.
    public let ids: [AttributeValue]
    /// The effects on records that depend on these.
    ///
    /// A tree is at most 100 steps deep below its root: steps that would be deeper are siblings of the step that
    /// causes them, and come before it.
    public internal(set) var steps: [Store.CascadeStep] = []

    /// The greatest depth of a tree, which is traversed and freed recursively.
    static let depthLimit = 100
  }
}

extension Store.CascadeStep: CustomStringConvertible {
  /// The tree, a line for each step: `cards: 3 cards destroyed`.
  public var description: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    let own = [relation, Store.CascadeStep.text(model, effect, ids.count)].compactMap { $0 }.joined(separator: ": ")
    return [own] + steps.flatMap(\.lines).map { "  \($0)" }
  }

  /// Returns a phrase like `3 cards destroyed`.
  fileprivate static func text(_ model: any Model.Type, _ effect: Dependent, _ count: Int) -> String {
    let inflector = Inflector.current
    let name = inflector.underscore(model.schemaName).split(separator: "_").joined(separator: " ")
    return "\(inflector.counted(count, name)) \(effect.verb(count))"
  }
}

extension [Store.CascadeStep] {
  /// The number of records of each model and effect, in the order in which the pairs first occur.
  var summary: String {
    var counts: [(model: any Model.Type, effect: Dependent, count: Int)] = []
    func add(_ step: Store.CascadeStep) {
      if let index = counts.firstIndex(where: { $0.model == step.model && $0.effect == step.effect }) {
        counts[index].count += step.ids.count
      } else {
        counts.append((step.model, step.effect, step.ids.count))
      }
      step.steps.forEach(add)
    }
    forEach(add)
    return counts.map { Store.CascadeStep.text($0.model, $0.effect, $0.count) }.joined(separator: ", ")
  }
}

extension Dependent {
  /// The verb for so many records.
  fileprivate func verb(_ count: Int) -> String {
    switch self {
    case .none: "kept"
    case .destroy: "destroyed"
    case .delete: "deleted"
    case .nullify: "nullified"
    case .restrict: count == 1 ? "restricts" : "restrict"
    }
  }
}

extension Model {
  fileprivate static var schemaName: String { schema.modelName }
}

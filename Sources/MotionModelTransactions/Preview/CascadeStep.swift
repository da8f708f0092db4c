public import MotionModel

/// What destroying records would do to some of them, and what follows from that.
public struct CascadeStep: Sendable {
  /// The model of the records.
  public let model: any Model.Type
  /// The relation by which they depend on others; nil for those with which it begins.
  public let relation: String?
  /// What would become of them; for `restrict`, they do not allow it.
  public let effect: Dependent
  /// Their ids.
  public let ids: [AttributeValue]
  /// What would become of those that depend on them.
  ///
  /// A tree is at most 100 steps deep below its root: what depends on records farther down stands beside them, before them.
  public internal(set) var steps: [CascadeStep] = []

  /// How deep a tree may be: it is gone through, and freed, on the stack.
  static let depthLimit = 100

  /// How many records they are.
  public var count: Int { ids.count }
}

extension CascadeStep: CustomStringConvertible {
  /// The tree, a line for each step: `cards: 3 cards destroyed`.
  public var description: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    let own = [relation, CascadeStep.text(model, effect, count)].compactMap { $0 }.joined(separator: ": ")
    return [own] + steps.flatMap(\.lines).map { "  \($0)" }
  }

  /// `3 cards destroyed`.
  fileprivate static func text(_ model: any Model.Type, _ effect: Dependent, _ count: Int) -> String {
    let inflector = Inflector.current
    let name = inflector.underscore(model.schemaName).split(separator: "_").joined(separator: " ")
    return "\(inflector.counted(count, name)) \(effect.verb(count))"
  }
}

extension [CascadeStep] {
  /// How many records of each model meet which fate, in the order in which they are first met.
  var summary: String {
    var counts: [(model: any Model.Type, effect: Dependent, count: Int)] = []
    func add(_ step: CascadeStep) {
      if let index = counts.firstIndex(where: { $0.model == step.model && $0.effect == step.effect }) {
        counts[index].count += step.count
      } else {
        counts.append((step.model, step.effect, step.count))
      }
      step.steps.forEach(add)
    }
    forEach(add)
    return counts.map { CascadeStep.text($0.model, $0.effect, $0.count) }.joined(separator: ", ")
  }
}

extension Dependent {
  /// What it does to so many records.
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

import MotionModel

/// Collects the findings of a preview besides its changeset.
final class PreviewRecorder: PreviewFindings {
  struct Findings: Sendable {
    var errors: [any Error] = []
    var warnings: [(record: any Model, warnings: [any Error])] = []
    /// The outermost steps that have ended.
    var steps: [Store.CascadeStep] = []
    /// The steps that have begun and not ended, from the outermost to the innermost.
    var open: [Store.CascadeStep] = []
    var isRestricted = false
    /// The hooks, in the order in which each runs first.
    var hooks: [Store.PreviewHook] = []
    private var hookNumbers: [Store.PreviewHook.Name: Int] = [:]

    mutating func add(_ name: Store.PreviewHook.Name, count: Int) {
      if let number = hookNumbers[name] { return hooks[number].count += count }
      hookNumbers[name] = hooks.count
      hooks.append(Store.PreviewHook(name, count: count))
    }
  }

  private let state = Locked(Findings())

  var findings: Findings { state.withLock { $0 } }
  var refusalCount: Int { state.withLock { $0.errors.count } }
  var isRestricted: Bool { state.withLock { $0.isRestricted } }

  func refused(_ error: any Error, since mark: Int) {
    state.withLock { state in
      // Errors cannot be compared, but their descriptions can.
      if state.errors.count > mark, let last = state.errors.last, "\(last)" == "\(error)" { return }
      state.errors.append(error)
    }
  }

  func warned(of record: any Model, _ warnings: [any Error]) {
    state.withLock { $0.warnings.append((record, warnings)) }
  }

  func ran(_ hook: String, of model: String?, count: Int, isAfterCommit: Bool) {
    let name = Store.PreviewHook.Name(hook: hook, model: model, isAfterCommit: isAfterCommit)
    state.withLock { $0.add(name, count: count) }
  }

  func beginCascade(_ records: [any Model], _ relation: String?, _ effect: Dependent) {
    guard let first = records.first else { return }
    let step = Store.CascadeStep(
      model: type(of: first), relation: relation, effect: effect, ids: records.map(\.idValue))
    state.withLock { state in
      state.open.append(step)
      state.isRestricted = state.isRestricted || effect == .restrict
    }
  }

  func endCascade() { state.withLock { $0.closeStep() } }
}

extension PreviewRecorder.Findings {
  /// Moves the innermost open step into the step around it, but no deeper than `depthLimit`.
  fileprivate mutating func closeStep() {
    guard let step = open.popLast() else { return }
    if open.isEmpty {
      steps.append(step)
    } else {
      open[min(open.count, Store.CascadeStep.depthLimit) - 1].steps.append(step)
    }
  }
}

extension Model {
  fileprivate var idValue: AttributeValue { id.attribute }
}

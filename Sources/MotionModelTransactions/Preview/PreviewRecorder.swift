import MotionModel

/// Collects what a preview finds out besides its changeset.
final class PreviewRecorder: TransactionRecorder {
  struct Findings: Sendable {
    var errors: [any Error] = []
    var warnings: [PreviewWarning] = []
    /// The steps that are over.
    var steps: [CascadeStep] = []
    /// The steps under way, one inside the other.
    var open: [CascadeStep] = []
    var isRestricted = false
  }

  private let state = Locked(Findings())

  var findings: Findings { state.withLock { $0 } }
  var refusalCount: Int { state.withLock { $0.errors.count } }
  var isRestricted: Bool { state.withLock { $0.isRestricted } }

  func refused(_ error: any Error, since mark: Int) {
    state.withLock { state in
      // Errors cannot be compared, but what they say can.
      if state.errors.count > mark, let last = state.errors.last, "\(last)" == "\(error)" { return }
      state.errors.append(error)
    }
  }

  func warned(of record: any Model, _ warnings: [any Error]) {
    state.withLock { $0.warnings.append(PreviewWarning(record: record, warnings: warnings)) }
  }

  func beginCascade(_ records: [any Model], _ relation: String?, _ effect: Dependent) {
    guard let first = records.first else { return }
    let step = CascadeStep(model: type(of: first), relation: relation, effect: effect, ids: records.map(\.idValue))
    state.withLock { state in
      state.open.append(step)
      state.isRestricted = state.isRestricted || effect == .restrict
    }
  }

  func endCascade() { state.withLock { $0.closeStep() } }
}

extension PreviewRecorder.Findings {
  /// Puts the innermost step under way where it belongs: into the one around it, but no deeper than a tree may be.
  fileprivate mutating func closeStep() {
    guard let step = open.popLast() else { return }
    if open.isEmpty { steps.append(step) } else { open[min(open.count, CascadeStep.depthLimit) - 1].steps.append(step) }
  }
}

extension Model {
  fileprivate var idValue: AttributeValue { id.attribute }
}

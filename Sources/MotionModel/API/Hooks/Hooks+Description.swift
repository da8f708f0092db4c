extension Hooks {
  /// Returns the steps of an operation on a record of the model, in order, including the hooks that run.
  ///
  /// ```swift
  /// Todo.hooks.steps(of: .delete)
  /// // => ["beforeDelete \"lock\"", "the record is deleted", "commit", "afterCommit (Todos/Todo.swift:21)"]
  /// ```
  ///
  /// The beginning and the end of an around hook are separate steps.
  ///
  /// - Parameters:
  ///   - operation: The operation on the record.
  ///   - store: The store whose middleware is included; nil for none.
  public func steps(of operation: HookOperation, in store: Store? = nil) -> [String] {
    let trace = HookTrace(hooks: list, middleware: store?.middleware ?? [], isChecked: Record.saveCheck != nil)
    return operation == .load ? trace.load : trace.steps(of: operation) + trace.commit
  }
}

extension Hooks: CustomStringConvertible {
  /// The numbered steps of each operation, including the hooks that run.
  ///
  /// ```
  /// create Todo
  ///   1. beforeSave "trim"
  ///   2. the record is written
  ///   3. commit
  /// …
  /// ```
  public var description: String {
    HookOperation.allCases.map { operation in
      let steps = steps(of: operation).enumerated().map { "  \($0.offset + 1). \($0.element)" }
      return "\(operation) \(Record.schema.modelName)\n" + steps.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

/// Describes the steps of ``Lifecycle``, in the same order.
private struct HookTrace<Record: Model> {
  let hooks: [Hooks<Record>.Hook]
  let middleware: [LabelledMiddleware]
  let isChecked: Bool

  func steps(of operation: HookOperation) -> [String] {
    switch operation {
    case .create: save(.create)
    case .update: save(.update)
    case .delete: delete
    case .destroy:
      around(.destroy, wrapped(.destroy, ["its dependent records are destroyed, deleted or changed"] + delete))
    case .load: load
    }
  }

  /// The steps at the end of every operation.
  var commit: [String] {
    named(.beforeCommit) + ["commit"] + named(.afterCommit)
      + middleware.reversed().map { "\($0.label), after the commit" }
  }

  var load: [String] { ["the record is read from a file"] + named(.afterLoad) + ["commit"] + named(.afterCommit) }

  private func save(_ step: HookStep) -> [String] {
    let write = wrapped(.save, around(step, wrapped(step, ["the record is written"])))
    return wrapped(.validation, isChecked ? ["the save check"] : []) + around(.save, write)
  }

  private var delete: [String] { around(.delete, wrapped(.delete, ["the record is deleted"])) }

  private func wrapped(_ step: HookStep, _ body: [String]) -> [String] {
    middleware.map { "\($0.label), before \(step)" } + named(.before(step)) + body + named(.after(step))
      + middleware.reversed().map { "\($0.label), after \(step)" }
  }

  private func around(_ step: HookStep, _ body: [String]) -> [String] {
    let names = named(.around(step))
    return names.map { "\($0) begins" } + body + names.reversed().map { "\($0) ends" }
  }

  private func named(_ kind: HookKind) -> [String] { hooks.filter { $0.kind == kind }.map(\.description) }
}

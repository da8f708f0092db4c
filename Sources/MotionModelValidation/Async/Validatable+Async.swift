import MotionModel

extension Validatable {
  /// Checks all rules, those that have to ask somebody too, all at once.
  ///
  /// ```swift
  /// let errors = await draft.validateAsync { self.draft }
  /// ```
  ///
  /// While somebody is asked, the user goes on typing. So what is reported is about the record as `latest` gives it at the
  /// end: rules that need no waiting are checked again if it differs, and the answer about a column that was changed in the
  /// meantime is dropped, because it is one to another question.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `latest` runs on: the caller's.
  ///   - context: A context of yours.
  ///   - latest: Gives the record as it is when all answers are there; unless it is given, it is the record itself.
  /// - Returns: The rules that the latest record breaks: first those that need no waiting, then the others, each in order of
  ///   declaration.
  public func validateAsync(
    isolation: isolated (any Actor)? = #isolation, in context: ValidationContext? = nil,
    latest: (() async -> Self)? = nil
  ) async -> ValidationErrors {
    let answers = await asked(context)
    let record = await latest?() ?? self
    let errors = record.errors(in: context)
    let wrong = Set(errors.blocking.map(\.pathText))
    let valid = answers.filter { check, _ in check.isAbout(same: self, record) && !check.isAboutAny(of: wrong) }
    return ValidationErrors(Array(errors) + valid.flatMap { $0.1 })
  }

  /// What the rules that have to ask somebody find, in order of declaration.
  private func asked(_ context: ValidationContext?) async -> [(Check<Self>, [ValidationError])] {
    let checks = checksToAsk(context)
    return await withTaskGroup(of: (Int, [ValidationError]).self) { group in
      for (index, check) in checks.enumerated() {
        group.addTask { (index, await check.answer(about: self)) }
      }
      let answers = await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      return checks.enumerated().map { ($1, answers[$0] ?? []) }
    }
  }

  /// The rules that hold for the record, and at whose columns nothing is known to be wrong already.
  private func checksToAsk(_ context: ValidationContext?) -> [Check<Self>] {
    let wrong = Set(errors(in: context).blocking.map(\.pathText))
    var situation = Situation<Self>(store: .current, context: context)
    return Self.validations.asyncChecks.filter {
      !$0.isAboutAny(of: wrong) && $0.options.hold(for: self, $0.fields, &situation)
    }
  }
}

extension Check {
  fileprivate func answer(about record: Record) async -> [ValidationError] {
    guard case .asynchronous(let test) = body else { return [] }
    do {
      return errors(try await test(record))
    } catch {
      return error is CancellationError || Task.isCancelled ? [] : errors([.failure(error, of: rule)])
    }
  }

  /// Whether two records have the same values in the rule's columns, or in all when it names none.
  fileprivate func isAbout(same first: Record, _ second: Record) -> Bool {
    fields.isEmpty ? first.attributes == second.attributes : fields.allSatisfy { $0.isEqual(first, second) }
  }

  fileprivate func isAboutAny(of names: Set<String>) -> Bool { fields.contains { names.contains($0.name) } }
}

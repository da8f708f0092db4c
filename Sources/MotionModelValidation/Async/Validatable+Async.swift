import MotionModel

extension Validatable {
  /// Checks all rules; asynchronous ones run concurrently.
  ///
  /// ```swift
  /// let errors = await draft.validateAsync { self.draft }
  /// ```
  ///
  /// The user may go on typing in the meantime, so the errors are those of the record that `latest` returns at the
  /// end. Synchronous rules are checked again for that record. The result of an asynchronous rule is dropped if one
  /// of its columns was changed in the meantime.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `latest` runs on, the caller's by default.
  ///   - context: A context of your own.
  ///   - latest: Returns the current record when all results are there; the record itself by default.
  /// - Returns: The rules that the latest record breaks: first the synchronous ones, then the asynchronous ones,
  ///   each in order of declaration.
  public func validateAsync(
    isolation: isolated (any Actor)? = #isolation, in context: ValidationContext? = nil,
    latest: (() async -> Self)? = nil
  ) async -> ValidationErrors {
    let answers = await asked(context)
    let record = await latest?() ?? self
    let errors = record.errors(in: context)
    let wrong = Set(errors.blocking.map(\.pathString))
    let valid = answers.filter { check, _ in check.isAbout(same: self, record) && !check.isAboutAny(of: wrong) }
    return ValidationErrors(Array(errors) + valid.flatMap { $0.1 }, of: Self.self)
  }

  /// Runs the asynchronous rules and returns their errors, in order of declaration.
  private func asked(_ context: ValidationContext?) async -> [(Check<Self>, [ValidationError])] {
    let checks = checksToAsk(context)
    return await withTaskGroup(of: (Int, [ValidationError]).self) { group in
      for (index, (check, failure)) in checks.enumerated() {
        group.addTask {
          if let failure { return (index, failure) }
          return (index, await check.answer(about: self))
        }
      }
      let answers = await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      return checks.enumerated().map { ($1.check, answers[$0] ?? []) }
    }
  }

  /// The asynchronous rules that apply to the record, without those whose columns have errors already. A rule has an
  /// error if it cannot be read whether it applies.
  private func checksToAsk(_ context: ValidationContext?) -> [(check: Check<Self>, failure: [ValidationError]?)] {
    let wrong = Set(errors(in: context).blocking.map(\.pathString))
    var situation = CheckContext(context: context)
    return Self.validations.list.asyncChecks.compactMap { check in
      if check.isAboutAny(of: wrong) { return nil }
      do {
        return try check.options.hold(for: self, check.fields, &situation) ? (check, nil) : nil
      } catch {
        return (check, check.errors([.failure(error, of: check.rule)]))
      }
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

  /// Whether two records have the same values in the rule's columns, or in all columns if the rule names none.
  fileprivate func isAbout(same first: Record, _ second: Record) -> Bool {
    fields.isEmpty ? first.attributes == second.attributes : fields.allSatisfy { $0.isEqual(first, second) }
  }

  fileprivate func isAboutAny(of names: Set<String>) -> Bool { fields.contains { names.contains($0.name) } }
}

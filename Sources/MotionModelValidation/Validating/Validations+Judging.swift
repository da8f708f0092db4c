import MotionModel

extension Validations {
  /// Returns the errors of a record by these rules, which need not be those of its model: a form may have rules of
  /// its own.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - context: A custom context of the caller.
  public func validationErrors(of record: Record, in context: ValidationContext? = nil) -> ValidationErrors {
    ValidationErrors(errors(of: record, CheckContext(context: context)))
  }

  /// Returns the errors of a record that is edited, by these rules.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - stored: The stored record. As in a save, what it has in common with others is no error of this one.
  ///   - comparing: Whether to check rules that compare the record with all other records.
  ///   - context: A custom context of the caller.
  package func validationErrors(
    of record: Record, replacing stored: Record?, comparing: Bool, in context: ValidationContext?
  ) -> [ValidationError] {
    errors(of: record, comparing: comparing, CheckContext(context: context, replacing: stored))
  }

  /// Returns the errors of a record, in order of declaration.
  ///
  /// - Parameter comparing: Whether to check rules that compare the record with all others.
  func errors(
    of record: Record, comparing: Bool = true, _ situation: @autoclosure () -> CheckContext
  ) -> [ValidationError] {
    var errors: [ValidationError] = []
    forEachBroken(by: record, comparing: comparing, situation()) {
      errors += $0
      return true
    }
    return errors
  }

  /// Returns the errors of a record by the rules that compare it with all others.
  func errorsOfComparing(_ record: Record, _ situation: CheckContext) -> [ValidationError] {
    var situation = situation
    return list.comparisons.flatMap { $0.errors(of: record, &situation) }
  }

  /// Whether a record breaks no rule; warnings do not count.
  func areMet(by record: Record, _ situation: @autoclosure () -> CheckContext) -> Bool {
    var areMet = true
    forEachBroken(by: record, situation()) { errors in
      areMet = errors.allSatisfy { $0.severity == .warning }
      return areMet
    }
    return areMet
  }

  /// Calls `body` with the errors of each rule that may be broken, until `body` returns false.
  ///
  /// For a record that passes the quick tests of all rules, it costs one call per rule and allocates nothing.
  @inline(__always)
  private func forEachBroken(
    by record: Record, comparing: Bool = true, _ situation: @autoclosure () -> CheckContext,
    _ body: ([ValidationError]) -> Bool
  ) {
    withRow(of: record) { row in
      var index = list.quickTests.firstNotMet(row, from: 0)
      if index == list.recordChecks.count { return }
      var situation = situation()
      while index < list.recordChecks.count {
        let check = list.recordChecks[index]
        if comparing || !check.isComparison, check.concerns(record, situation),
          !body(check.errors(of: record, &situation))
        {
          return
        }
        index = list.quickTests.firstNotMet(row, from: index + 1)
      }
    }
  }

  /// Returns the rules that are about a column.
  package func about(_ column: String) -> Validations {
    Validations(list.checks.filter { $0.fields.contains { $0.name == column } })
  }
}

extension Check {
  /// Returns the errors of one rule; a rule that throws has an error of its own.
  func errors(of record: Record, _ situation: inout CheckContext) -> [ValidationError] {
    guard let test = recordTest else { return [] }
    do {
      return try options.hold(for: record, fields, &situation) ? errors(try test(record, &situation)) : []
    } catch {
      return errors([.failure(error, of: rule)])
    }
  }
}

extension Problem {
  /// Returns the problem of a rule that could not be checked.
  static func failure(_ error: any Error, of rule: RuleName) -> Problem {
    .broken(.failed, ["reason": .string("\(error)"), "rule": .string(rule.rawValue)])
  }
}

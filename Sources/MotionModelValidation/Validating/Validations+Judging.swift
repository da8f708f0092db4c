import MotionModel

extension Validations {
  /// What a record breaks of these rules, which need not be those of its model: a form may have rules of its own.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - context: A context of the caller's own.
  public func validationErrors(of record: Record, in context: ValidationContext? = nil) -> ValidationErrors {
    ValidationErrors(errors(of: record, Situation(store: .current, context: context)))
  }

  /// The rules that a record breaks, in order of declaration.
  ///
  /// - Parameter comparing: Whether rules that compare it with all others are asked.
  func errors(
    of record: Record, comparing: Bool = true, _ situation: @autoclosure () -> Situation<Record>
  ) -> [ValidationError] {
    var errors: [ValidationError] = []
    forEachBroken(by: record, comparing: comparing, situation()) {
      errors += $0
      return true
    }
    return errors
  }

  /// Those of the rules that compare a record with all others which it breaks.
  func errorsOfComparing(_ record: Record, _ situation: Situation<Record>) -> [ValidationError] {
    var situation = situation
    return comparisons.flatMap { $0.errors(of: record, &situation) }
  }

  /// Whether a record breaks no rule, save for warnings.
  func areMet(by record: Record, _ situation: @autoclosure () -> Situation<Record>) -> Bool {
    var areMet = true
    forEachBroken(by: record, situation()) { errors in
      areMet = errors.allSatisfy { $0.severity == .warning }
      return areMet
    }
    return areMet
  }

  /// Calls `body` with the errors of each rule that may be broken, until it returns false.
  ///
  /// A record that keeps to all rules, and has only ones with a quick test, costs a call for each rule and no memory.
  @inline(__always)
  private func forEachBroken(
    by record: Record, comparing: Bool = true, _ situation: @autoclosure () -> Situation<Record>,
    _ body: ([ValidationError]) -> Bool
  ) {
    withUnsafePointer(to: record) { address in
      var index = quickTests.firstNotMet(UnsafeRawPointer(address), from: 0)
      if index == recordChecks.count { return }
      var situation = situation()
      while index < recordChecks.count {
        let check = recordChecks[index]
        if comparing || !check.isComparison, !body(check.errors(of: record, &situation)) { return }
        index = quickTests.firstNotMet(UnsafeRawPointer(address), from: index + 1)
      }
    }
  }

  /// Those rules that are about a column.
  func about(_ column: String) -> Validations {
    Validations(checks.filter { $0.fields.contains { $0.name == column } })
  }
}

extension Check {
  /// The errors of one rule. One that throws has an error of its own.
  func errors(of record: Record, _ situation: inout Situation<Record>) -> [ValidationError] {
    guard let test = recordTest, options.hold(for: record, fields, &situation) else { return [] }
    do {
      return errors(try test(record, &situation))
    } catch {
      return errors([.failure(error, of: rule)])
    }
  }
}

extension Problem {
  /// A rule that could not be checked.
  static func failure(_ error: any Error, of rule: RuleName) -> Problem {
    .broken(.failed, ["reason": .string("\(error)"), "rule": .string(rule.rawValue)])
  }
}

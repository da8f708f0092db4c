import MotionModel

extension Validations {
  /// What a record breaks of these rules, which need not be those of its model: a form may have rules of its own.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - context: A context of the caller's own.
  public func validationErrors(of record: Record, in context: ValidationContext? = nil) -> ValidationErrors {
    var situation = Situation<Record>(store: .current, context: context)
    return ValidationErrors(errors(of: record, &situation))
  }

  /// The rules that a record breaks, in order of declaration.
  func errors(of record: Record, _ situation: inout Situation<Record>) -> [ValidationError] {
    var errors: [ValidationError] = []
    withUnsafePointer(to: record) { address in
      for check in recordChecks where !check.isMetQuickly(UnsafeRawPointer(address)) {
        errors += check.errors(of: record, &situation)
      }
    }
    return errors
  }

  /// Whether a record breaks no rule, save for warnings.
  ///
  /// A record that keeps to all rules that have a quick test costs a call for each rule and no memory.
  func areMet(by record: Record, _ situation: inout Situation<Record>) -> Bool {
    withUnsafePointer(to: record) { address in
      for check in recordChecks where !check.isMetQuickly(UnsafeRawPointer(address)) {
        if check.errors(of: record, &situation).contains(where: { $0.severity == .error }) { return false }
      }
      return true
    }
  }

  /// Those rules that are about a column.
  func about(_ column: String) -> Validations {
    Validations(checks.filter { $0.fields.contains { $0.name == column } })
  }
}

extension Check {
  /// Whether the quick test says that there is nothing to look at.
  @inline(__always)
  func isMetQuickly(_ record: UnsafeRawPointer) -> Bool {
    guard case .record(let test?, _) = body else { return false }
    return test(record)
  }

  /// The errors of one rule. One that throws has an error of its own.
  func errors(of record: Record, _ situation: inout Situation<Record>) -> [ValidationError] {
    guard case .record(_, let test) = body, options.hold(for: record, fields, &situation) else { return [] }
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

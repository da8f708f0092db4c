import MotionModel
import MotionModelValidation

extension FormCore {
  mutating func check(comparing: Bool, in environment: FormEnvironment) -> Bool {
    var isBlocked = false
    for index in fields.indices {
      checkField(index, comparing, in: environment)
      if fields[index].allErrors.contains(where: { $0.severity == .error }) { isBlocked = true }
    }
    for index in groups.indices where checkGroup(index, in: environment) { isBlocked = true }
    return isBlocked || whole.contains { $0.severity == .error }
  }

  private mutating func checkField(_ index: Int, _ comparing: Bool, in environment: FormEnvironment) {
    let facts = plan.fields[index].facts
    fields[index].isShown = true
    if facts.isReadOnly {
      (fields[index].problem, fields[index].errors) = (nil, [])
      return
    }
    assign(index, in: environment)
    // What a stored record has is there, also if it has no text, such as a file without bytes.
    let isMissing = facts.needsInput && fields[index].input.isEmpty && (isNew || fields[index].isChanged)
    // A password that is not shown is empty and yet there.
    if isMissing && !(facts.control == .password && !isNew) { fields[index].problem = facts.error(.blank) }
    judge(index, comparing: comparing, in: environment)
  }

  private mutating func checkGroup(_ index: Int, in environment: FormEnvironment) -> Bool {
    let plan = plan.groups[index]
    var isBlocked = false
    groups[index].errors = []
    for item in groups[index].items.indices where !groups[index].items[item].isRemoved {
      if groups[index].items[item].isIdle { continue }
      if groups[index].items[item].node.check(comparing: false, in: environment) { isBlocked = true }
    }
    let (count, settings) = (groups[index].count, plan.settings)
    let rule: RuleName? = count < settings.minimum ? .tooFew : count > settings.maximum ? .tooMany : nil
    if let rule {
      let limit = rule == .tooFew ? settings.minimum : settings.maximum
      groups[index].errors = [
        ValidationError(
          model: plan.model, path: [.field(plan.name)], rule: rule, parameters: ["count": limit.attribute])
      ]
    }
    return isBlocked || rule != nil
  }

  mutating func place(_ error: ValidationError, at steps: ArraySlice<ValidationError.Step>) {
    guard case .field(let name)? = steps.first else { return add(error, steps) }
    if let index = plan.fieldIndex[name], steps.count == 1 {
      let own = error.at(Array(steps))
      if !fields[index].allErrors.contains(own) { fields[index].errors.append(own) }
      return fields[index].isShown = true
    }
    guard let index = plan.groupIndex[name] else { return add(error, steps) }
    if steps.count == 1 { return groups[index].errors.append(error.at(Array(steps))) }
    guard case .index(let number)? = steps.dropFirst().first, let item = groups[index].index(of: number) else {
      return add(error, steps)
    }
    groups[index].items[item].node.place(error, at: steps.dropFirst(2))
  }

  /// Adds an error that is about no field of the form.
  private mutating func add(_ error: ValidationError, _ steps: ArraySlice<ValidationError.Step>) {
    let own = error.at(Array(steps))
    if !whole.contains(own) { whole.append(own) }
  }
}

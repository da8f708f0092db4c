import MotionModel
import MotionModelValidation

extension FormCore {
  /// Enters an answer to a field, unless the stamp says that the person did not change it.
  mutating func answer(_ input: FormInput, stamp: String?, _ index: Int, in environment: FormEnvironment) {
    let facts = plan.fields[index].facts
    let input = facts.normalized(input)
    // The text of a password is not in its stamp.
    if let stamp, stamp == FormFingerprint.of(input), facts.control != .password || input.isEmpty {
      return enter(fields[index].initial, index, in: environment)
    }
    enter(input, index, in: environment)
    fields[index].isTouched = true
    guard let stamp, stamp != FormFingerprint.of(fields[index].initial), fields[index].isChanged else { return }
    fields[index].theirs = fields[index].initial
    fields[index].conflict = facts.error(.conflict)
    fields[index].isStale = true
  }

  /// Enters that a field was shown and not answered.
  mutating func answerNothing(_ index: Int, in environment: FormEnvironment) {
    switch plan.fields[index].facts.control {
    case .toggle: enter(.flag(false), index, in: environment)
    case .choices: enter(.choices([]), index, in: environment)
    default: return
    }
    fields[index].isTouched = true
  }

  /// Gives the items of a group the numbers that an answer has for them, and adds those that are new.
  ///
  /// - Parameters:
  ///   - items: The numbers, with the ids of stored children.
  ///   - byRecord: Whether the ids say which items are meant, and not the numbers.
  mutating func adopt(
    _ items: [(Int, String?)], byRecord: Bool, in index: Int, at path: FormPath, in environment: FormEnvironment
  ) throws(FormError) {
    var problem: FormError?
    if byRecord { renumber(items, index) }
    for (number, record) in items {
      if let item = groups[index].index(of: number) {
        if record == nil || groups[index].items[item].node.recordText == record { continue }
      }
      if record != nil {
        problem = problem ?? .notAChild(path.appending(number))
      } else {
        do throws(FormError) { try add(number, to: index, at: path, in: environment) } catch {
          problem = problem ?? error
        }
      }
    }
    if let problem { throw problem }
  }

  /// Gives stored children the numbers that an answer has for them. All others get numbers beyond.
  private mutating func renumber(_ items: [(Int, String?)], _ index: Int) {
    var numbers: [String: Int] = [:]
    for case (let number, let record?) in items where numbers[record] == nil { numbers[record] = number }
    let taken = Set(items.map(\.0))
    var next = max(groups[index].next, (taken.max() ?? -1) + 1)
    for item in groups[index].items.indices {
      if let number = groups[index].items[item].node.recordText.flatMap({ numbers[$0] }) {
        groups[index].items[item].number = number
      } else if taken.contains(groups[index].items[item].number), !groups[index].items[item].node.isNew {
        groups[index].items[item].number = next
        next += 1
      }
    }
    groups[index].next = next
    groups[index].reindex()
  }

  private mutating func add(
    _ number: Int, to index: Int, at path: FormPath, in environment: FormEnvironment
  ) throws(FormError) {
    let next = groups[index].next
    groups[index].next = number
    do throws(FormError) { _ = try add(to: index, at: path, in: environment) } catch {
      groups[index].next = next
      throw error
    }
    groups[index].next = max(next, number + 1)
  }

  /// Puts the items of a group in another order.
  mutating func order(_ numbers: [Int], in index: Int, at path: FormPath) throws(FormError) {
    let places = Dictionary(numbers.enumerated().map { ($1, $0) }) { first, _ in first }
    let items = groups[index].items
    let ordered = items.enumerated().sorted { first, second in
      let (a, b) = (places[first.element.number] ?? .max, places[second.element.number] ?? .max)
      return a == b ? first.offset < second.offset : a < b
    }
    if ordered.map(\.offset) == Array(items.indices) { return }
    if !plan.groups[index].settings.canReorder { throw .cannotMove(path) }
    groups[index].items = ordered.map(\.element)
    groups[index].isReordered = true
    groups[index].reindex()
  }

  func collect(into submission: inout FormSubmission, at path: FormPath) {
    for (index, field) in fields.enumerated() where field.isChanged {
      let facts = plan.fields[index].facts
      if facts.control == .password || facts.control == .file { continue }
      let place = path.appending(facts.name)
      submission.entries.append(FormSubmission.Entry(place, field.input))
      if !isNew { submission.stamps[place] = FormFingerprint.of(field.initial) }
    }
    for (index, group) in groups.enumerated() {
      let place = path.appending(plan.groups[index].name)
      for item in group.items {
        submission.records?[place.appending(item.number)] = item.node.recordText
        if item.isRemoved { submission.removed.insert(place.appending(item.number)) }
        item.node.collect(into: &submission, at: place.appending(item.number))
      }
      if group.isReordered { submission.order[place] = group.items.map(\.number) }
    }
  }
}

public import MotionModel
import MotionModelValidation

extension FormState {
  /// Enters everything that came back from a form, and shows nothing yet.
  ///
  /// Anything that the form does not offer refuses the next ``submit()``: an unknown or read-only field, a field that
  /// was answered twice, an item with the id of a record of another owner, more items than allowed, and an answer to a
  /// form of another version. Whatever fits is entered, so that nothing that was typed is lost.
  ///
  /// - Complexity: O(*n*) in the number of inputs and fields.
  public func receive(_ submission: FormSubmission) {
    var receiver = Receiver(core, environment)
    receiver.receive(submission)
    (core, refusals) = (receiver.core, receiver.refusals)
  }

  /// What was entered and is not saved, to be continued another day.
  public var draft: FormDraft {
    var answers = FormSubmission()
    (answers.version, answers.records) = (form.version, [:])
    core.collect(into: &answers, at: .form)
    return FormDraft(model: Record.schema.modelName, record: core.recordText, answers: answers)
  }

  /// Opens a form with what was entered in it earlier.
  ///
  /// A record that was deleted meanwhile opens with what was typed, and is refused when the form is submitted. What the
  /// form does not have any more refuses it once. A value that others have changed since is a conflict.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - draft: What was entered.
  ///   - store: The store; by default, the one in use.
  ///   - locale: How the person writes numbers and dates.
  /// - Throws: ``FormError/otherModel(expected:found:)``; the errors of the adapters that keep the records.
  public convenience init(
    _ form: ModelForm<Record>, continuing draft: FormDraft, in store: Store = .current, locale: FormLocale = .iso
  ) throws {
    let model = Record.schema.modelName
    if draft.model != model { throw FormError.otherModel(expected: model, found: draft.model) }
    if let text = draft.record {
      let id = try Record.ID(attribute: .string(text))
      // A record that is gone is compared with the store when the form is submitted, and is found to be gone.
      let gone = Store.with(store) { Record.new { $0.id = id } }
      try self.init(form, editing: try store.table(Record.self).find(id) ?? gone, in: store, locale: locale)
    } else {
      self.init(form, in: store, locale: locale)
    }
    receive(draft.answers)
  }
}

/// Enters a submission in a form.
private struct Receiver<Record: Model> {
  var core: FormCore<Record>
  var refusals: [ValidationError] = []
  /// How many refusals are kept of an answer. One would do, and an answer from outside can have any number.
  private static var refusalLimit: Int { 100 }
  private let environment: FormEnvironment

  init(_ core: FormCore<Record>, _ environment: FormEnvironment) {
    (self.core, self.environment) = (core, environment)
  }

  mutating func receive(_ submission: FormSubmission) {
    if let version = submission.version, version != core.form.version { refuse(.outdated) }
    adopt(submission)
    for name in submission.unknown { refuse(.unknownField, ["name": .string(String(name.prefix(60)))]) }
    for path in submission.unreadable.sorted(by: Self.precedes) { refuse(.unreadable, at: path) }
    for path in submission.removed.sorted(by: Self.precedes) { attempt(.remove, path) }
    var answered: Set<FormPath> = []
    for entry in submission.entries {
      if answered.insert(entry.path).inserted {
        attempt(.answer(entry.input, stamp: submission.stamps[entry.path]), entry.path)
      } else {
        refuse(.answeredTwice, at: entry.path)
      }
    }
    for path in submission.shown ?? [] where !answered.contains(path) { attempt(.absent, path) }
    for (path, text) in submission.searches { attempt(.search(text), path) }
    for (path, numbers) in submission.order.sorted(by: { Self.precedes($0.key, $1.key) }) {
      attempt(.order(numbers), path)
    }
  }

  /// Gives the items of groups the numbers of the submission, outer groups first.
  private mutating func adopt(_ submission: FormSubmission) {
    var groups: [FormPath: Set<Int>] = [:]
    let paths =
      submission.entries.map(\.path) + submission.removed + (submission.records ?? [:]).keys
      + submission.searches.keys + (submission.shown ?? [])
    for path in paths {
      for (index, step) in path.steps.enumerated() {
        guard case .index(let number) = step else { continue }
        groups[FormPath(Array(path.steps[..<index])), default: []].insert(number)
      }
    }
    for (path, numbers) in groups.sorted(by: { Self.precedes($0.key, $1.key) }) {
      let items = numbers.sorted().map { ($0, submission.records?[path.appending($0)]) }
      attempt(.adopt(items, byRecord: submission.records != nil), path)
    }
  }

  private mutating func attempt(_ edit: FormEdit, _ path: FormPath) {
    do throws(FormError) {
      _ = try core.apply(edit, at: path, from: 0, in: environment)
    } catch {
      refuse(error)
    }
  }

  private static func precedes(_ first: FormPath, _ second: FormPath) -> Bool {
    first.steps.count == second.steps.count
      ? first.description < second.description : first.steps.count < second.steps.count
  }

  private mutating func refuse(_ error: FormError) {
    let path = error.path
    switch error {
    case .unknownField: refuse(.unknownField, ["name": .string(String(path.description.prefix(60)))])
    case .readOnly: refuse(.readOnly, at: path)
    case .wrongKind: refuse(.unreadable, at: path)
    case .tooManyItems(_, let limit): refuse(.tooMany, ["count": limit.attribute], at: path)
    case .notSearched, .cannotAdd, .cannotRemove, .cannotMove, .notAChild, .neverSaved, .otherModel:
      refuse(.refused, ["reason": .string(error.description)])
    }
  }

  private mutating func refuse(
    _ rule: RuleName, _ parameters: [String: AttributeValue] = [:], at path: FormPath = .form
  ) {
    let error = ValidationError(
      model: Record.schema.modelName, path: path.steps, rule: rule, parameters: parameters)
    if refusals.count < Self.refusalLimit, !refusals.contains(error) { refusals.append(error) }
  }
}

import MotionModel
import MotionModelValidation

extension FormSubmission {
  /// Reads the parameters of a request as an answer to a form.
  ///
  /// ```swift
  /// let submission = FormSubmission(try reader.finish(), names: .rails("todo"))
  /// state.receive(submission)
  /// ```
  ///
  /// It never fails, because what fits must not be lost with what does not: names that no form has are ``unknown``, and
  /// texts that cannot be read are ``unreadable``; both refuse the form when it is submitted. Names are read as
  /// `FormFieldNames` has them. Those that belong to the program are left out.
  ///
  /// Items are new unless the answer names the record that they are, so ``records`` is never nil.
  ///
  /// - Parameters:
  ///   - parameters: What the body has.
  ///   - names: How the controls of the form are named.
  /// - Complexity: O(*n*) in the number of parameters and the length of their names and texts.
  public init(_ parameters: BodyParameters, names: FormFieldNames = .plain) {
    var reading = AnswerReading()
    for parameter in parameters { reading.read(parameter, names) }
    self = reading.finished()
  }
}

/// Reads parameters as an answer.
private struct AnswerReading {
  var submission = FormSubmission()
  /// The choices of fields, and where they are among the entries.
  private var lists: [FormPath: (index: Int, values: [String])] = [:]
  /// Which controls beside fields were read, so that each is read once.
  private var controls: Set<FormFieldNames.Meaning> = []

  init() { submission.records = [:] }

  mutating func read(_ parameter: BodyParameters.Parameter, _ names: FormFieldNames) {
    guard !parameter.hasBadName, let meaning = names.meaning(of: parameter.name) else {
      return submission.unknown.append(String(parameter.name.prefix(60)))
    }
    switch meaning {
    case .other: return
    case .input(let path, let isList):
      if parameter.error != nil { submission.unreadable.insert(path) }
      if isList { addChoice(parameter.input, path) } else { add(parameter.input, path) }
    default: control(meaning, parameter)
    }
  }

  private mutating func add(_ input: FormInput, _ path: FormPath) {
    submission.entries.append(FormSubmission.Entry(path, input))
  }

  private mutating func addChoice(_ input: FormInput, _ path: FormPath) {
    let values: [String]
    switch input {
    case .text(let text): values = [text]
    case .choices(let choices): values = choices
    case .flag, .file: return add(input, path)
    }
    if lists[path] == nil {
      lists[path] = (submission.entries.count, [])
      add(.choices([]), path)
    }
    lists[path]?.values += values
  }

  /// Returns the answer with all choices.
  func finished() -> FormSubmission {
    var submission = submission
    for (index, values) in lists.values { submission.entries[index].input = .choices(values) }
    return submission
  }

  /// Reads a control that is not a field. One whose value cannot be read makes its place unreadable, as one that comes
  /// twice.
  private mutating func control(_ meaning: FormFieldNames.Meaning, _ parameter: BodyParameters.Parameter) {
    let isFirst = controls.insert(meaning).inserted
    let isText = if case .file = parameter.input { false } else { true }
    if !isFirst || !isText || parameter.error != nil || !set(meaning, parameter.input.text) {
      submission.unreadable.insert(meaning.place)
    }
  }

  /// Enters the value of a control; returns false if it has no such value.
  private mutating func set(_ meaning: FormFieldNames.Meaning, _ text: String) -> Bool {
    switch meaning {
    case .input, .other: break
    case .record(let item): submission.records?[item] = text
    case .removal(let item):
      // Rails sends 0 for a box that is not ticked.
      guard let isRemoved = text.isEmpty ? false : try? Bool(attribute: .string(text)) else { return false }
      if isRemoved { submission.removed.insert(item) }
    case .order(let group):
      guard let numbers = FormFieldNames.order(in: text) else { return false }
      submission.order[group] = numbers
    case .clearing(let field): add(.file(nil), field)
    case .search(let field): submission.searches[field] = text
    case .version: submission.version = text
    case .action:
      guard let action = FormAction(parsing: text) else { return false }
      submission.action = action
    case .shown: return setShown(text)
    }
    return true
  }

  private mutating func setShown(_ text: String) -> Bool {
    guard let fields = FormFieldNames.shownFields(in: text) else { return false }
    submission.shown = Set(fields.map(\.path))
    for field in fields where field.stamp != nil { submission.stamps[field.path] = field.stamp }
    return true
  }
}

extension FormFieldNames.Meaning {
  /// The field, group or item of a control; the form if the control is about all of it.
  fileprivate var place: FormPath {
    switch self {
    case .input(let path, _), .record(let path), .removal(let path), .order(let path), .clearing(let path),
      .search(let path):
      path
    case .shown, .version, .action, .other: .form
    }
  }
}

public import MotionModel
public import MotionModelValidation

/// The fields of a form for a user interface that is written by hand: each with its name, its label and its value.
///
/// ```swift
/// let bindings = FieldBindings<Todo> {
///   Input(\.name, "What")
///   Input(\.dueDate)
/// }
/// for field in bindings {
///   addRow(tag: field.tag, label: field.label, text: bindings.text(of: field, in: todo))
/// }
/// try bindings.bind(to: &todo) { field in textField(withTag: field.tag)?.text }
/// ```
///
/// Binding assigns what the views have to a record. It saves nothing and checks no rules. A field for which there is no
/// text is left as it is. For errors beside fields and for saving, use a ``FormState``.
public struct FieldBindings<Record: Model>: RandomAccessCollection, Sendable {
  private let plans: [FieldPlan<Record>]
  private let locale: FormLocale
  private let fields: [FieldBinding]

  /// Creates bindings of the inputs that are listed.
  ///
  /// - Parameters:
  ///   - locale: How the person writes numbers and dates.
  ///   - content: The inputs in order.
  public init(locale: FormLocale = .iso, @FormBuilder<Record> _ content: () -> [FormPart<Record>]) {
    self.init(ModelForm<Record>(nil, content), locale: locale)
  }

  /// Creates bindings of the inputs of a form that edits a record, without its children.
  public init(_ form: ModelForm<Record>, locale: FormLocale = .iso) {
    // Records that a record is joined to are not in it.
    plans = form.plan(for: .edit).fields.filter { $0.access.joins == nil }
    self.locale = locale
    fields = plans.enumerated().map { number, field in
      FieldBinding(
        name: field.facts.name, label: field.facts.label(in: .current), control: field.facts.control, tag: number + 1)
    }
  }

  /// The position of the first field.
  public var startIndex: Int { 0 }
  /// The position behind the last field.
  public var endIndex: Int { fields.count }
  /// The field at a position.
  public subscript(position: Int) -> FieldBinding { fields[position] }

  /// Returns what a view has for a field of a record.
  public func value(of field: FieldBinding, in record: Record) -> FormInput {
    let field = plans[field.tag - 1]
    return field.facts.input(of: field.access.value(record), in: locale)
  }

  /// Returns the text of a field of a record.
  public func text(of field: FieldBinding, in record: Record) -> String { value(of: field, in: record).text }

  /// Assigns the texts of views to a record.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - store: The store that has the records among which parents are chosen; by default, the one in use.
  ///   - text: Returns the text of a field's view; nil if there is none, or it has no text.
  /// - Throws: ``FieldBindingErrors`` with all texts that cannot be cast. The record is unchanged then.
  public func bind(
    to record: inout Record, in store: @autoclosure () -> Store = .current, _ text: (FieldBinding) -> String?
  ) throws(FieldBindingErrors) {
    var (bound, errors) = (record, [ValidationError]())
    let inputs = fields.compactMap { field in text(field).map { (field, $0) } }
    if inputs.isEmpty { return }
    let environment = FormEnvironment(store: store(), locale: locale)
    for (field, text) in inputs {
      if let problem = assign(text, to: &bound, plans[field.tag - 1], environment) { errors.append(problem) }
    }
    if !errors.isEmpty { throw FieldBindingErrors(errors: ValidationErrors(errors)) }
    record = bound
  }

  /// Assigns a text unless it is the one that the record has: a day that is shown without its time would lose that.
  private func assign(
    _ text: String, to record: inout Record, _ field: FieldPlan<Record>, _ environment: FormEnvironment
  ) -> ValidationError? {
    let before = field.access.value(record)
    let input = field.facts.normalized(.text(text))
    if field.facts.isReadOnly || input == field.facts.input(of: before, in: locale) { return nil }
    if !field.facts.takes(input) { return field.facts.error(.unreadable) }
    switch field.facts.value(of: input, base: before, in: environment) {
    case .failure(let problem): return problem
    case .success(let value):
      return field.access.assign(value, &record) == nil ? nil : field.facts.refusal(of: value)
    }
  }
}

/// A field of ``FieldBindings``.
public struct FieldBinding: Sendable, Hashable {
  /// The name of the column or property.
  public let name: String
  /// What the field is called.
  public let label: String
  /// What a person uses to fill it in.
  public let control: FormControl
  /// The number of the field, counted from 1, for the tag of its view.
  public let tag: Int
}

/// The texts that ``FieldBindings`` could not assign, with their fields.
public struct FieldBindingErrors: DescribedError, Hashable {
  /// The errors, in the order of the fields.
  public let errors: ValidationErrors

  /// One sentence that names the fields.
  public var description: String { "The fields cannot be assigned: \(errors.fullMessages.joined(separator: "; "))." }
}

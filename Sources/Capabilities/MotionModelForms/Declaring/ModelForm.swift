public import MotionModel
public import MotionModelValidation

/// A form of a model: which fields, in which order, with which words and controls.
///
/// ```swift
/// static let form = ModelForm<Todo>("Todo") {
///   Input(\.name).placeholder("Walk the dog")
///   Input(\.project, showing: \.name)                    // a choice among the projects
///   Fieldset("When") {
///     Input(\.dueDate).help("The day, not the time")
///     Input(\.status)                                    // a choice among the cases
///   }
/// }
///
/// ModelForm<Todo>()                                           // all columns that people fill in
/// ```
///
/// Everything has a default from the schema, the relations and, for a `Validatable` model, the rules: the label from
/// the column's name, the control from its type, options from the cases of an enum or the records of a parent, whether
/// the field is required, and its limits.
///
/// A form without a list has all columns but the id, the times of saves, the lock version, counters, and columns whose
/// type has no text. A form with a list has what is listed, and ``OtherInputs`` stands for the rest.
///
/// It is a value. Declare it as a `static let`, so that it is completed once. A declaration that cannot work traps with
/// a sentence that says what to change.
///
/// ## Topics
/// ### Declaring
/// - ``init(_:_:)``
/// - ``Input``
/// - ``Children``
/// - ``Fieldset``
/// - ``OtherInputs``
/// - ``checked(in:)``
/// ### Showing
/// - ``description(of:in:locale:)``
/// - ``description(in:locale:)``
/// - ``table(of:in:locale:)-(Page<Record>,_,_)``
/// - ``table(of:in:locale:)-(Sequence<Record>,_,_)``
public struct ModelForm<Record: Model>: Sendable {
  /// What the form is called.
  public let title: String
  /// The form when a record is made, and when one is edited.
  let plans: [FormDescription.Context: FormPlan<Record>]
  /// A fingerprint of the model's columns and of what the form has of them.
  let version: String
  /// The context of the program's own in which records are checked; nil for none.
  let check: ValidationContext?
  private let parts: [FormPart<Record>]
  private let keys: Set<String>

  /// Creates a form of what is listed.
  ///
  /// - Parameters:
  ///   - title: What the form is called; by default, the model's name in words.
  ///   - content: The inputs, children and fieldsets in order; by default, all columns that people fill in.
  public init(
    _ title: String? = nil,
    @ListBuilder<FormPart<Record>> _ content: () -> [FormPart<Record>] = { ListBuilder.buildExpression(OtherInputs()) }
  ) {
    self.init(title, parts: content(), withoutKeys: [])
  }

  /// - Parameters:
  ///   - keys: Columns that others do not stand for: in a nested form, the owner's key and the place.
  ///   - check: The context of the program's own in which records are checked.
  init(
    _ title: String?, parts: [FormPart<Record>], withoutKeys keys: Set<String>, check: ValidationContext? = nil
  ) {
    self.title = title ?? Inflector.current.humanize(Record.schema.modelName)
    (self.parts, self.keys, self.check) = (parts, keys, check)
    let plans = FormDescription.Context.allCases.map { FormPlan(parts, in: $0, check, withoutKeys: keys) }
    self.plans = Dictionary(uniqueKeysWithValues: zip(FormDescription.Context.allCases, plans))
    let signature = plans.map(\.signature).joined(separator: "|") + (check.map { "@\($0.name)" } ?? "")
    version = FormFingerprint.of(Record.schema.fingerprint + signature)
  }

  /// Returns the same form, whose records are checked in a context of your own, as `save(in:)` does.
  ///
  /// ```swift
  /// extension ValidationContext { static let publishing: ValidationContext = "publishing" }
  ///
  /// Presence(\.summary).on(.publishing)                 // in the rules of the model
  ///
  /// let form = ModelForm<Article> {
  ///   Input(\.title)
  ///   Input(\.summary)                                   // required only there
  ///   Input(\.publishedOn).only(in: .publishing)         // and this one is only there
  /// }
  /// let state = FormState(form.checked(in: .publishing))
  /// ```
  ///
  /// The rules of the context are added to those of all records, at key strokes and when the form is submitted. They
  /// apply to children too.
  public func checked(in context: ValidationContext) -> ModelForm {
    ModelForm(title, parts: parts, withoutKeys: keys, check: context)
  }

  func plan(for context: FormDescription.Context) -> FormPlan<Record> {
    guard let plan = plans[context] else { preconditionFailure("a form without a plan") }
    return plan
  }
}

extension ModelForm: Equatable, CustomStringConvertible {
  /// Returns whether two forms show the same: the same fields with the same words, controls, limits and fixed options,
  /// in the same order. Code that finds options or reads texts is not compared.
  public static func == (first: ModelForm, second: ModelForm) -> Bool {
    first.title == second.title && first.check == second.check
      && FormDescription.Context.allCases.allSatisfy { first.outline(for: $0) == second.outline(for: $0) }
  }

  /// The form as lines of text, for a new record.
  public var description: String { outline(for: .new).description }

  /// Returns the form without what a store has: options that are records are left out.
  func outline(for context: FormDescription.Context) -> FormDescription {
    let plan = plan(for: context)
    return FormDescription(
      model: Record.schema.modelName, title: title, context: context, version: version,
      sections: plan.sections { row in plan.outline(of: row, at: .form) })
  }
}

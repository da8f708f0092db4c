import MotionModelValidation

/// A field of a form, with everything that is needed to draw it.
///
/// In JSON it is a row with Formotion's keys, `key`, `title`, `type`, `placeholder` and `value`, and others. Keys whose
/// value is false, nil or empty are left out.
public struct FormField: PlacedInForm, Sendable, Hashable, Identifiable {
  /// The place of the field in the form, by which an answer names it.
  public var path: FormPath
  /// The name of the column or property.
  public var key: String
  /// What the field is called.
  public var label: String
  /// What a person uses to fill it in.
  public var control: FormControl
  /// An example, shown while nothing is entered.
  public var placeholder: String?
  /// An explanation, shown beside the field.
  public var help: String?
  /// How the person would write a value, `15.09.2012`, where that depends on the person: for dates and times.
  public var example: String?
  /// Whether the field must be filled in.
  public var isRequired = false
  /// Whether the field is only shown. An answer that has it is refused.
  public var isReadOnly = false
  /// What a browser may fill in, by HTML's names: `email`, `postal-code`.
  public var autocomplete: String?
  /// The keyboard that suits the field.
  public var inputMode: FormControl.InputMode?
  /// What the value must keep to.
  public var limits = Limits()
  /// The values that the field offers. A field that need not be filled in may also have no value.
  public var options: [Option] = []
  /// Whether there are too many options to list. ``options`` has the chosen ones and those that ``search`` found.
  ///
  /// It needs a place for the text that is searched for. Without script, that is a box and a button that sends the
  /// form: an answer with ``FormSubmission/searches`` is received and drawn again, and not submitted.
  public var isSearched = false
  /// The text that was searched for among the options; nil if nothing was.
  public var search: String?
  /// Whether the search found more options than ``options`` has.
  public var hasMore = false
  /// What the field has; empty for a password.
  public var value: FormInput
  /// Whether the field has something else than the stored record.
  public var isChanged = false
  /// The value that others have stored meanwhile, if it differs from the changed value.
  public var theirs: FormInput?
  /// What is wrong, as far as it is shown at this moment, warnings included.
  public var messages: [FormDescription.Message] = []
  /// A fingerprint of the stored value, which an answer can return so that changes by others are found.
  public var stamp: String?

  /// Creates a field without limits, options and messages.
  ///
  /// - Parameters:
  ///   - path: The place of the field in the form.
  ///   - key: The name of the column; the last step of the path, if it is nil.
  ///   - label: What the field is called.
  ///   - control: What a person uses to fill it in.
  ///   - value: What the field has.
  package init(
    path: FormPath, key: String? = nil, label: String, control: FormControl = .text, value: FormInput = .text("")
  ) {
    (self.path, self.label, self.control, self.value) = (path, label, control, value)
    if case .field(let name)? = path.steps.last { self.key = key ?? name } else { self.key = key ?? "" }
  }

  /// The messages that prevent saving.
  public var errors: [FormDescription.Message] { messages.filter { $0.severity == .error } }

  /// The messages that do not prevent saving.
  public var warnings: [FormDescription.Message] { messages.filter { $0.severity == .warning } }

  /// Returns whether an option is chosen.
  public func isChosen(_ option: Option) -> Bool {
    switch value {
    case .text(let text): text == option.value
    case .choices(let values): values.contains(option.value)
    case .flag(let isOn): option.value == (isOn ? "true" : "false")
    case .file: false
    }
  }

  /// The value as a person reads it: the labels of chosen options, and else the text.
  public var shownValue: String {
    if control == .password { return "" }
    if options.isEmpty { return value.text }
    let labels = Dictionary(options.map { ($0.value, $0.label) }) { first, _ in first }
    switch value {
    case .text(let text): return labels[text] ?? text
    case .choices(let values): return values.map { labels[$0] ?? $0 }.joined(separator: ", ")
    case .flag, .file: return value.text
    }
  }
}

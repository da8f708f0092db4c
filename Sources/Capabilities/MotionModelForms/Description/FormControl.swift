/// What a person uses to fill in a field.
///
/// Its ``rawValue`` is the `type` of a row in the JSON of a ``FormDescription``, in Formotion's words where it has
/// them.
public enum FormControl: Sendable, Hashable {
  /// A line of text: `string`.
  case text
  /// Several lines of text: `text`. For a list of texts, an element for each line.
  case longText
  /// A number: `number`.
  case number
  /// On or off: `check`.
  case toggle
  /// A day: `date`.
  case date
  /// A time of the day: `time`.
  case time
  /// A day and a time: `datetime`.
  case dateTime
  /// One of the field's options: `picker`.
  case choice
  /// Any number of the field's options: `choices`.
  case choices
  /// A text that is not shown: `password`. A description never has its value.
  case password
  /// A file: `file`.
  case file
  /// Nothing that a person sees: `hidden`.
  case hidden
  /// A control of the program's own, by its name.
  case custom(String)
}

extension FormControl: RawRepresentable {
  /// The controls without those of programs, in order of declaration.
  package static let standard: [FormControl] = [
    .text, .longText, .number, .toggle, .date, .time, .dateTime, .choice, .choices, .password, .file, .hidden,
  ]

  /// Returns the control with a name: a standard one, or else one of the program's own.
  public init(rawValue: String) {
    self = Self.standard.first { $0.rawValue == rawValue } ?? .custom(rawValue)
  }

  /// The name.
  public var rawValue: String {
    switch self {
    case .text: "string"
    case .longText: "text"
    case .number: "number"
    case .toggle: "check"
    case .date: "date"
    case .time: "time"
    case .dateTime: "datetime"
    case .choice: "picker"
    case .choices: "choices"
    case .password: "password"
    case .file: "file"
    case .hidden: "hidden"
    case .custom(let name): name
    }
  }
}

extension FormControl: Codable, CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }

  /// What a field with this control has when nothing is entered.
  package var emptyInput: FormInput {
    switch self {
    case .toggle: .flag(false)
    case .choices: .choices([])
    case .file: .file(nil)
    default: .text("")
    }
  }

  /// The keyboard that suits a field; HTML's `inputmode` by the same names.
  public enum InputMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Letters.
    case text
    /// Digits alone, without a sign.
    case numeric
    /// Digits and a decimal sign, without a sign.
    case decimal
    /// Telephone numbers.
    case tel
    /// Email addresses.
    case email
    /// Web addresses.
    case url
    /// Searching.
    case search
  }
}

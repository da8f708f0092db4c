import Foundation
import MotionModel
import MotionModelValidation

/// What a form knows of one field, completed, without the type of its model.
struct FieldFacts: Sendable {
  let model: String
  let name: String
  let type: ColumnType
  let isOptional: Bool
  let settings: InputSettings
  let control: FormControl
  let options: OptionSource?
  let isRequired: Bool
  let isReadOnly: Bool
  /// Whether the choices are records that the record is joined to, which no column has.
  let isJoined: Bool
  let autocomplete: String?
  let inputMode: FormControl.InputMode?
  let limits: FormField.Limits
  /// The value of a field in which nothing is entered; nil if something has to be.
  let blank: AttributeValue?
  /// Whether something has to be entered. Of a text with a form of its own, its own code says so.
  let needsInput: Bool
  /// The values that a list offers.
  let listed: Set<String>

  /// What the field is called, in a language.
  func label(in words: ValidationMessages) -> String { settings.label ?? words.name(of: name, in: model) }

  /// Returns an error of the field.
  func error(
    _ rule: RuleName, _ parameters: [String: AttributeValue] = [:], message: String? = nil
  ) -> ValidationError {
    ValidationError(
      model: model, path: [.field(name)], rule: rule, parameters: parameters,
      message: message.map { MessageTemplate($0) })
  }

  /// What an answer to a form of another version cannot be given to.
  var signature: String { "\(name):\(type)\(isOptional ? "?" : ""):\(control)\(isReadOnly ? ":r" : "")" }
}

/// What is known of a property before a form says anything.
struct PropertyFacts {
  let model: String
  let name: String
  let type: ColumnType
  let isOptional: Bool
  /// What the rules say.
  var rules = ColumnRules()
  /// The records that a key can refer to; nil if the property is not a key.
  var parents: RecordOptions?
  /// Whether a key must refer to a record.
  var requiresParent = false
  /// Whether it is a relation to records that the record is joined to.
  var isJoined = false
  /// Whether the store refuses changes after the record was made.
  var isFixed = false
}

extension FieldFacts {
  /// Completes what a form says of a property.
  init(_ property: PropertyFacts, _ settings: InputSettings, in context: FormDescription.Context) {
    (model, name, type, isOptional) = (property.model, property.name, property.type, property.isOptional)
    self.settings = settings
    let options = settings.options ?? Self.options(property)
    self.options = options
    control = settings.control ?? Self.control(property, hasOptions: options != nil)
    limits = Self.limits(property)
    isJoined = property.isJoined
    isReadOnly = settings.readOnly.contains(context) || property.isFixed && context == .edit
    blank = Self.blank(property, options, control)
    needsInput = blank == nil && settings.texts?.readsBlank != true
    isRequired = settings.isRequired ?? (property.rules.needsValue && control != .toggle || needsInput)
    autocomplete = settings.autocomplete ?? Self.autocomplete(property, control)
    inputMode = settings.inputMode ?? Self.inputMode(property, control)
    if case .list(let list)? = options { listed = Set(list.map(\.value)) } else { listed = [] }
  }

  /// Whether columns of a type are in forms without being listed.
  static func isOffered(_ type: ColumnType) -> Bool {
    switch type {
    case .string, .bool, .int, .uint, .double, .float, .decimal, .date, .uuid, .url: true
    case .enumeration(_, let raw, _): isOffered(raw)
    case .array(let element): if case .array = element { false } else { isOffered(element) }
    case .data, .dictionary, .optional, .document, .custom: false
    }
  }

  private static func options(_ property: PropertyFacts) -> OptionSource? {
    if let parents = property.parents { return .records(parents) }
    if case .bool = property.type, property.isOptional {
      return .list(ListedOption.truthValues)
    }
    let cases = cases(property.type)
    if case .array(let allowed)? = property.rules.keywords["enum"], cases == nil {
      return .list(allowed.filter { !$0.isNull }.map { option($0, property.name) })
    }
    return cases.map { .list($0) }
  }

  /// The cases of an enum, or of the enum of a list's elements; nil if there are none.
  private static func cases(_ type: ColumnType) -> [ListedOption]? {
    switch type {
    case .enumeration(let name, _, let cases): cases.isEmpty ? nil : cases.map { option($0, name) }
    case .array(let element): cases(element)
    default: nil
    }
  }

  private static func option(_ value: AttributeValue, _ type: String) -> ListedOption {
    ListedOption(value: value.inputText, type: type)
  }

  private static func control(_ property: PropertyFacts, hasOptions: Bool) -> FormControl {
    switch property.type {
    case .array: return hasOptions ? .choices : .longText
    case _ where hasOptions: return .choice
    case .bool: return .toggle
    case .int, .uint, .double, .float, .decimal: return .number
    case .date: return .date
    case .data: return .file
    case .enumeration(_, let raw, _): return raw == .string ? .text : .number
    case .string: return property.name.lowercased().contains("password") ? .password : .text
    case .uuid, .url, .dictionary, .optional, .document, .custom: return .text
    }
  }

  private static func blank(
    _ property: PropertyFacts, _ options: OptionSource?, _ control: FormControl
  ) -> AttributeValue? {
    if property.isJoined { return .array([]) }
    if case .records(let records)? = options {
      if property.requiresParent { return nil }
      return property.isOptional ? .null : records.none
    }
    if property.isOptional { return .null }
    switch property.type {
    case .string: return options == nil ? .string("") : nil
    case .array: return .array([])
    default: return control == .toggle ? .bool(false) : nil
    }
  }

  private static func limits(_ property: PropertyFacts) -> FormField.Limits {
    let keywords = property.rules.keywords
    func number(_ name: String) -> AttributeValue? { keywords[name].flatMap { $0.isNull ? nil : $0 } }
    func count(_ names: String...) -> Int? {
      for name in names { if case .int(let value)? = keywords[name] { return Int(clamping: value) } }
      return nil
    }
    return FormField.Limits(
      minimumLength: count("minLength", "minItems"), maximumLength: count("maxLength", "maxItems"),
      minimum: number("exclusiveMinimum") ?? number("minimum"),
      maximum: number("exclusiveMaximum") ?? number("maximum"),
      excludesMinimum: number("exclusiveMinimum").map { _ in true },
      excludesMaximum: number("exclusiveMaximum").map { _ in true }, step: number("multipleOf"))
  }

  // MARK: - Browsers and keyboards

  private static func autocomplete(_ property: PropertyFacts, _ control: FormControl) -> String? {
    switch control {
    case .password: return "new-password"
    case .text, .longText, .number, .date, .choice: break
    default: return nil
    }
    if property.rules.names.contains(.email) { return "email" }
    if property.rules.names.contains(.phone) { return "tel" }
    let letters = property.name.lowercased().filter { $0 != "_" }
    return autocompleteNames[letters]
  }

  /// What names of columns mean in HTML. Only names that seldom mean anything but the person's own are here: `name` is
  /// that of a todo as often.
  private static let autocompleteNames: [String: String] = [
    "email": "email", "emailaddress": "email", "phone": "tel", "phonenumber": "tel", "telephone": "tel",
    "mobile": "tel",
    "firstname": "given-name", "givenname": "given-name", "lastname": "family-name", "familyname": "family-name",
    "surname": "family-name", "fullname": "name", "username": "username", "nickname": "nickname",
    "company": "organization", "organization": "organization", "organisation": "organization",
    "jobtitle": "organization-title", "streetaddress": "street-address", "street": "address-line1",
    "addressline1": "address-line1", "addressline2": "address-line2", "city": "address-level2",
    "town": "address-level2", "postalcode": "postal-code", "postcode": "postal-code", "zipcode": "postal-code",
    "zip": "postal-code", "country": "country-name", "countrycode": "country", "birthday": "bday", "birthdate": "bday",
    "dateofbirth": "bday",
  ]

  /// A numeric keypad has no minus, so it needs a rule, or a type, that has no negative numbers.
  private static func inputMode(_ property: PropertyFacts, _ control: FormControl) -> FormControl.InputMode? {
    guard control == .text || control == .number else { return nil }
    if property.rules.names.contains(.email) { return .email }
    if property.rules.names.contains(.phone) { return .tel }
    if property.rules.names.contains(.url) || property.type == .url { return .url }
    switch property.type {
    case .uint: return .numeric
    case .int: return isNotNegative(property) ? .numeric : nil
    case .double, .float, .decimal: return isNotNegative(property) ? .decimal : nil
    default:
      return autocomplete(property, control) == "tel" ? .tel : autocomplete(property, control) == "email" ? .email : nil
    }
  }

  private static func isNotNegative(_ property: PropertyFacts) -> Bool {
    let minimum = property.rules.keywords["minimum"] ?? property.rules.keywords["exclusiveMinimum"]
    return minimum.flatMap { try? Decimal(attribute: $0) }.map { $0 >= 0 } ?? false
  }
}

extension AttributeValue {
  var isNull: Bool { if case .null = self { true } else { false } }
}

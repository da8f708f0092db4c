public import MotionModel
public import MotionModelValidation

/// A field of a form, for one property of the record.
///
/// ```swift
/// Input(\.name).placeholder("Walk the dog")
/// Input(\.notes).control(.longText).help("Anything else?")
/// Input(\.project)                                                  // a choice among all projects
/// Input(\.project, showing: \.name) { $0.where(\.isOpen == true) }   // a choice among records
/// Input(\.size, options: [(1, "Small"), (2, "Large")])
/// Input(\.password).only(.new)
/// Input(\.price, format: .currency(code: "EUR"))
/// Input(\.stars, shown: { Stars.text($0) }, read: { try Stars.count($0) })
/// ```
///
/// The property may be transient, such as the repetition of a password: it is checked by the rules and not stored.
///
/// ## Topics
/// ### Choosing the property
/// - ``init(_:_:)-(WritableKeyPath<Record,Value>Sendable,_)``
/// - ``init(_:_:)-(KeyPath<Record.Relations,Relation<Record,ToParent<Target>>>Sendable,_)``
/// - ``init(_:_:showing:from:)-(KeyPath<Record.Relations,Relation<Record,ToParent<Target>>>Sendable,_,_,_)``
/// - ``init(_:_:showing:from:)-(KeyPath<Record.Relations,Relation<Record,ToMany<Target>>>Sendable,_,_,_)``
/// - ``init(_:_:format:)-(WritableKeyPath<Record,Value>Sendable,_,_)``
/// - ``init(_:_:format:)-(WritableKeyPath<Record,Value?>Sendable,_,_)``
/// - ``init(_:_:shown:read:)-4ngrn``
/// - ``init(_:_:shown:read:)-2e4n6``
/// ### Words
/// - ``placeholder(_:)``
/// - ``help(_:)``
/// ### Control
/// - ``control(_:)``
/// - ``autocomplete(_:)``
/// - ``inputMode(_:)``
/// - ``required(_:)``
/// ### When it is there
/// - ``readOnly(_:)``
/// - ``only(_:)``
/// - ``only(in:)``
/// - ``shows(_:)``
public struct Input<Record: Model>: Sendable {
  let name: String
  let access: InputAccess<Record>
  var settings: InputSettings

  init(name: String, access: InputAccess<Record>, settings: InputSettings = InputSettings()) {
    (self.name, self.access, self.settings) = (name, access, settings)
  }

  /// Creates a field of a column, or of a transient property.
  ///
  /// A column that has the key of a parent is a choice among the parents, which are shown by their name or title.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - label: What the field is called; by default, the column's name in words, in the current language.
  public init<Value: ColumnValue>(
    _ property: any WritableKeyPath<Record, Value> & Sendable, _ label: String? = nil
  ) {
    let (name, access) = InputAccess.of(property)
    self.init(name: name, access: access)
    settings.label = label
  }

  /// Creates a choice among some values.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - label: What the field is called.
  ///   - options: The values with the words for them.
  public init<Value: ColumnValue>(
    _ property: any WritableKeyPath<Record, Value> & Sendable, _ label: String? = nil, options: [(Value, String)]
  ) {
    self.init(property, label)
    settings.options = .list(options.map { ListedOption(value: $0.attribute.inputText, label: $1) })
    settings.control = .choice
  }

  /// Creates a choice of any number of some values.
  ///
  /// - Parameters:
  ///   - property: The property, a list.
  ///   - label: What the field is called.
  ///   - options: The values with the words for them.
  public init<Value: ColumnValue>(
    _ property: any WritableKeyPath<Record, [Value]> & Sendable, _ label: String? = nil, options: [(Value, String)]
  ) {
    self.init(property, label)
    settings.options = .list(options.map { ListedOption(value: $0.attribute.inputText, label: $1) })
    settings.control = .choices
  }

  /// Creates a choice of a parent among all records of its model, shown by their name or title.
  ///
  /// - Parameters:
  ///   - relation: The relation to the parent.
  ///   - label: What the field is called.
  public init<Target: Model>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToParent<Target>>> & Sendable, _ label: String? = nil
  ) {
    self.init(relation, label, among: RecordOptions(of: Target.self))
  }

  /// Creates a choice of a parent among records.
  ///
  /// - Parameters:
  ///   - relation: The relation to the parent.
  ///   - label: What the field is called.
  ///   - column: What is shown of a parent, and searched when there are many.
  ///   - choose: Selects and orders the parents that are offered.
  public init<Target: Model>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToParent<Target>>> & Sendable, _ label: String? = nil,
    showing column: any KeyPath<Target, String> & Sendable,
    from choose: @escaping @Sendable (Finder<Target>) -> Finder<Target> = { $0 }
  ) {
    self.init(relation, label, among: RecordOptions(of: Target.self, showing: column, from: choose))
  }

  private init<Target: Model>(
    _ relation: any KeyPath<Record.Relations, Relation<Record, ToParent<Target>>> & Sendable, _ label: String?,
    among records: RecordOptions
  ) {
    let declared = Relation.name(of: relation)
    guard let name = Record.schema.relations.first(where: { $0.name == declared })?.key,
      let key = Record.schema[name]
    else { FormMisuse.stop("The form of \(Record.self)", "has a choice of \(relation)", "its key must be a column") }
    self.init(name: key.name, access: InputAccess.of(key))
    settings.label = label
    settings.control = .choice
    settings.options = .records(records)
  }

  /// Creates a field whose text has a form of its own.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - label: What the field is called.
  ///   - shown: Returns the text of a value.
  ///   - read: Returns the value of a text. If it throws, the text cannot be read; a ``FormReadingError`` says why.
  public init<Value: ColumnValue>(
    _ property: any WritableKeyPath<Record, Value> & Sendable, _ label: String? = nil,
    shown: @escaping @Sendable (Value) -> String, read: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(property, label)
    settings.control = .text
    settings.texts = InputTexts(
      shown: { value, _ in (try? Value(attribute: value)).map(shown) ?? "" },
      read: { text, _ in try read(text).attribute })
  }

  /// Creates a field of a column that is stored as a whole, whose text has a form of its own.
  ///
  /// - Parameters:
  ///   - property: The property of a `Codable` type, which must be a column.
  ///   - label: What the field is called.
  ///   - shown: Returns the text of a value.
  ///   - read: Returns the value of a text. If it throws, the text cannot be read; a ``FormReadingError`` says why.
  @_disfavoredOverload
  public init<Value: Codable & Sendable>(
    _ property: any WritableKeyPath<Record, Value> & Sendable, _ label: String? = nil,
    shown: @escaping @Sendable (Value) -> String, read: @escaping @Sendable (String) throws -> Value
  ) {
    guard let column = Record.schema[property] else {
      FormMisuse.stop("The form of \(Record.self)", "has \(property), which is no column", "declare it in the schema")
    }
    self.init(name: column.name, access: InputAccess.of(column))
    settings.label = label
    settings.control = .text
    settings.texts = InputTexts { attribute, _ in
      var record = Record()
      return column.assign(attribute, to: &record) == nil ? shown(record[keyPath: property]) : ""
    } read: { text, _ in
      var record = Record()
      record[keyPath: property] = try read(text)
      return column[record]
    }
  }

  // MARK: - Words

  /// Sets an example that is shown while nothing is entered.
  public func placeholder(_ placeholder: String) -> Input { with { $0.placeholder = placeholder } }

  /// Sets an explanation that is shown beside the field.
  public func help(_ help: String) -> Input { with { $0.help = help } }

  // MARK: - Control

  /// Sets what a person uses to fill in the field.
  public func control(_ control: FormControl) -> Input { with { $0.control = control } }

  /// Sets what a browser may fill in, by HTML's names; nil for nothing, where a name or a rule means something else.
  public func autocomplete(_ name: String?) -> Input { with { $0.autocomplete = .some(name) } }

  /// Sets the keyboard that suits the field; nil for the usual one.
  public func inputMode(_ mode: FormControl.InputMode?) -> Input { with { $0.inputMode = .some(mode) } }

  /// Sets whether the field is marked as required. Whether a missing value is refused is decided by the rules.
  public func required(_ isRequired: Bool = true) -> Input { with { $0.isRequired = isRequired } }

  // MARK: - When it is there

  /// Makes the field one that is only shown; by default, both in new records and in edited ones.
  public func readOnly(_ contexts: FormDescription.Context...) -> Input {
    with { $0.readOnly.formUnion(contexts.isEmpty ? FormDescription.Context.allCases : contexts) }
  }

  /// Limits the field to forms that make a record, or to forms that edit one.
  public func only(_ context: FormDescription.Context) -> Input { with { $0.contexts = [context] } }

  /// Limits the field to forms that are checked in one of some contexts of your own; see ``ModelForm/checked(in:)``.
  public func only(in checks: ValidationContext...) -> Input { with { $0.checks = checks } }

  /// Sets the moment at which errors of the field show first; by default, when it is left.
  public func shows(_ moment: CheckTiming) -> Input { with { $0.moment = moment } }

  private func with(_ change: (inout InputSettings) -> Void) -> Input {
    var copy = self
    change(&copy.settings)
    return copy
  }
}

/// When an error shows first. From then on it is kept current, so that a mistake that is mended goes away at once.
public enum CheckTiming: String, Sendable, Hashable, Codable, CaseIterable {
  /// While the person types.
  case typing
  /// When the person leaves the field, if something was typed there.
  case leaving
  /// When the form is submitted.
  case submitting
}

/// The error of a text that an input's own code cannot read, in words for the person who typed it.
public struct FormReadingError: DescribedError, Hashable {
  /// The message, as it stands beside the field: `is not an amount`.
  public let message: String

  /// Creates an error with a message.
  public init(_ message: String) { self.message = message }

  /// The message.
  public var description: String { message }
}

/// What a form says of an input, as far as it was declared.
struct InputSettings: Sendable {
  var label: String?
  var placeholder: String?
  var help: String?
  var control: FormControl?
  var options: OptionSource?
  var texts: InputTexts?
  var autocomplete: String??
  var inputMode: FormControl.InputMode??
  var isRequired: Bool?
  var readOnly: Set<FormDescription.Context> = []
  var contexts = Set(FormDescription.Context.allCases)
  /// The contexts of the program's own in which the field is there; nil for all, and for none.
  var checks: [ValidationContext]?
  var moment = CheckTiming.leaving
}

/// How an input's own code shows and reads texts.
struct InputTexts: Sendable {
  /// Whether an empty text is read, too, instead of being a missing value.
  var readsBlank = true
  let shown: @Sendable (AttributeValue, FormLocale) -> String
  let read: @Sendable (String, FormLocale) throws -> AttributeValue
}

/// How a property of a record is read and assigned.
struct InputAccess<Record: Model>: Sendable {
  let type: ColumnType
  let isOptional: Bool
  let value: @Sendable (Record) -> AttributeValue
  let assign: @Sendable (AttributeValue, inout Record) -> CastError?
  /// The column; nil for a transient property.
  let column: Column<Record>?
  /// The records that the record is joined to, which no property has; nil for a property.
  var joins: JoinAccess<Record>?

  /// Returns the access to a column.
  static func of(_ column: Column<Record>) -> InputAccess {
    InputAccess(
      type: column.type, isOptional: column.isOptional, value: { column[$0] }, assign: { column.assign($0, to: &$1) },
      column: column)
  }

  /// Returns the name of a property and the access to it.
  static func of<Value: ColumnValue>(
    _ property: any WritableKeyPath<Record, Value> & Sendable
  ) -> (String, InputAccess) {
    if let column = Record.schema[property] { return (column.name, of(column)) }
    var (type, isOptional) = (Value.columnType, false)
    if case .optional(let wrapped) = type { (type, isOptional) = (wrapped, true) }
    let access = InputAccess(
      type: type, isOptional: isOptional, value: { $0[keyPath: property].attribute },
      assign: { attribute, record in
        do throws(CastError) { record[keyPath: property] = try Value(attribute: attribute) } catch { return error }
        return nil
      }, column: nil)
    return (ColumnName.read(from: property), access)
  }
}

extension AttributeValue {
  /// The value as a text that can be read again; empty if it has none.
  var inputText: String { (try? String(attribute: self)) ?? "" }
}

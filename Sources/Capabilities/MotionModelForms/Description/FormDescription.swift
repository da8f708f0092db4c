import MotionModelValidation

/// A form as it is drawn: sections of fields and groups, with labels, controls, limits, options, values and errors.
///
/// ```swift
/// let form = ModelForm<Todo>()
/// let description = form.description(of: todo, in: store)
/// description.field(at: "name")?.label          // => "Name"
/// let json = try JSONEncoder().encode(description)
/// ```
///
/// It is a value without a model and without code. Renderers need nothing else, in this process or in another one. Its
/// JSON has Formotion's keys, `title`, `sections`, `rows`, and in a row `key`, `title`, `type`, `placeholder` and
/// `value`.
///
/// ## Topics
/// ### Parts
/// - ``FormDescription/Section``
/// - ``FormDescription/Row``
/// - ``FormField``
/// - ``FormGroup``
/// - ``FormGroup/Item``
/// ### Reading
/// - ``fields``
/// - ``field(at:)``
/// - ``group(at:)``
/// - ``allMessages``
public struct FormDescription: Sendable, Hashable {
  /// The name of the model.
  public var model: String
  /// What the form is called.
  public var title: String
  /// Whether a record is made or edited.
  public var context: Context
  /// The id of the record that is edited; nil for a new one.
  public var record: String?
  /// A fingerprint of the form's fields and of the model's columns. An answer returns it, so that an answer to a form
  /// of another version is known.
  public var version: String
  /// The sections in order.
  public var sections: [Section]
  /// What is wrong with the form as a whole.
  public var messages: [Message]
  /// The language of the words, as HTML and Foundation name it; nil if it is not known.
  public var language: String?

  /// Creates a description.
  package init(
    model: String, title: String, context: Context = .new, record: String? = nil, version: String = "",
    sections: [Section] = [], messages: [Message] = [], language: String? = nil
  ) {
    (self.model, self.title, self.context, self.record) = (model, title, context, record)
    (self.version, self.sections, self.messages, self.language) = (version, sections, messages, language)
  }

  /// Whether a form makes a record or edits one.
  public enum Context: String, Sendable, Hashable, Codable, CaseIterable {
    /// A record is made.
    case new
    /// A stored record is edited.
    case edit

    /// Not available: a form is ``new`` until its record is stored.
    @available(*, unavailable, renamed: "new")
    public static var create: Context { .new }

    /// Not available: a form of a stored record is one to ``edit``.
    @available(*, unavailable, renamed: "edit")
    public static var update: Context { .edit }
  }

  /// Fields and groups that belong together.
  public struct Section: Sendable, Hashable {
    /// The heading; nil for none.
    public var title: String?
    /// An explanation below the heading.
    public var help: String?
    /// The fields and groups in order.
    public var rows: [Row]

    /// Creates a section.
    package init(_ title: String? = nil, help: String? = nil, rows: [Row] = []) {
      (self.title, self.help, self.rows) = (title, help, rows)
    }
  }
}

// MARK: - Reading

extension FormDescription {
  /// All fields in order, with fields of removed children, and without fields of blank ones.
  public var fields: [FormField] { sections.flatMap { $0.rows.flatMap(\.fields) } }

  /// All groups in order, inner ones behind the outer one.
  public var groups: [FormGroup] { sections.flatMap { $0.rows.flatMap(\.groups) } }

  /// Returns the field at a path; nil if the form has none.
  ///
  /// - Complexity: O(*n*) in the number of rows on the way.
  public func field(at path: FormPath) -> FormField? {
    if case .field(let field)? = row(at: path) { field } else { nil }
  }

  /// Returns the group at a path; nil if the form has none.
  ///
  /// - Complexity: O(*n*) in the number of rows on the way.
  public func group(at path: FormPath) -> FormGroup? {
    if case .group(let group)? = row(at: path) { group } else { nil }
  }

  private func row(at path: FormPath) -> Row? {
    var rows = sections.flatMap(\.rows)
    for count in path.steps.indices.map({ $0 + 1 }) {
      let place = FormPath(Array(path.steps.prefix(count)))
      if case .index = path.steps[count - 1] { continue }
      guard let row = rows.first(where: { $0.path == place }) else { return nil }
      if place == path { return row }
      guard case .group(let group) = row, case .index(let number) = path.steps[count],
        let item = group.items.first(where: { $0.number == number })
      else { return nil }
      rows = item.rows
    }
    return nil
  }

  /// All messages in the order of the form, for a summary: first of the form as a whole, then of each row.
  public var allMessages: [Message] { messages + sections.flatMap { $0.rows.flatMap(\.allMessages) } }

  /// Whether a message prevents saving.
  public var hasErrors: Bool { allMessages.contains { $0.severity == .error } }
}

extension FormDescription.Row {
  /// The fields of the row and of the children in it, in order.
  package var fields: [FormField] {
    switch self {
    case .field(let field): [field]
    case .group(let group): group.items.flatMap { $0.rows.flatMap(\.fields) }
    }
  }

  /// The groups of the row, the outer one first.
  fileprivate var groups: [FormGroup] {
    switch self {
    case .field: []
    case .group(let group): [group] + group.items.flatMap { $0.rows.flatMap(\.groups) }
    }
  }

  /// The messages of the row and of the children in it. What is wrong with a removed child does not matter.
  fileprivate var allMessages: [FormDescription.Message] {
    switch self {
    case .field(let field): field.messages
    case .group(let group):
      group.messages
        + group.items.filter { !$0.isRemoved }.flatMap { $0.messages + $0.rows.flatMap(\.allMessages) }
    }
  }
}

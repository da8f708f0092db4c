/// What came back from a form: inputs by their places, and which fields were shown.
///
/// ```swift
/// var submission = FormSubmission([("name", "Walk the cat"), ("steps[7].name", "Wash")])
/// submission.records = ["steps[0]": "12"]
/// let state = try FormState(Todo.form, editing: todo, in: store)
/// state.receive(submission)
/// let outcome = try state.submit()
/// ```
///
/// It is a value without a model: whatever reads an answer (of a browser, a client, a file) makes one, and knows
/// nothing of records. Everything in it is from outside. It can name fields and items, and never columns or records
/// that the form does not have.
///
/// ## Topics
/// ### Content
/// - ``entries``
/// - ``shown``
/// - ``records``
/// - ``removed``
/// - ``order``
/// ### What cannot be read
/// - ``unreadable``
/// - ``unknown``
/// ### Buttons
/// - ``action``
/// - ``searches``
/// ### The form that was answered
/// - ``version``
/// - ``stamps``
public struct FormSubmission: Sendable, Hashable {
  /// An input at a place.
  public struct Entry: Sendable, Hashable, Codable {
    /// The field.
    public var path: FormPath
    /// What was entered.
    public var input: FormInput

    /// Creates an entry.
    public init(_ path: FormPath, _ input: FormInput) { (self.path, self.input) = (path, input) }
  }

  /// The inputs, in the order in which they came. A field that has two is an error.
  public var entries: [Entry]

  /// The fields that were shown. Of these, a toggle without an input is off, and choices without an input are none; all
  /// other fields without an input are unchanged. Nil if it is not known: then all fields without an input are
  /// unchanged.
  public var shown: Set<FormPath>?

  /// The ids of the stored children that items are, by the items' places; see ``FormGroup/Item/record``. Each must be a
  /// child of the form's record. An item that is not here is a new one. Nil if items have the numbers of the form that
  /// receives the answer; a server that keeps nothing between two requests cannot know these.
  public var records: [FormPath: String]?

  /// The items that are removed.
  public var removed: Set<FormPath> = []

  /// The numbers of items in their new order, by the places of groups.
  public var order: [FormPath: [Int]] = [:]

  /// The fields whose text could not be read, such as one that is not UTF-8; their entries have what could be read of
  /// it. Each refuses the form once. Items, groups and the form are here if what an answer says about them cannot be
  /// read.
  public var unreadable: Set<FormPath> = []

  /// The beginnings of names that are those of no field in any form. Each refuses the form once.
  public var unknown: [String] = []

  /// The button that was pressed; nil for the one that saves. Receiving an answer does nothing about it:
  /// ``FormState/perform(_:)`` does.
  public var action: FormAction?

  /// The texts that are searched for among the options of fields; see ``FormField/isSearched``. An empty one ends a
  /// search.
  public var searches: [FormPath: String] = [:]

  /// The ``FormDescription/version`` of the form that was answered. If it is another one, the form is refused once.
  public var version: String?

  /// The ``FormField/stamp`` of each field of the form that was answered. With it, a field that was not changed in the
  /// form follows the store, and a field that others have changed meanwhile is a conflict.
  public var stamps: [FormPath: String] = [:]

  /// Creates a submission of inputs.
  public init(_ entries: [(FormPath, FormInput)] = []) { self.entries = entries.map { Entry($0, $1) } }
}

/// What was typed in a form and not saved, to be continued another day.
///
/// ```swift
/// let data = try JSONEncoder().encode(state.draft)
/// …
/// let state = try FormState(Todo.form, continuing: JSONDecoder().decode(FormDraft.self, from: data), in: store)
/// ```
///
/// It has what differs from the stored record. Passwords and files are left out: a draft is often kept where secrets
/// should not be, and a file may be gone.
public struct FormDraft: Sendable, Hashable, Codable {
  /// The name of the model.
  public var model: String
  /// The id of the record that is edited, as text; nil for a new one.
  public var record: String?
  /// What was entered.
  public var answers: FormSubmission

  /// Creates a draft.
  package init(model: String, record: String?, answers: FormSubmission) {
    (self.model, self.record, self.answers) = (model, record, answers)
  }
}

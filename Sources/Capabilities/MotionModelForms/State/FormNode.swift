import MotionModel
import MotionModelValidation

/// The form of a record inside another form, for code that does not know its model.
protocol FormNode: Sendable {
  /// Whether the record is not stored yet.
  var isNew: Bool { get }
  /// The id of the stored record as text; nil for a new one.
  var recordText: String? { get }
  /// Whether anything differs from the stored record, also in its children.
  var isChanged: Bool { get }
  /// What is wrong with the record as a whole.
  var whole: [ValidationError] { get set }

  /// Makes a change at a place below this record.
  ///
  /// - Parameters:
  ///   - path: The place in the whole form.
  ///   - depth: How many steps of the path lead to this record.
  /// - Returns: The number of an added item.
  mutating func apply(
    _ edit: FormEdit, at path: FormPath, from depth: Int, in environment: FormEnvironment
  ) throws(FormError) -> Int?

  /// Returns the first options of a field that have the text that is searched for.
  func found(at steps: ArraySlice<ValidationError.Step>, in environment: FormEnvironment) throws -> [FormField.Option]

  /// Compares with the store, and takes over what others have changed; see ``FormCore``.
  mutating func refresh(in environment: FormEnvironment, following: Bool) throws

  /// Removes the children that are to be removed from the store. The calling task is inside a transaction.
  ///
  /// They go first, so that the rules find their values free.
  func removeChildren(_ path: [ValidationError.Step], in environment: FormEnvironment) throws

  /// Checks everything that is entered, and shows it.
  ///
  /// - Parameter comparing: Whether to check rules that compare the record with all others. Children leave that to the
  ///   save, which judges them by the result: one may take over a value of another.
  /// - Returns: Whether something prevents saving.
  mutating func check(comparing: Bool, in environment: FormEnvironment) -> Bool

  /// Keeps an error of a save at its place.
  mutating func place(_ error: ValidationError, at steps: ArraySlice<ValidationError.Step>)

  /// Returns the rows as they are drawn.
  func rows(at path: FormPath, _ drawing: FormDrawing) -> [FormDescription.Row]

  /// Returns errors with their places.
  ///
  /// - Parameter onlyShown: Whether to leave out errors that do not show yet.
  func errors(onlyShown: Bool) -> [ValidationError]

  /// Adds what differs from the stored record to a submission.
  func collect(into submission: inout FormSubmission, at path: FormPath)

  /// The paths of changed fields.
  func changedFields(below path: FormPath) -> [FormPath]
}

/// A change to a form.
enum FormEdit: Sendable {
  /// Something is entered in a field.
  case input(FormInput)
  /// A field was answered, beside a value with this stamp.
  case answer(FormInput, stamp: String?)
  /// A field was shown and not answered.
  case absent
  /// The items of a group are those of an answer, by number and record.
  case adopt([(Int, String?)], byRecord: Bool)
  /// The items of a group are put in another order.
  case order([Int])
  /// A field is left.
  case leave
  /// A field gets the value that others have stored.
  case takeTheirs
  /// A text is searched for among the options of a field.
  case search(String)
  /// A child is added to a group.
  case add
  /// An item is removed.
  case remove
  /// An item is not to be removed after all.
  case restore
  /// An item is moved to a place.
  case move(to: Int)
}

/// What drawing a form needs beside the form.
struct FormDrawing {
  let environment: FormEnvironment
  let words: ValidationMessages
  /// The way to the record in words: places, and not numbers.
  var way: [ValidationError.Step] = []

  /// Returns messages of errors.
  ///
  /// - Parameter label: What the field is called, if the form says it.
  func messages(_ errors: [ValidationError], at path: FormPath, label: String?) -> [FormDescription.Message] {
    errors.map { error in
      var words = words
      if let label, let field = error.field { words = words.adding(fields: ["\(error.model).\(field)": label]) }
      let own = error.path.isEmpty ? [] : [error.path[error.path.count - 1]]
      let error = error.at(way + own)
      return FormDescription.Message(
        path: path, rule: error.rule, text: error.message(in: words), sentence: error.fullMessage(in: words),
        severity: error.severity)
    }
  }
}

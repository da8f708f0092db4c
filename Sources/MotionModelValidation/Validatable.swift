public import MotionModel

/// A model whose records are checked by rules before they are saved.
///
/// ```swift
/// struct Todo: Model, Validatable {
///   var id = 0
///   var name = ""
///   var priority = 0
///   static let validations = Validations<Todo> {
///     Presence(\.name)
///     Length(\.name, 5...80)
///     Numericality(\.priority, .in(0...9))
///   }
/// }
///
/// var todo = Todo.new { $0.name = "Dog" }
/// todo.isValid                 // => false
/// todo.errors.fullMessages     // => ["Name is too short (at least 5 characters)"]
/// try todo.save()              // throws RecordInvalid; the store is as it was
/// ```
///
/// Rules check a record and never change it. Errors are data: a field, the broken rule, its parameters. Messages
/// are created from them last, in the reader's language; see <doc:Messages>.
///
/// ## Topics
/// ### Declaring
/// - ``validations``
/// ### Asking
/// - ``isValid``
/// - ``errors``
/// ### Saving
/// - ``saveIfValid()``
/// - ``save(only:validate:)``
public protocol Validatable: Model {
  /// The rules, in the order in which they report.
  ///
  /// Declare them as a `static let`, so that they are created once. A rule that cannot work, such as a rule for an
  /// unknown column, traps when the rules are first used, and says what to change.
  static var validations: Validations<Self> { get }
}

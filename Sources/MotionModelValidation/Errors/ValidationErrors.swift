import MotionModel

/// The rules that a record breaks, in the order in which they are declared.
///
/// ```swift
/// todo.errors                              // => [name: tooShort(count: 5)]
/// todo.errors.on("name").map(\.rule)       // => [.tooShort]
/// todo.errors.fullMessages                 // => ["Name is too short (at least 5 characters)"]
/// ```
///
/// It is a collection of ``ValidationError``, in which warnings stand among the errors. `isEmpty` is true if there
/// are neither; ``blocking`` has the errors alone.
///
/// ## Topics
/// ### Choosing
/// - ``on(_:)``
/// - ``base``
/// - ``blocking``
/// - ``warnings``
/// ### Words
/// - ``fullMessages``
/// - ``messages``
public struct ValidationErrors: RandomAccessCollection, Sendable, Hashable {
  /// The errors and warnings in order.
  var all: [ValidationError]
  /// The model of the record that was validated; nil for a list that code has put together.
  private var model: (any Validatable.Type)?

  /// Creates the list of a record in which no errors were found.
  @usableFromInline
  init(of model: any Validatable.Type) { (all, self.model) = ([], model) }

  /// Creates the list of the errors that were found in a record.
  init(_ errors: some Sequence<ValidationError>, of model: (any Validatable.Type)?) {
    (all, self.model) = (Array(errors), model)
  }

  /// Creates a list of errors, by default an empty one.
  public init(_ errors: some Sequence<ValidationError> = []) { all = Array(errors) }

  /// The position of the first error.
  public var startIndex: Int { all.startIndex }
  /// The position behind the last error.
  public var endIndex: Int { all.endIndex }
  /// The error at a position.
  public subscript(position: Int) -> ValidationError { all[position] }

  /// The errors that prevent saving.
  public var blocking: ValidationErrors { filtered { $0.severity == .error } }

  /// The warnings, which do not prevent saving.
  public var warnings: ValidationErrors { filtered { $0.severity == .warning } }

  /// The errors about the record as a whole.
  public var base: ValidationErrors { filtered(\.path.isEmpty) }

  /// Returns the errors about a field, given its path: `name`, or `todos[2].name` for a child's field. As in a schema,
  /// a name may also be written in snake case, `due_date` for `dueDate`.
  ///
  /// In debug builds, a name traps that the record's model does not have, neither as a stored property or a relation
  /// nor in its rules: it never has errors. ``Validatable/errors(on:)`` takes a property instead, whose name the
  /// compiler checks.
  public func on(_ path: String) -> ValidationErrors {
    let found = about(path)
    #if DEBUG
      if found.isEmpty { model?.checkHasField(path) }
    #endif
    return found
  }

  /// Returns the errors about a field as ``on(_:)`` does, also for a name that the model does not have.
  package func about(_ path: String) -> ValidationErrors {
    let isSnakeCase = path.contains("_")
    return filtered { error in
      let name = error.pathString
      return name == path || isSnakeCase && ColumnName.snakeCase(name) == path
    }
  }

  private func filtered(_ isIncluded: (ValidationError) -> Bool) -> ValidationErrors {
    ValidationErrors(all.filter(isIncluded), of: model)
  }
}

extension ValidationErrors {
  /// Whether two lists have the same errors in the same order.
  public static func == (first: ValidationErrors, second: ValidationErrors) -> Bool { first.all == second.all }

  /// Hashes the errors.
  public func hash(into hasher: inout Hasher) { hasher.combine(all) }
}

extension ValidationErrors: Codable {
  /// Decodes a list of errors.
  public init(from decoder: any Decoder) throws { all = try [ValidationError](from: decoder) }

  /// Encodes the list of errors.
  public func encode(to encoder: any Encoder) throws { try all.encode(to: encoder) }
}

extension ValidationErrors: CustomStringConvertible {
  /// The errors, for logs: `[name: tooShort(count: 5)]`.
  public var description: String { "\(all)" }
}

/// The rules that a record breaks, in the order in which they are declared.
///
/// ```swift
/// todo.errors                              // => [name: tooShort(count: 5)]
/// todo.errors.on("name").map(\.rule)       // => [.tooShort]
/// todo.errors.fullMessages                 // => ["Name is too short (at least 5 characters)"]
/// ```
///
/// It is a collection of ``ValidationError``. Warnings stand among the errors; `isEmpty` tells whether there is nothing
/// to say, ``allowSaving`` whether nothing stands in the way.
///
/// ## Topics
/// ### Choosing
/// - ``on(_:)``
/// - ``base``
/// - ``blocking``
/// - ``warnings``
/// ### Words
/// - ``fullMessages``
/// - ``fullMessages(in:)``
/// - ``messages``
/// - ``messages(in:)``
public struct ValidationErrors: RandomAccessCollection, Sendable, Hashable {
  /// The errors in order.
  var all: [ValidationError]

  /// Makes a list without errors.
  public init() { all = [] }

  /// Makes a list of errors.
  public init(_ errors: some Sequence<ValidationError>) { all = Array(errors) }

  /// The position of the first error.
  public var startIndex: Int { all.startIndex }
  /// The position behind the last error.
  public var endIndex: Int { all.endIndex }
  /// One of the errors.
  public subscript(position: Int) -> ValidationError { all[position] }

  /// Whether nothing stands in the way of saving: there are no errors, or warnings only.
  public var allowSaving: Bool { all.allSatisfy { $0.severity == .warning } }

  /// Those that stop the record from being saved.
  public var blocking: ValidationErrors { ValidationErrors(all.filter { $0.severity == .error }) }

  /// Those that do not.
  public var warnings: ValidationErrors { ValidationErrors(all.filter { $0.severity == .warning }) }

  /// Those about the record as a whole.
  public var base: ValidationErrors { ValidationErrors(all.filter(\.path.isEmpty)) }

  /// Those about a field, by its path: `name`, or `todos[2].name` for a child's.
  public func on(_ path: String) -> ValidationErrors { ValidationErrors(all.filter { $0.pathText == path }) }
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

/// A context in which records are validated; a rule can be limited to contexts with ``ValidationRule/on(_:)``.
///
/// A record is always being created or updated. A context of your own is added to that:
///
/// ```swift
/// extension ValidationContext {
///   static let publishing: ValidationContext = "publishing"
/// }
///
/// Presence(\.summary).on(.publishing)
///
/// article.isValid(in: .publishing)
/// try article.save(in: .publishing)
/// try article.save(in: .publishing.and(.auditing))   // in both
/// ```
public struct ValidationContext: ExpressibleByStringLiteral, Sendable, Hashable {
  /// The names of the contexts that it stands for, in order.
  private let names: [String]

  /// The name of the context; the names of several, joined by ampersands.
  package var name: String { names.joined(separator: " & ") }

  /// Creates a context from a name.
  public init(stringLiteral value: String) { names = [value] }

  private init(_ names: Set<String>) { self.names = names.sorted() }

  /// Returns a context that is this one and another: the rules of both are checked.
  public func and(_ other: ValidationContext) -> ValidationContext {
    ValidationContext(Set(names).union(other.names))
  }

  /// Returns whether this context includes another one.
  func includes(_ other: ValidationContext) -> Bool { other.names.allSatisfy(names.contains) }

  /// The record is new.
  public static let create: ValidationContext = "create"
  /// The record was saved before.
  public static let update: ValidationContext = "update"

  /// The custom context in which the task is saving, if any.
  @TaskLocal static var ofSaving: ValidationContext?

  /// Runs `body`, which saves records in a context of the caller's own; in none if it is nil.
  package static func saving<Result>(in context: ValidationContext?, _ body: () throws -> Result) throws -> Result {
    guard let context else { return try body() }
    return try $ofSaving.withValue(context) { try body() }
  }
}

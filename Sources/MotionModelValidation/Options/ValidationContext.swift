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
/// ```
public struct ValidationContext: RawRepresentable, ExpressibleByStringLiteral, Sendable, Hashable {
  /// The name of the context.
  public let rawValue: String

  /// Creates a context from a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a context from a name.
  public init(stringLiteral value: String) { rawValue = value }

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

/// An occasion on which records are validated, for rules that hold ``ValidationRule/on(_:)`` it only.
///
/// A record is always being created or updated. A context of your own comes on top of that:
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
  /// The context's name.
  public let rawValue: String

  /// Makes a context of a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a context of a name.
  public init(stringLiteral value: String) { rawValue = value }

  /// The record is new.
  public static let create: ValidationContext = "create"
  /// The record was saved before.
  public static let update: ValidationContext = "update"

  /// The one of its own that the saving task is in.
  @TaskLocal static var ofSaving: ValidationContext?
}

public import MotionModel

/// How a server's resource differs from what the model and the conventions of a ``RESTFormat`` say.
///
/// ```swift
/// static let remote: Remote<Train> = [
///   .path("railway/trains"),
///   .key(\.maxSpeed, "top_speed"),
///   .embeds(\.cars, missing: .delete),
///   .readOnly(\.mileage),
/// ]
/// ```
///
/// Names that no rule gives are made of those of the model by the ``RESTFormat`` of the client.
/// <doc:DeclaringResources> has all rules.
///
/// Rules that contradict each other, or name something the model lacks, trap when the resource is first used, with a
/// message that says what to change.
public struct Remote<Record: Model>: Sendable {
  /// The rules in order of declaration.
  public let rules: [RemoteRule<Record>]

  /// Creates a declaration of rules.
  public init(_ rules: [RemoteRule<Record>]) { self.rules = rules }
}

extension Remote: ExpressibleByArrayLiteral {
  /// Creates a declaration of rules.
  public init(arrayLiteral rules: RemoteRule<Record>...) { self.init(rules) }
}

/// Properties that the schema leaves out on purpose: each record carries them, but files, attributes and comparisons
/// leave them out.
///
/// ```swift
/// static let schema = Schema<Signup> {
///   Column(\.email)
///   Column(\.password)
///   Transient(\.passwordConfirmation, \.draft)
/// }
/// ```
///
/// A transient property has its initial value in a record that was read from a file. A save of a record of which only
/// transient properties were changed writes nothing.
///
/// In debug builds, a schema traps on creation if it mentions a stored property neither as a column nor as transient,
/// because a forgotten column loses its values without a message.
public struct Transient<Record: Model>: Sendable {
  let keyPaths: [any PartialKeyPath<Record> & Sendable]

  /// Declares one or more properties as transient.
  public init<First, each Other>(
    _ first: any KeyPath<Record, First> & Sendable, _ others: repeat any KeyPath<Record, each Other> & Sendable
  ) {
    var keyPaths: [any PartialKeyPath<Record> & Sendable] = [first]
    for other in repeat each others { keyPaths.append(other) }
    self.keyPaths = keyPaths
  }
}

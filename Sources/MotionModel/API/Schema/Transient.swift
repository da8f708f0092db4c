/// Properties that the schema leaves out on purpose: each record carries them, but files, attributes and comparisons
/// leave them out.
///
/// ```swift
/// static let schema = Schema<Signup> { Transient(\.passwordConfirmation, \.draft) }
/// ```
///
/// A transient property has its initial value in a record that was read from a file. A save of a record of which only
/// transient properties were changed writes nothing.
///
/// A stored property that a schema does not mention is a column; see ``Schema``.
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

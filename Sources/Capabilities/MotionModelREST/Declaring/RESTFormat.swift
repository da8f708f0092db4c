public import MotionModel

/// The conventions of a server: how it spells names, wraps records and writes dates.
///
/// ```swift
/// RESTFormat()                                   // Rails: max_speed, no root, ISO 8601
/// RESTFormat(keys: .camelCase, roots: .wrapped)  // {"train": {"maxSpeed": 120}}
/// RESTFormat(prefix: "api/v1")                   // https://example.org/api/v1/trains
/// ```
///
/// A ``Remote`` says what is different for one model.
public struct RESTFormat: Sendable {
  let keys: KeySpelling
  let roots: RootStyle
  let dates: DateForm
  let prefix: String
  let updates: UpdateStyle
  package var idempotencyHeader: String?
  let inflector: Inflector

  /// Creates conventions, by default those of a JSON API that Rails generates.
  ///
  /// - Parameters:
  ///   - keys: How members are spelled.
  ///   - roots: Whether bodies have an object with one member around the record or the list.
  ///   - dates: How dates are written.
  ///   - prefix: What stands before the path of each resource; empty for nothing.
  ///   - updates: How a changed record is sent.
  ///   - idempotencyHeader: The header in which the server takes a key that makes a creation happen once, however often
  ///     it is sent, such as `Idempotency-Key`; nil if it does not know one.
  ///   - inflector: What makes plurals and spellings.
  public init(
    keys: KeySpelling = .snakeCase, roots: RootStyle = .bare, dates: DateForm = .iso8601,
    prefix: String = "",
    updates: UpdateStyle = .patch, idempotencyHeader: String? = nil, inflector: Inflector = .current
  ) {
    self.idempotencyHeader = idempotencyHeader
    (self.keys, self.roots, self.dates) = (keys, roots, dates)
    (self.prefix, self.updates, self.inflector) = (prefix, updates, inflector)
  }

  /// Whether bodies have an object with one member around the record or the list.
  public enum RootStyle: String, Sendable, Hashable, CaseIterable {
    /// `{"id": 1, …}` and `[…]`.
    case bare
    /// `{"train": {"id": 1, …}}` and `{"trains": […]}`.
    case wrapped
  }

  /// How a changed record is sent.
  public enum UpdateStyle: String, Sendable, Hashable, CaseIterable {
    /// `PATCH` with the changed columns alone.
    case patch
    /// `PUT` with all columns.
    case put
  }
}

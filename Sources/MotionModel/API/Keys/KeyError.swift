public import MotionModelValues

/// The error for the value of a ``Key`` that cannot be read or stored. The store is unchanged.
@nonexhaustive
public enum KeyError: DescribedError, Hashable {
  /// The stored value cannot be decoded as the type of the key: the type has changed, or another key of the same name
  /// has another type.
  case unreadable(key: String, CastError)
  /// The value cannot be encoded in a form that could be read again.
  case unwritable(key: String, CastError)
}

extension KeyError {
  /// One sentence with the key, what was expected and what was found.
  public var description: String {
    switch self {
    case .unreadable(let key, let reason): "The value of the key \"\(key)\" cannot be read: \(reason)."
    case .unwritable(let key, let reason): "The value of the key \"\(key)\" cannot be stored: \(reason)."
    }
  }
}

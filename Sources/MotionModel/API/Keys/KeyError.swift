public import Foundation
public import MotionModelValues

/// The error for the value of a ``Key`` that cannot be read or stored. The store is unchanged.
@nonexhaustive
public enum KeyError: Error, Hashable {
  /// The stored value cannot be decoded as the type of the key: the type has changed, or another key of the same name
  /// has another type.
  case unreadable(key: String, CastError)
  /// The value cannot be encoded in a form that could be read again.
  case unwritable(key: String, CastError)
}

extension KeyError: CustomStringConvertible {
  /// One sentence with the key, what was expected and what was found.
  public var description: String {
    switch self {
    case .unreadable(let key, let reason): "The value of the key \"\(key)\" cannot be read: \(reason)."
    case .unwritable(let key, let reason): "The value of the key \"\(key)\" cannot be stored: \(reason)."
    }
  }
}

extension KeyError: LocalizedError {
  /// The description, which is also the `localizedDescription`.
  public var errorDescription: String? { description }
}

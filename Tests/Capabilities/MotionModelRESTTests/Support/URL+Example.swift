import Foundation

extension URL {
  /// An address of a server that is never asked.
  ///
  /// - Parameter path: The path and the query.
  static func example(_ path: String = "", scheme: String = "https") -> URL {
    guard let url = URL(string: "\(scheme)://example.org\(path)") else { preconditionFailure("an address") }
    return url
  }
}

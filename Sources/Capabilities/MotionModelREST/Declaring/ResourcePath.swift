import MotionModel

/// Where the records of a resource are: `trains/:train_id/cars`, with parameters.
struct ResourcePath: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case text(String)
    case parameter(String)
  }

  let parts: [Part]

  /// Reads a path. Slashes at its ends, and several in a row, are as one or none.
  init(_ path: String, prefix: String = "") {
    parts = "\(prefix)/\(path)".split(separator: "/").map { part in
      part.hasPrefix(":") && part.count > 1 ? .parameter(String(part.dropFirst())) : .text(String(part))
    }
  }

  /// The names of the parameters.
  var parameters: [String] { parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } } }

  /// Returns the path, percent-encoded, with a value for each parameter.
  ///
  /// - Throws: The first parameter without a value, or with a value that would lead elsewhere.
  func filled(_ value: (String) -> String?) throws(MissingParameter) -> String {
    var filled: [String] = []
    for part in parts {
      switch part {
      case .text(let text): filled.append(PercentEncoding.encoded(text))
      case .parameter(let name):
        guard let segment = value(name).flatMap(PercentEncoding.encodedSegment) else {
          throw MissingParameter(name: name)
        }
        filled.append(segment)
      }
    }
    return filled.joined(separator: "/")
  }

  /// A parameter of a path for which there is no value.
  struct MissingParameter: Error, Hashable {
    let name: String
  }
}

/// How much the body of a request may have of each thing.
///
/// ```swift
/// var limits = BodyLimits()
/// limits[.files] = 1
/// limits[.fileBytes] = 5 << 20
/// let reader = try BodyReader(contentType: type, limits: limits)
/// ```
///
/// The defaults are Rack's where it has a limit, except for ``Measure/bytes``: Rack takes 10 GiB, and a file ends in a
/// column in memory here. The longest body that is within the limits needs about ``Measure/textBytes`` of memory, and
/// what its files need where they go.
public struct BodyLimits: Sendable, Hashable {
  /// What is limited.
  public enum Measure: String, Sendable, Hashable, CaseIterable {
    /// Bytes of the body: 64 MiB. It holds whether the request says its length or not.
    case bytes
    /// Bytes of names and texts together, which are kept in memory: 4 MiB. Files do not count.
    case textBytes
    /// Parameters: 4,096.
    case parameters
    /// Bytes of a parameter's name: 1,024. A parameter with a longer name is not a field; the rest are read.
    case nameBytes
    /// Keys of a nested name, `a[b][c]` having 3: 32. A parameter whose name has more is not a field; the rest are
    /// read.
    case depth
    /// Bytes of the text of one field: 1 MiB.
    case fieldBytes
    /// Parts of a multipart body: 4,096.
    case parts
    /// Files of a multipart body: 128.
    case files
    /// Bytes of one file: 16 MiB.
    case fileBytes
    /// Bytes of the headers of one part: 64 KiB.
    case headerBytes
    /// Bytes before the first part of a multipart body: 16 KiB.
    case preambleBytes

    /// The default limit, and what it is of.
    var stated: (limit: Int, words: String) {
      switch self {
      case .bytes: (64 << 20, "bytes")
      case .textBytes: (4 << 20, "bytes of names and texts")
      case .parameters: (4096, "parameters")
      case .nameBytes: (1024, "bytes of a name")
      case .depth: (32, "nested keys")
      case .fieldBytes: (1 << 20, "bytes of a field")
      case .parts: (4096, "parts")
      case .files: (128, "files")
      case .fileBytes: (16 << 20, "bytes of a file")
      case .headerBytes: (64 << 10, "bytes of a part's headers")
      case .preambleBytes: (16 << 10, "bytes before the first part")
      }
    }
  }

  private var limits: [Measure: Int] = [:]

  /// Creates the default limits.
  public init() {}

  /// The limit of something.
  public subscript(measure: Measure) -> Int {
    get { limits[measure] ?? measure.stated.limit }
    set { limits[measure] = newValue == measure.stated.limit ? nil : newValue }
  }

  /// The limits, between nothing and more than any body has, so that one byte more is still a number.
  var clamped: BodyLimits {
    var copy = self
    copy.limits = limits.mapValues { min(max(0, $0), .max / 2) }
    return copy
  }
}

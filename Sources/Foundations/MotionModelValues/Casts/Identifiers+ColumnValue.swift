public import Foundation

extension UUID: ColumnValue {
  /// `UUID`.
  public static let columnType = ColumnType.uuid

  /// Casts a UUID, or a string of 32 hexadecimal digits in its five groups.
  public init(attribute: AttributeValue) throws(CastError) {
    switch attribute {
    case .uuid(let value): self = value
    case .string(let text):
      guard let value = UUID(uuidString: text.trimmed) else {
        throw CastError(expected: "a UUID", found: text.isBlank ? "a blank string" : "a string that is not a UUID")
      }
      self = value
    default: throw CastError(expected: "a UUID", found: attribute.kind)
    }
  }

  /// This UUID, untyped.
  public var attribute: AttributeValue { .uuid(self) }
}

extension URL: ColumnValue {
  /// `URL`.
  public static let columnType = ColumnType.url

  /// Casts a URL, a string that is a valid URL (a relative one, too), or a dictionary of two strings: `relative`,
  /// and the `base` to which it is relative.
  ///
  /// Characters that a URL cannot contain are refused rather than encoded.
  public init(attribute: AttributeValue) throws(CastError) {
    switch attribute {
    case .url(let value): self = value
    case .string(let text):
      guard !text.isBlank, let value = URL(string: text.trimmed, encodingInvalidCharacters: false) else {
        throw CastError(expected: "a URL", found: text.isBlank ? "a blank string" : "a string that is not a URL")
      }
      self = value
    case .dictionary(let parts): self = try URL(parts)
    default: throw CastError(expected: "a URL", found: attribute.kind)
    }
  }

  static let (baseName, relativeName) = ("base", "relative")

  private init(_ parts: [String: AttributeValue]) throws(CastError) {
    guard parts.count == 2, case .string(let relative)? = parts[Self.relativeName], let base = parts[Self.baseName],
      case .string = base
    else { throw CastError(expected: "a URL", found: "a dictionary that has not the two parts of a relative one") }
    guard let value = URL(string: relative, relativeTo: try URL(attribute: base)), value.relativeString == relative
    else {
      throw CastError(expected: "a URL", found: "a dictionary with a string that is not a URL")
    }
    self = value
  }

  /// This URL, untyped.
  public var attribute: AttributeValue { .url(self) }
}

extension Data: ColumnValue {
  /// `Data`.
  public static let columnType = ColumnType.data

  /// Casts data, or a base64 string.
  ///
  /// The empty string is the base64 of empty data.
  public init(attribute: AttributeValue) throws(CastError) {
    switch attribute {
    case .data(let value): self = value
    case .string(let text):
      guard text.isEmpty || !text.isBlank, let value = Data(base64Encoded: text.trimmed) else {
        throw CastError(
          expected: "data, or a base64 string", found: text.isBlank ? "a blank string" : "a string that is not base64")
      }
      self = value
    default: throw CastError(expected: "data, or a base64 string", found: attribute.kind)
    }
  }

  /// This data, untyped.
  public var attribute: AttributeValue { .data(self) }
}

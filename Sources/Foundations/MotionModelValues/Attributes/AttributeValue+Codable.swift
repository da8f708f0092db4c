import Foundation

extension AttributeValue: Codable {
  /// Decodes a value in the most exact form that the format offers: integers before fractions, fractions before
  /// decimals.
  ///
  /// A format without dates, UUIDs and the like returns them as the strings they were encoded as. A cast to the
  /// column's type restores them.
  ///
  /// - Throws: The decoder's errors; `DecodingError` for values that are nested more than 500 deep, or deeper than
  ///   the calling thread's stack allows.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let number = AttributeValue.number(in: container) {
      self = number
    } else {
      try self.init(partsFrom: decoder)
    }
  }

  /// Decodes an array or a dictionary.
  private init(partsFrom decoder: any Decoder) throws {
    if let reason = Self.refusal(of: decoder.codingPath) {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "A value is \(reason)."))
    }
    if var list = try? decoder.unkeyedContainer() {
      var values: [AttributeValue] = []
      while !list.isAtEnd { values.append(try list.decode(AttributeValue.self)) }
      self = .array(values)
    } else {
      self = .dictionary(try [String: AttributeValue](from: decoder))
    }
  }

  /// Returns why an array or a dictionary is not allowed at a coding path; nil when it is allowed.
  private static func refusal(of path: [any CodingKey]) -> String? {
    if path.count >= depthLimit + 10 { return tooDeep }
    return StackSpace.isNearlyUsedUp(atDepth: path.count) ? StackSpace.tooDeep : nil
  }

  private static func number(in container: any SingleValueDecodingContainer) -> AttributeValue? {
    if let value = try? container.decode(Int64.self) {
      // NB: Decoders decode a negative zero as an integer.
      if value == 0, let zero = try? container.decode(Double.self), zero.sign == .minus { return .double(zero) }
      return .int(value)
    }
    if let value = try? container.decode(UInt64.self) { return .uint(value) }
    guard let value = try? container.decode(Double.self) else { return nil }
    guard let decimal = try? container.decode(Decimal.self), let form = DecimalForm(decimal) else {
      return .double(value)
    }
    return form == DecimalForm(value) ? .double(value) : .decimal(decimal)
  }

  /// Encodes nil, Booleans, integers, finite doubles, strings, arrays and dictionaries as such, and other values as
  /// strings.
  ///
  /// A date is encoded as ISO 8601, data as base64, a decimal number as its digits, NaN and the infinities by name,
  /// and a URL with a base as a dictionary of two strings.
  ///
  /// - Throws: The encoder's errors; `EncodingError` for values that are nested more than 500 deep, or deeper than
  ///   the calling thread's stack allows.
  public func encode(to encoder: any Encoder) throws {
    if hasParts, let reason = Self.refusal(of: encoder.codingPath) {
      throw EncodingError.invalidValue(Self.self, .init(codingPath: [], debugDescription: "A value is \(reason)."))
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .uint(let value): try container.encode(value)
    case .double(let value) where value.isFinite: try container.encode(value)
    case .data(let value): try container.encode(value.base64EncodedString())
    case .array(let value): try container.encode(value)
    case .dictionary(let value): try container.encode(value)
    case .url(let url) where url.baseURL != nil: try container.encode(plain)
    case .string, .date, .uuid, .url, .decimal, .double: try container.encode(scalarString ?? "")
    }
  }
}

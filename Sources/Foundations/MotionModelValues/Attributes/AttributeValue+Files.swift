import Foundation

extension AttributeValue {
  /// The value as files represent it: a URL relative to another is split into its two parts, as `URL` itself is
  /// encoded; every other value is unchanged.
  var plain: AttributeValue {
    guard case .url(let url) = self, let base = url.baseURL else { return self }
    return .dictionary([URL.baseName: .string(base.absoluteString), URL.relativeName: .string(url.relativeString)])
  }

  /// The string that represents this value in a format that has no representation for its type.
  package var plainString: String {
    if case .data(let data) = self { return data.base64EncodedString() }
    return scalarString ?? ""
  }

  /// Returns this value; throws if it could not be read again from a file.
  package func checkedForWriting() throws(CastError) -> AttributeValue {
    switch self {
    case .array, .dictionary: try checkParts()
    case .url(let url): try Self.check(url)
    default: break
    }
    return self
  }

  private func checkParts() throws(CastError) {
    var walk = AttributeWalk(self)
    while let step = walk.next() {
      guard case .value(let value) = step else { continue }
      if value.hasParts && walk.depth >= Self.depthLimit {
        throw CastError(expected: Self.readable, found: "\(kind) \(Self.tooDeep)")
      }
      if case .url(let url) = value { try Self.check(url) }
      walk.enter(value)
    }
  }

  private static func check(_ url: URL) throws(CastError) {
    let text = url.baseURL == nil ? .string(url.absoluteString) : AttributeValue.url(url).plain
    guard (try? URL(attribute: text)) == url else {
      throw CastError(expected: readable, found: "a URL whose text is that of another one")
    }
  }

  /// This value as it is read again from JSON: a string where JSON has no form for it, such as a date.
  ///
  /// - Parameter isRead: Whether the value was read from a file. Its decimal numbers were then numbers in JSON, and may
  ///   be the shortest digits of a `Double`. Otherwise decimal numbers are strings.
  /// - Throws: ``CastError`` if the value is nested too deep.
  package func portable(isRead: Bool = false) throws(CastError) -> AttributeValue {
    do {
      return try rebuilt(depthLimit: Self.depthLimit) { value in
        if isRead, case .decimal(let number) = value, let double = number.sameDouble { return .double(double) }
        return value.plain.portableScalar
      } ended: {
        $0
      }
    } catch {
      throw CastError(expected: Self.readable, found: "\(kind) \(Self.tooDeep)")
    }
  }

  private var portableScalar: AttributeValue {
    switch self {
    case .double(let value) where value.isFinite: self
    case .uint(let value): Int64(exactly: value).map(AttributeValue.int) ?? self
    case .double, .decimal, .date, .uuid, .url, .data: .string(plainString)
    case .null, .bool, .int, .string, .array, .dictionary: self
    }
  }

  private static let readable = "a value that can be read again from a file"
}

extension Decimal {
  /// The number whose shortest digits are those of this one; nil if there is none.
  fileprivate var sameDouble: Double? {
    let form = DecimalForm(self)
    guard let double = form?.nearest(Double.self), DecimalForm(double.description) == form else { return nil }
    return double
  }
}

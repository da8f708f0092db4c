import Foundation

extension AttributeValue {
  /// Converts a value of unknown type, as readers of JSON and property lists return it or your own code has it.
  ///
  /// ```swift
  /// try AttributeValue(any: ["name": "Walk the dog", "tags": ["dog"]])
  /// // => .dictionary(["name": .string("Walk the dog"), "tags": .array([.string("dog")])])
  /// ```
  ///
  /// It converts every ``ColumnValue``, Swift's other strings and numbers, optionals, arrays and string-keyed
  /// dictionaries of these, and Foundation's classes for all of them. A Boolean in an `NSNumber` stays a Boolean:
  /// `true` does not become 1.
  ///
  /// - Throws: ``CastError`` for a value of any other type, with its position in an array or dictionary, and for
  ///   arrays and dictionaries nested more than 500 deep, or deeper than the calling thread's stack allows.
  public init(any value: Any?) throws(CastError) {
    self = try AttributeValue.make(value, depth: 0)
  }

  private static func make(_ value: Any?, depth: Int) throws(CastError) -> AttributeValue {
    guard let value else { return .null }
    if var string = value as? String {
      // NB: On Apple's systems it may be an `NSString` in disguise, which every comparison would have to copy.
      string.makeContiguousUTF8()
      return .string(string)
    }
    if let known = value as? AttributeValue { return known }
    if let object = makeFromObject(value) { return object }
    if let column = value as? any ColumnValue { return column.attribute }
    if let optional = value as? any Wrapper { return try make(optional.wrapped, depth: depth) }
    if let scalar = makeFromScalar(value) { return scalar }
    return try makeFromCollection(value, depth: depth + 1)
  }

  /// Converts strings and numbers that are not column types, such as `Substring`, `CGFloat` and `Int128`.
  private static func makeFromScalar(_ value: Any) -> AttributeValue? {
    switch value {
    case let text as any StringProtocol: .string(String(text))
    case let number as any BinaryInteger: AttributeValue(number)
    case let number as any BinaryFloatingPoint: Double(exactly: number).map { .double($0) }
    default: nil
    }
  }

  private static func makeFromCollection(_ value: Any, depth: Int) throws(CastError) -> AttributeValue {
    guard depth <= AttributeValue.depthLimit else {
      throw CastError(expected: expected, found: "values \(AttributeValue.tooDeep)")
    }
    guard !StackSpace.isNearlyUsedUp() else {
      throw CastError(expected: expected, found: "values \(StackSpace.tooDeep)")
    }
    if let elements = value as? [Any] { return try makeArray(elements, depth: depth) }
    if let members = value as? [String: Any] { return try makeDictionary(members, depth: depth) }
    throw CastError(expected: expected, found: "a value of type \(String(describing: type(of: value)))")
  }

  private static func makeArray(_ elements: [Any], depth: Int) throws(CastError) -> AttributeValue {
    var values: [AttributeValue] = []
    values.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      do throws(CastError) { values.append(try make(element, depth: depth)) } catch { throw error.within(index: index) }
    }
    return .array(values)
  }

  private static func makeDictionary(_ members: [String: Any], depth: Int) throws(CastError) -> AttributeValue {
    var values: [String: AttributeValue] = [:]
    values.reserveCapacity(members.count)
    for (key, member) in members {
      do throws(CastError) { values[key] = try make(member, depth: depth) } catch { throw error.within(key: key) }
    }
    return .dictionary(values)
  }

  private static let expected =
    "nil, a Bool, a number, a string, a date, a UUID, a URL, data, or an array or string-keyed dictionary of these"
}

// MARK: - Foundation's classes

extension AttributeValue {
  /// Converts an instance of a Foundation class; nil for other values and for collections.
  ///
  /// Numbers are recognized by their class only, because on Apple platforms every Swift number can be cast to
  /// `NSNumber`, and every `NSNumber` to `Bool`.
  private static func makeFromObject(_ value: Any) -> AttributeValue? {
    guard type(of: value) is AnyClass else { return nil }
    switch value {
    case is NSNull: return .null
    case let number as NSDecimalNumber: return .decimal(number.decimalValue)
    case let number as NSNumber: return make(number)
    case let text as NSString: return .string(text.substring(from: 0))
    case let date as NSDate: return .date(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
    case let data as NSData: return .data(Data(referencing: data))
    case let id as NSUUID: return UUID(uuidString: id.uuidString).map { .uuid($0) }
    case let url as NSURL: return url.absoluteURL.map { .url($0) }
    default: return nil
    }
  }

  private static func make(_ number: NSNumber) -> AttributeValue {
    switch String(cString: number.objCType) {
    // The type of a boxed Boolean is C's `char`. On Apple platforms so is that of a boxed 8-bit number, and 0 and 1
    // are then ambiguous. Readers of JSON and property lists create Booleans only.
    case "c" where number.int64Value == 0 || number.int64Value == 1: .bool(number.boolValue)
    case "Q", "L": AttributeValue(number.uint64Value)
    case "d", "f": .double(number.doubleValue)
    default: .int(number.int64Value)
    }
  }
}

/// Lets code that has a value of unknown type unwrap an optional of any type.
private protocol Wrapper {
  var wrapped: Any? { get }
}

extension Optional: Wrapper {
  fileprivate var wrapped: Any? { self }
}

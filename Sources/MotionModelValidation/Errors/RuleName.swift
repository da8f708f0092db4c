/// The name of a rule that a record breaks; messages are looked up by it.
///
/// The library's rules have the names below. A rule of yours has one that you give it.
public struct RuleName: RawRepresentable, ExpressibleByStringLiteral, Sendable, Hashable, Codable {
  /// The name.
  public let rawValue: String

  /// Makes a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a name.
  public init(stringLiteral value: String) { rawValue = value }

  // MARK: - Presence and length

  /// There is no value, or a blank one.
  public static let blank: RuleName = "blank"
  /// There is a value where there must be none.
  public static let present: RuleName = "present"
  /// Fewer than `count` characters.
  public static let tooShort: RuleName = "tooShort"
  /// More than `count` characters.
  public static let tooLong: RuleName = "tooLong"
  /// Not exactly `count` characters.
  public static let wrongLength: RuleName = "wrongLength"
  /// Fewer than `count` elements.
  public static let tooFew: RuleName = "tooFew"
  /// More than `count` elements.
  public static let tooMany: RuleName = "tooMany"
  /// Not exactly `count` elements.
  public static let wrongCount: RuleName = "wrongCount"

  // MARK: - Numbers and comparisons

  /// Not a number.
  public static let notANumber: RuleName = "notANumber"
  /// Not a whole number.
  public static let notAnInteger: RuleName = "notAnInteger"
  /// Not greater than `other`, a value, or `otherField`, another column.
  public static let greaterThan: RuleName = "greaterThan"
  /// Less than `other`.
  public static let greaterOrEqual: RuleName = "greaterOrEqual"
  /// Different from `other`.
  public static let equal: RuleName = "equal"
  /// Not less than `other`.
  public static let lessThan: RuleName = "lessThan"
  /// Greater than `other`.
  public static let lessOrEqual: RuleName = "lessOrEqual"
  /// The same as `other`.
  public static let notEqual: RuleName = "notEqual"
  /// An even number.
  public static let odd: RuleName = "odd"
  /// An odd number.
  public static let even: RuleName = "even"
  /// Not a multiple of `divisor`.
  public static let multiple: RuleName = "multiple"

  // MARK: - Lists and forms

  /// Not one of those that are allowed.
  public static let inclusion: RuleName = "inclusion"
  /// One of those that are not allowed.
  public static let exclusion: RuleName = "exclusion"
  /// Not of the form that is asked for.
  public static let format: RuleName = "format"
  /// Not an email address.
  public static let email: RuleName = "email"
  /// Not the address of a web page.
  public static let url: RuleName = "url"
  /// Not a telephone number.
  public static let phone: RuleName = "phone"
  /// Different from the field `otherField` that it repeats.
  public static let confirmation: RuleName = "confirmation"
  /// Not accepted.
  public static let acceptance: RuleName = "acceptance"

  // MARK: - Other records

  /// Another record has the same value.
  public static let taken: RuleName = "taken"
  /// There is no such parent.
  public static let required: RuleName = "required"
  /// The record has to stay as it was created.
  public static let readOnly: RuleName = "readOnly"

  // MARK: - Rules in code

  /// Not as a closure wants it, which gave no name.
  public static let invalid: RuleName = "invalid"
  /// The rule `rule` could not be checked, because it threw an error: `reason`.
  public static let failed: RuleName = "failed"
}

extension RuleName: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}

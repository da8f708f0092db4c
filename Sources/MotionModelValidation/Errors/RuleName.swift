/// The name of a rule that a record breaks; messages are looked up by it.
///
/// The library's rules have the names below. You name the rules of your own.
public struct RuleName: RawRepresentable, ExpressibleByStringLiteral, Sendable, Hashable, Codable {
  /// The name.
  public let rawValue: String

  /// Creates a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a name.
  public init(stringLiteral value: String) { rawValue = value }

  // MARK: - Presence and length

  /// The value is missing or blank.
  public static let blank: RuleName = "blank"
  /// The value is present but must be absent.
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
  /// The value is not greater than `other`, a value, or `otherField`, another column.
  public static let greaterThan: RuleName = "greaterThan"
  /// The value is less than `other`.
  public static let greaterOrEqual: RuleName = "greaterOrEqual"
  /// The value is different from `other`.
  public static let equal: RuleName = "equal"
  /// The value is not less than `other`.
  public static let lessThan: RuleName = "lessThan"
  /// The value is greater than `other`.
  public static let lessOrEqual: RuleName = "lessOrEqual"
  /// The value is the same as `other`.
  public static let notEqual: RuleName = "notEqual"
  /// The number must be odd.
  public static let odd: RuleName = "odd"
  /// The number must be even.
  public static let even: RuleName = "even"
  /// The number is not a multiple of `divisor`.
  public static let multiple: RuleName = "multiple"

  // MARK: - Lists and forms

  /// The value is not one of the allowed values.
  public static let inclusion: RuleName = "inclusion"
  /// The value is one of those that are not allowed.
  public static let exclusion: RuleName = "exclusion"
  /// The string does not have the required format.
  public static let format: RuleName = "format"
  /// Not an email address.
  public static let email: RuleName = "email"
  /// Not a web address.
  public static let url: RuleName = "url"
  /// Not a telephone number.
  public static let phone: RuleName = "phone"
  /// The value differs from the field `otherField` that it repeats.
  public static let confirmation: RuleName = "confirmation"
  /// The value was not accepted.
  public static let acceptance: RuleName = "acceptance"

  // MARK: - Other records

  /// Another record has the same value.
  public static let taken: RuleName = "taken"
  /// The parent does not exist.
  public static let required: RuleName = "required"
  /// The value was changed but must stay as it was created.
  public static let readOnly: RuleName = "readOnly"
  /// The value was changed in a way that is not allowed from the stored one.
  public static let transition: RuleName = "transition"

  // MARK: - Forms

  /// A text in a form is not a date.
  public static let notADate: RuleName = "notADate"
  /// A text in a form is not a time of the day.
  public static let notATime: RuleName = "notATime"
  /// A number in a form is not from `minimum` to `maximum`, which is what its column can hold.
  public static let outOfRange: RuleName = "outOfRange"
  /// A text in a form is not written as the format of its field does: `example`.
  public static let spelling: RuleName = "spelling"
  /// A text in a form cannot be read as a value of its column.
  public static let unreadable: RuleName = "unreadable"
  /// The record was changed elsewhere while the form was open.
  public static let stale: RuleName = "stale"
  /// The value was changed elsewhere while the form was open.
  public static let conflict: RuleName = "conflict"
  /// The record was deleted elsewhere while the form was open.
  public static let deleted: RuleName = "deleted"
  /// The form does not have a field that was answered: `name`.
  public static let unknownField: RuleName = "unknownField"
  /// A field was answered twice.
  public static let answeredTwice: RuleName = "answeredTwice"
  /// The form has changed since it was opened.
  public static let outdated: RuleName = "outdated"
  /// The store refused the record for a reason that is about no field: `reason`.
  public static let refused: RuleName = "refused"

  // MARK: - Rules in code

  /// A closure without a rule name refused the record.
  public static let invalid: RuleName = "invalid"
  /// The rule `rule` could not be checked, because it threw an error: `reason`.
  public static let failed: RuleName = "failed"
}

extension RuleName: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}

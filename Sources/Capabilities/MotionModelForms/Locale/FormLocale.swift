public import Foundation

/// How a person writes numbers and dates.
///
/// ```swift
/// let locale = FormLocale.german
/// locale.number(from: "1.234,5")    // => "1234.5"
/// locale.number(from: "1.5")        // => nil: the point groups thousands
/// ```
///
/// It consists of plain values, and no formatter is run, so a text means the same on all systems. Reading never
/// guesses.
///
/// ## Topics
/// ### Making
/// - ``init(language:decimalSign:groupingSign:dateOrder:dateSign:timeZone:)``
/// - ``init(_:timeZone:)``
/// - ``iso``
/// - ``american``
/// - ``british``
/// - ``german``
/// - ``french``
public struct FormLocale: Sendable, Hashable, Codable {
  /// The order of a day's numbers.
  public enum DateOrder: String, Sendable, Hashable, Codable, CaseIterable {
    /// `2012-09-15`.
    case yearMonthDay
    /// `15.09.2012`.
    case dayMonthYear
    /// `09/15/2012`.
    case monthDayYear
  }

  package var language: String?
  package let decimalSign: String
  package let groupingSign: String?
  package let dateOrder: DateOrder
  package let dateSign: String
  package var timeZone: TimeZone

  /// Creates a locale; by default, the one that the store's own casts have: a decimal point, dates year first, and UTC.
  ///
  /// - Parameters:
  ///   - language: The language, as HTML and Foundation name it; nil if it is not known.
  ///   - decimalSign: The sign before a fraction.
  ///   - groupingSign: The sign between groups of digits; nil if groups are not read.
  ///   - dateOrder: The order of a day's numbers. A day whose first number has four digits is read year first in any
  ///     order.
  ///   - dateSign: The sign between a day's numbers, where they are written. All of `.`, `/`, `-` and spaces are read.
  ///   - timeZone: The time zone in which days and times are written and read.
  public init(
    language: String? = nil, decimalSign: String = ".", groupingSign: String? = nil,
    dateOrder: DateOrder = .yearMonthDay, dateSign: String = "-", timeZone: TimeZone = .gmt
  ) {
    (self.language, self.decimalSign, self.groupingSign) = (language, decimalSign, groupingSign)
    (self.dateOrder, self.dateSign, self.timeZone) = (dateOrder, dateSign, timeZone)
  }

  /// A decimal point, no groups, dates year first, and UTC.
  public static let iso = FormLocale()
  /// `1,234.5` and `09/15/2012`.
  public static let american = FormLocale(
    language: "en-US", groupingSign: ",", dateOrder: .monthDayYear, dateSign: "/")
  /// `1,234.5` and `15/09/2012`.
  public static let british = FormLocale(language: "en-GB", groupingSign: ",", dateOrder: .dayMonthYear, dateSign: "/")
  /// `1.234,5` and `15.09.2012`.
  public static let german = FormLocale(
    language: "de", decimalSign: ",", groupingSign: ".", dateOrder: .dayMonthYear, dateSign: ".")
  /// `1 234,5` and `15/09/2012`.
  public static let french = FormLocale(
    language: "fr", decimalSign: ",", groupingSign: "\u{202F}", dateOrder: .dayMonthYear, dateSign: "/")

  /// Returns the same locale in a time zone.
  public func `in`(_ timeZone: TimeZone) -> FormLocale {
    var copy = self
    copy.timeZone = timeZone
    return copy
  }

  /// Creates a locale from one of Foundation's.
  ///
  /// - Complexity: Foundation makes a formatter for it: keep the result.
  public init(_ locale: Locale, timeZone: TimeZone = .gmt) {
    let format = DateFormatter.dateFormat(fromTemplate: "yMd", options: 0, locale: locale) ?? "y-M-d"
    let letters = format.filter { "yMd".contains($0) }
    let order: DateOrder =
      switch letters.first {
      case "d": .dayMonthYear
      case "M": .monthDayYear
      default: .yearMonthDay
      }
    let sign = format.drop { !"yMd".contains($0) }.drop { "yMd".contains($0) }.first.map(String.init) ?? "-"
    self.init(
      language: locale.identifier.replacingOccurrences(of: "_", with: "-"),
      decimalSign: locale.decimalSeparator ?? ".", groupingSign: locale.groupingSeparator, dateOrder: order,
      dateSign: "./-".contains(sign) ? sign : "-", timeZone: timeZone)
  }
}

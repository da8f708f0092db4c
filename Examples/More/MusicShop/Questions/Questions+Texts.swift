import Foundation
import MotionModel

extension Questions {
  /// 25, 26, 30, 31. How many tracks have names that contain a string?
  public static func trackCount(containing text: String, caseSensitive: Bool = true) -> Int {
    Track.where(\.name).contains(text, caseSensitive: caseSensitive).count
  }

  /// 28. Which tracks have names that contain a string, in any case? Accents count: "são" is not "sao".
  public static func trackNames(containingInAnyCase text: String) -> [String] {
    Track.where(\.name).contains(text, caseSensitive: false).pluck(\.name)
  }

  /// 29. Which tracks have names that contain a string, if neither case nor accents count?
  ///
  /// No finder has such a condition, so a closure tests every track.
  public static func trackNames(containingFolded text: String) -> [String] {
    let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
    return Track.find { $0.name.range(of: text, options: options) != nil }.pluck(\.name)
  }

  /// 27. Which customers live in a city whose name contains a string?
  public static func customers(inCitiesWith text: String) -> [Int] { Customer.where(\.city).contains(text).ids }

  /// 32, 33, 34. How many tracks have names that start with a string?
  public static func trackCount(startingWith text: String, caseSensitive: Bool = true) -> Int {
    Track.where(\.name).startsWith(text, caseSensitive: caseSensitive).count
  }

  /// 35. Which tracks have names that start with a string?
  public static func trackNames(startingWith text: String) -> [String] {
    Track.where { $0.name.startsWith(text) }.pluck(\.name)
  }

  /// 36, 37, 38. How many tracks have names that end with a string?
  public static func trackCount(endingWith text: String, caseSensitive: Bool = true) -> Int {
    Track.where(\.name).endsWith(text, caseSensitive: caseSensitive).count
  }

  /// 39. Which tracks have names that end with a string?
  public static func trackNames(endingWith text: String) -> [String] {
    Track.where(\.name).endsWith(text).pluck(\.name)
  }

  /// 40. How many invoices have a city that matches a pattern: `_` is any one character, `%` any number of them?
  public static func invoiceCount(cityLike pattern: String) -> Int { Invoice.where(\.billingCity).like(pattern).count }

  /// 41. Which different cities of customers match a pattern, in order?
  public static func cities(like pattern: String) -> [String] {
    Customer.where(\.city).like(pattern).distinct(by: \.city).order(by: \.city).pluck(\.city)
  }

  /// 42. How many tracks have names that match a pattern, in any case?
  public static func trackCount(likeInAnyCase pattern: String) -> Int {
    Track.where(\.name).like(pattern, caseSensitive: false).count
  }

  /// 43. Which tracks have a percent sign in their names? A backslash makes it a plain character.
  public static func tracksWithPercent() -> [String] { Track.where(\.name).like(#"%\%%"#).pluck(\.name) }

  /// 45. How many tracks have four digits in a row in their names?
  public static func fourDigitTrackCount() -> Int { Track.where(\.name).matches(/[0-9]{4}/).count }

  /// 46. Which tracks have a year of this century or the last in their names?
  public static func yearTracks() -> [String] { Track.where(\.name).matches(/(19|20)[0-9]{2}/).pluck(\.name) }

  /// 47. How many tracks have names that begin with a digit?
  public static func digitTrackCount() -> Int { Track.where(\.name).matches(/^[0-9]/).count }

  /// 48. Which track has the longest name, and how many characters does it have?
  ///
  /// The length is not a column, so the order is by a closure. Equal lengths keep the order of insertion, as with
  /// any order.
  public static func longestTrackName() -> (trackID: Int, characters: Int)? {
    Track.order { $0.name.count > $1.name.count }.first.map { ($0.id, $0.name.count) }
  }

  /// 49. How many customers live in the city of exactly this name, and how many in one that starts with it?
  public static func customerCounts(in city: String) -> (equal: Int, startsWith: Int) {
    (Customer.where(\.city == city).count, Customer.where(\.city).startsWith(city).count)
  }
}

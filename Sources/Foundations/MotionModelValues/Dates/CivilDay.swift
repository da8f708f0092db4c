/// A day of the Gregorian calendar, which also applies before its introduction, as in ISO 8601.
///
/// The arithmetic is Howard Hinnant's, from "chrono-Compatible Low-Level Date Algorithms": years begin in March, so the
/// leap day is the last of its year, and 400 years are one era of 146 097 days.
package struct CivilDay: Hashable {
  package let year: Int
  package let month: Int
  package let day: Int

  /// Creates a day; nil unless the calendar has it and it is in the years 1 to 9999.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    guard day >= 1, day <= CivilDay.length(ofMonth: month, in: year) else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Creates the day that is `days` days after 1970-01-01.
  package init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days from 1970-01-01 to this day.
  package var daysSince1970: Int {
    let year = month <= 2 ? self.year - 1 : self.year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day of the week; Sunday is 0.
  var weekday: Int {
    // 1970-01-01 was a Thursday.
    let day = (daysSince1970 + 4) % 7
    return day < 0 ? day + 7 : day
  }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

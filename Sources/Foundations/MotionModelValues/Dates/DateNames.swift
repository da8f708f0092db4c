/// The English names of months and weekdays, whole or shortened.
enum DateNames {
  static func month(_ word: String) -> Int? {
    switch word {
    case "jan", "january": 1
    case "feb", "february": 2
    case "mar", "march": 3
    case "apr", "april": 4
    case "may": 5
    case "jun", "june": 6
    case "jul", "july": 7
    case "aug", "august": 8
    case "sep", "sept", "september": 9
    case "oct", "october": 10
    case "nov", "november": 11
    case "dec", "december": 12
    default: nil
    }
  }

  static func weekday(_ word: String) -> Int? {
    switch word {
    case "sun", "sunday": 0
    case "mon", "monday": 1
    case "tue", "tues", "tuesday": 2
    case "wed", "wednesday": 3
    case "thu", "thur", "thurs", "thursday": 4
    case "fri", "friday": 5
    case "sat", "saturday": 6
    default: nil
    }
  }
}

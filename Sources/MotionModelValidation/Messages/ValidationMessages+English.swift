extension ValidationMessages {
  /// English, and the fallback for templates that another language lacks.
  public static let english = ValidationMessages(templates: [
    "blank": "can't be blank",
    "present": "must be blank",
    "tooShort": MessageTemplate(
      one: "is too short (at least {count} character)", other: "is too short (at least {count} characters)"),
    "tooLong": MessageTemplate(
      one: "is too long (at most {count} character)", other: "is too long (at most {count} characters)"),
    "wrongLength": MessageTemplate(
      one: "is the wrong length (should be {count} character)",
      other: "is the wrong length (should be {count} characters)"),
    "tooFew": "has too few elements (at least {count})",
    "tooMany": "has too many elements (at most {count})",
    "wrongCount": "has the wrong number of elements (should be {count})",
    "notANumber": "is not a number",
    "notAnInteger": "must be a whole number",
    "greaterThan": "must be greater than {other}",
    "greaterOrEqual": "must be greater than or equal to {other}",
    "equal": "must be equal to {other}",
    "lessThan": "must be less than {other}",
    "lessOrEqual": "must be less than or equal to {other}",
    "notEqual": "must be other than {other}",
    "odd": "must be odd",
    "even": "must be even",
    "multiple": "must be a multiple of {divisor}",
    "inclusion": "is not included in the list",
    "exclusion": "is reserved",
    "format": "is invalid",
    "email": "is not an email address",
    "url": "is not a web address",
    "phone": "is not a telephone number",
    "confirmation": "doesn't match {other}",
    "acceptance": "must be accepted",
    "taken": "has already been taken",
    "required": "must exist",
    "readOnly": "cannot be changed",
    "invalid": "is invalid",
    "failed": "could not be checked: {reason}",
  ])
}

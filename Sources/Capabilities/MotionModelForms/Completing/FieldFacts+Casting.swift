import Foundation
import MotionModel
import MotionModelValidation

/// Where a form reads records, and how its person writes.
struct FormEnvironment: Sendable {
  var store: Store
  var locale: FormLocale
}

// MARK: - From values to what a person sees

extension FieldFacts {
  /// Returns what the field has for a value.
  func input(of value: AttributeValue, in locale: FormLocale) -> FormInput {
    if let texts = settings.texts { return .text(texts.shown(value, locale)) }
    switch control {
    case .password: return .text("")
    case .toggle: return .flag((try? Bool(attribute: value)) ?? false)
    case .choices: return .choices(elements(value).map { scalar($0, in: locale) })
    case .file: return .file(file(value))
    default: break
    }
    if case .records(let records)? = options, value == records.none { return .text("") }
    if options != nil { return .text(value.isNull ? "" : value.inputText) }
    if case .array = type { return .text(elements(value).map { scalar($0, in: locale) }.joined(separator: "\n")) }
    return .text(scalar(value, in: locale))
  }

  private func elements(_ value: AttributeValue) -> [AttributeValue] {
    if case .array(let elements) = value { elements } else { [] }
  }

  private func file(_ value: AttributeValue) -> FormInput.File? {
    guard case .data(let data) = value, !data.isEmpty else { return nil }
    return FormInput.File(name: name, size: data.count)
  }

  private func scalar(_ value: AttributeValue, in locale: FormLocale) -> String {
    switch value {
    case .null: return ""
    case .date(let date):
      switch control {
      case .date: return locale.dayText(date)
      case .time: return locale.timeText(date)
      default: return locale.text(date)
      }
    case .int, .uint, .double, .decimal:
      let number = value.inputText
      return options == nil ? locale.text(fromNumber: number) : number
    default: return (try? String(attribute: value)) ?? value.description
    }
  }
}

extension FieldFacts {
  /// Returns how a person writes a value, where that differs between people: that of a day with a number above 12.
  func example(in locale: FormLocale) -> String? {
    if isReadOnly || settings.texts != nil { return nil }
    let date = Self.exampleDate(in: locale.timeZone)
    switch control {
    case .date: return locale.dayText(date)
    case .time: return locale.timeText(date)
    case .dateTime: return locale.text(date)
    default: return nil
    }
  }

  /// A day with a number above 12, and a time after noon.
  static func exampleDate(in timeZone: TimeZone) -> Date {
    LocalDateTime(day: CivilDay(daysSince1970: 20_422), second: 13 * 3600 + 45 * 60).date(in: timeZone)
  }
}

// MARK: - From what a person enters to values

extension FieldFacts {
  /// Returns whether an input is of a kind that the control has.
  func takes(_ input: FormInput) -> Bool {
    switch (control, input) {
    case (.file, .file), (.choices, .choices), (.choices, .text), (.toggle, .flag), (.toggle, .text): true
    case (.file, _), (.choices, _), (.toggle, _): false
    case (_, .text): true
    case (.custom, .choices), (.custom, .flag), (.custom, .file): true
    default: false
    }
  }

  /// Returns an input in the form in which the control has it.
  func normalized(_ input: FormInput) -> FormInput {
    switch (control, input) {
    case (.choices, .text(let text)): .choices(text.isEmpty ? [] : [text])
    case (.choices, .choices(let values)) where isJoined: .choices(Set(values).subtracting([""]).sorted())
    // A list that is sent even if nothing is chosen has an empty value.
    case (.choices, .choices(let values)) where options != nil: .choices(values.filter { !$0.isEmpty })
    case (.toggle, .text(let text)):
      (try? Bool(attribute: .string(text))).map { .flag($0) } ?? (text.isEmpty ? .flag(false) : input)
    default: input
    }
  }

  /// Returns the value of an input, not yet cast to the column's type, or what is wrong with it.
  ///
  /// - Parameter base: The value before, whose day a time keeps.
  func value(
    of input: FormInput, base: AttributeValue, in environment: FormEnvironment
  ) -> Result<AttributeValue, ValidationError> {
    switch input {
    case .flag(let isOn): .success(.bool(isOn))
    case .choices(let values): choices(values, in: environment)
    case .file(let file): content(of: file)
    case .text(let text): value(of: text, base: base, in: environment)
    }
  }

  private func value(
    of text: String, base: AttributeValue, in environment: FormEnvironment
  ) -> Result<AttributeValue, ValidationError> {
    let isBlank = text.allSatisfy(\.isWhitespace)
    if let texts = settings.texts {
      return isBlank && !texts.readsBlank ? blankValue : read(text, texts, in: environment.locale)
    }
    if let options { return choice(text, options, in: environment) }
    if type == .string { return .success(string(text)) }
    if case .array = type { return lines(text, in: environment.locale) }
    return isBlank ? blankValue : scalar(text, base: base, in: environment.locale)
  }

  private var blankValue: Result<AttributeValue, ValidationError> {
    blank.map { .success($0) } ?? .failure(error(.blank))
  }

  private func read(
    _ text: String, _ texts: InputTexts, in locale: FormLocale
  ) -> Result<AttributeValue, ValidationError> {
    do {
      return .success(try texts.read(text, locale))
    } catch let problem as Misspelling {
      return .failure(error(.spelling, ["example": .string(problem.example)]))
    } catch let problem as FormReadingError {
      return .failure(error(.unreadable, message: problem.message))
    } catch {
      return .failure(self.error(.unreadable))
    }
  }

  /// Returns a string as it is stored. No form can show whether an empty one is nil, so that of an optional column is.
  private func string(_ text: String) -> AttributeValue {
    if text.isEmpty && isOptional { return .null }
    // Browsers send each end of a line as two characters.
    return .string(control == .password ? text : text.replacingOccurrences(of: "\r\n", with: "\n"))
  }

  private func scalar(
    _ text: String, base: AttributeValue, in locale: FormLocale
  ) -> Result<AttributeValue, ValidationError> {
    switch elementType {
    case .int, .uint, .double, .float, .decimal:
      return locale.number(from: text).map { .success(.string($0)) } ?? .failure(error(.notANumber))
    case .date: return date(text, base: base, in: locale)
    default: return .success(.string(text))
    }
  }

  /// The type of a single value: of a list's elements, or of an enum's raw values.
  private var elementType: ColumnType {
    var element = type
    if case .array(let inner) = element { element = inner }
    if case .enumeration(_, let raw, _) = element { element = raw }
    return element
  }

  private func date(
    _ text: String, base: AttributeValue, in locale: FormLocale
  ) -> Result<AttributeValue, ValidationError> {
    switch control {
    case .date: return locale.day(from: text).map { .success(.date($0)) } ?? .failure(error(.notADate))
    case .time:
      guard let second = locale.secondOfDay(from: text) else { return .failure(error(.notATime)) }
      let day: Date? = if case .date(let date) = base { date } else { nil }
      return .success(.date(locale.date(day, withSecondOfDay: second)))
    default: return locale.date(from: text).map { .success(.date($0)) } ?? .failure(error(.notADate))
    }
  }

  /// Returns a list with an element for each line that is not blank.
  private func lines(_ text: String, in locale: FormLocale) -> Result<AttributeValue, ValidationError> {
    var elements: [AttributeValue] = []
    for line in text.split(whereSeparator: \.isNewline) where !line.allSatisfy(\.isWhitespace) {
      switch scalar(String(line), base: .null, in: locale) {
      case .success(let value): elements.append(value)
      case .failure(let problem): return .failure(problem)
      }
    }
    return .success(.array(elements))
  }

  private func content(of file: FormInput.File?) -> Result<AttributeValue, ValidationError> {
    guard let file else { return blankValue }
    switch file.content {
    case .data(let data)?: return .success(.data(data))
    case .file(let url)?:
      return (try? Data(contentsOf: url)).map { .success(.data($0)) } ?? .failure(error(.unreadable))
    case nil: return .failure(error(.unreadable))
    }
  }

  // MARK: - Choices

  private func choice(
    _ value: String, _ options: OptionSource, in environment: FormEnvironment
  ) -> Result<AttributeValue, ValidationError> {
    if value.isEmpty && !listed.contains("") { return blankValue }
    do {
      return try isOffered(value, options, in: environment.store)
        ? .success(.string(value)) : .failure(error(.inclusion))
    } catch {
      return .failure(self.error(.failed, ["reason": .string("\(error)")]))
    }
  }

  private func choices(
    _ values: [String], in environment: FormEnvironment
  ) -> Result<AttributeValue, ValidationError> {
    guard let options else { return .success(.array(values.map { .string($0) })) }
    for value in values {
      if case .failure(let problem) = choice(value, options, in: environment) { return .failure(problem) }
    }
    return .success(.array(values.map { .string($0) }))
  }

  private func isOffered(_ value: String, _ options: OptionSource, in store: Store) throws -> Bool {
    switch options {
    case .list: listed.contains(value)
    case .records(let records): try records.option(store, value) != nil
    }
  }

  // MARK: - Casts

  /// Returns the error of a value that the column refused.
  func refusal(of value: AttributeValue) -> ValidationError {
    if options != nil { return error(.inclusion) }
    switch elementType {
    case .int(let bits): return wholeNumberRefusal(value, Int64.min >> (64 - bits), UInt64(Int64.max >> (64 - bits)))
    case .uint(let bits): return wholeNumberRefusal(value, 0, UInt64.max >> (64 - bits))
    case .double, .float, .decimal: return error(.notANumber)
    case .date: return error(.notADate)
    case .url: return error(.url)
    default: return error(.unreadable)
    }
  }

  private func wholeNumberRefusal(_ value: AttributeValue, _ minimum: Int64, _ maximum: UInt64) -> ValidationError {
    guard case .string(let text) = value, let number = Double(text) else { return error(.notANumber) }
    if number != number.rounded() { return error(.notAnInteger) }
    return error(.outOfRange, ["minimum": minimum.attribute, "maximum": maximum.attribute])
  }
}

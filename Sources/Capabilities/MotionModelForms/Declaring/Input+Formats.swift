public import Foundation
public import MotionModel

extension Input {
  /// Creates a field whose text is written and read by a format: money, percentages, or dates of a form of their own.
  ///
  /// ```swift
  /// Input(\.price, format: .currency(code: "EUR"))             // 1.234,56 €
  /// Input(\.discount, format: .percent)                        // 12,5 %
  /// Input(\.day, format: Date.FormatStyle(date: .long, time: .omitted, timeZone: .gmt))
  /// Input(\.seconds, format: MinutesAndSeconds())              // a ParseableFormatStyle of your own
  /// ```
  ///
  /// The format follows the language of the form's ``FormLocale``. Where that has none, the format's own locale counts.
  /// A format of dates has a time zone of its own.
  ///
  /// Foundation's formats read `12abc` as 12, and `1.50` in German as 150. The form takes only texts that say the
  /// number or the day that was read. The sign of the currency, the signs between groups and zeros at the end may be
  /// missing. More digits than the format shows are refused, because the stored value would not be the shown one. Such
  /// an error has the rule `RuleName.spelling`, with an example.
  ///
  /// A format of your own decides by itself what it reads. The message of a ``FormReadingError`` that it throws stands
  /// beside the field. An empty text is a missing value, and is never read.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - label: What the field is called.
  ///   - format: Writes values and reads texts.
  public init<Value: ColumnValue, Format: ParseableFormatStyle & Sendable>(
    _ property: any WritableKeyPath<Record, Value> & Sendable, _ label: String? = nil, format: Format
  ) where Format.FormatInput == Value, Format.FormatOutput == String {
    self.init(property, label)
    settings.control = .text
    settings.texts = InputTexts(format)
  }

  /// Creates a field of an optional value whose text is written and read by a format.
  ///
  /// - Parameters:
  ///   - property: The property. An empty text is nil.
  ///   - label: What the field is called.
  ///   - format: Writes values and reads texts.
  public init<Value: ColumnValue, Format: ParseableFormatStyle & Sendable>(
    _ property: any WritableKeyPath<Record, Value?> & Sendable, _ label: String? = nil, format: Format
  ) where Format.FormatInput == Value, Format.FormatOutput == String {
    self.init(property, label)
    settings.control = .text
    settings.texts = InputTexts(format)
  }
}

/// The error of a text that a format cannot read, or reads as something else.
struct Misspelling: Error {
  /// How the format writes some value.
  let example: String
}

extension InputTexts {
  /// Creates the texts of a format.
  fileprivate init<Value: ColumnValue, Format: ParseableFormatStyle & Sendable>(_ format: Format)
  where Format.FormatInput == Value, Format.FormatOutput == String {
    self.init(readsBlank: false) { value, locale in
      (try? Value(attribute: value)).map(format.following(locale).format) ?? ""
    } read: { text, locale in
      try format.following(locale).value(of: text).attribute
    }
  }
}

extension ParseableFormatStyle where FormatInput: ColumnValue, FormatOutput == String {
  /// Returns the format in the language of a locale.
  fileprivate func following(_ locale: FormLocale) -> Self {
    locale.language.map { self.locale(Locale(identifier: $0)) } ?? self
  }

  /// Reads a text, which has to say the value that is read.
  fileprivate func value(of text: String) throws -> FormatInput {
    let value = Result { try parseStrategy.parse(text) }
    guard let sample else { return try value.get() }
    switch value {
    case .success(let value) where isRead(text, as: value): return value
    case .failure(let error as FormReadingError): throw error
    case .success, .failure: throw Misspelling(example: format(sample))
    }
  }

  private func isRead(_ text: String, as value: FormatInput) -> Bool {
    guard parseStrategy is any LenientStrategy else { return true }
    let (typed, written) = (SpelledText(text), SpelledText(format(value)))
    return value is Date ? typed.isDate(written) : typed.isNumber(written)
  }

  /// A value that shows how others are written; nil for types of which none is known.
  private var sample: FormatInput? {
    switch FormatInput.columnType {
    case .int, .uint: try? FormatInput(attribute: .int(12))
    case .double, .float, .decimal: try? FormatInput(attribute: .decimal(0.5))
    case .date: try? FormatInput(attribute: .date(FieldFacts.exampleDate(in: .gmt)))
    default: nil
    }
  }
}

/// A strategy that reads more than is written; see ``SpelledText``.
private protocol LenientStrategy {}

extension Decimal.ParseStrategy: LenientStrategy {}
extension IntegerParseStrategy: LenientStrategy {}
extension FloatingPointParseStrategy: LenientStrategy {}
extension Date.FormatStyle: LenientStrategy {}
extension Date.ISO8601FormatStyle: LenientStrategy {}

import Foundation
import MotionModel
import MotionModelForms
import MotionModelFormsHTML
import MotionModelFormsTerminal
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// Texts that formats write and read: money, percentages, dates, and a format of a program's own.
struct InputFormatTests {
  private let store = Store()

  private func state(_ form: ModelForm<Bill> = Bill.form, _ bill: Bill = Bill(), _ locale: FormLocale = .german)
    -> FormState<Bill>
  {
    FormState(form, making: bill, in: store, locale: locale)
  }

  private func text(_ state: FormState<Bill>, _ path: FormPath) -> String? {
    state.description.field(at: path)?.value.text
  }

  private func messages(_ state: FormState<Bill>, _ path: FormPath) -> [String] {
    state.description.field(at: path)?.messages.map(\.text) ?? []
  }

  // MARK: - Money

  private static let money: [(FormLocale, shown: String, typed: [String], wrong: [String])] = [
    (
      .german, "1.234,56\u{A0}€",
      ["1.234,56\u{A0}€", "1.234,56 €", "1.234,56", "1234,56", "1234,56€", "€ 1.234,56", " 01234,56 "],
      ["1,234.56", "1.234,56 $", "1.234,56 €uro", "12.34", "1.50", "12,345", "12-", "10:00", "1 234,56", "zwölf", "€"]
    ),
    (
      .american, "€1,234.56", ["€1,234.56", "€ 1,234.56", "1,234.56", "1234.56", "€1234.56"],
      ["1.234,56", "1234,56", "1,50", "$1,234.56", "EUR 12", "1.005", "twelve"]
    ),
    (
      .french, "1\u{202F}234,56\u{A0}€", ["1\u{202F}234,56\u{A0}€", "1 234,56 €", "1\u{A0}234,56", "1234,56"],
      ["1.234,56", "1234.56", "12 34,56", "1.50", "douze"]
    ),
  ]

  @Test(arguments: money.indices)
  func `money is shown and read as people write it`(index: Int) throws {
    let (locale, shown, typed, wrong) = Self.money[index]
    let amount = try #require(Decimal(string: "1234.56"))
    #expect(text(state(Bill.form, Bill(amount: amount), locale), "amount") == shown)
    for text in typed {
      let state = state(Bill.form, Bill(), locale)
      try state.type(text, at: "amount")
      let saved = try #require(try state.submit().record, "\(text)")
      #expect(saved.amount == amount, "\(text)")
      #expect(self.text(state, "amount") == shown, "what was saved is shown by the format")
    }
    for text in wrong {
      let state = state(Bill.form, Bill(), locale)
      try state.type(text, at: "amount")
      #expect(try state.submit().errors.map(\.rule) == [.spelling], "\(text)")
      #expect(self.text(state, "amount") == text, "what was typed is kept")
    }
  }

  @Test func `a negative amount keeps its sign`() throws {
    let state = state()
    try state.type("-12,5", at: "amount")
    #expect(try state.submit().record?.amount == Decimal(string: "-12.5"))
    #expect(text(state, "amount") == "-12,50\u{A0}€")
  }

  @Test func `a form without a language has the locale of the format`() throws {
    let form = ModelForm<Bill> {
      Input(\.amount, format: .currency(code: "EUR").locale(Locale(identifier: "fr_FR")))
    }
    let state = state(form, Bill(amount: 1234), .iso)
    #expect(text(state, "amount") == "1\u{202F}234,00\u{A0}€")
    try state.type("1 235,5 €", at: "amount")
    #expect(try state.submit().record?.amount == Decimal(string: "1235.5"))
  }

  // MARK: - What is wrong

  @Test func `the sentence has an example, and a language its own words`() throws {
    let state = state()
    let examples: [(FormPath, String)] = [
      ("amount", "0,50\u{A0}€"), ("discount", "50\u{A0}%"), ("pieces", "12"), ("day", "30.11.2025"),
    ]
    for (path, example) in examples {
      try state.type("x", at: path)
      try state.leave(path)
      #expect(messages(state, path) == ["must be written like \(example)"])
    }
    let german = ValidationMessages(
      templates: ["spelling": "muss geschrieben sein wie {example}"], fields: ["Bill.amount": "Betrag"])
    let sentence = ValidationMessages.with(german) {
      state.description.field(at: "amount")?.messages.map(\.sentence)
    }
    #expect(sentence == ["Betrag muss geschrieben sein wie 0,50\u{A0}€"])
  }

  @Test func `an empty text is a missing value, which only an optional has`() throws {
    let state = state(Bill.form, Bill(amount: 1, fee: 2))
    #expect(text(state, "fee") == "2,00\u{A0}€")
    #expect(state.description.field(at: "amount")?.isRequired == true)
    #expect(state.description.field(at: "fee")?.isRequired == false)
    try state.type(" ", at: "amount")
    try state.type(" ", at: "fee")
    #expect(try state.submit().errors.map(\.description) == ["amount: blank"])
    try state.type("3", at: "amount")
    let saved = try #require(try state.submit().record)
    #expect((saved.amount, saved.fee) == (3, nil))
    #expect(text(state, "fee") == "")
  }

  @Test func `rules judge the value`() throws {
    let state = state()
    try state.type("2.000.000 €", at: "amount")
    try state.leave("amount")
    #expect(messages(state, "amount") == ["must be less than or equal to 1000000"])
  }

  // MARK: - Percentages, numbers and dates

  @Test func `percentages, whole numbers and dates are read as they are shown`() throws {
    let state = state()
    let typed: [(FormPath, String)] = [("discount", "12,5 %"), ("pieces", "1.200"), ("day", "05.01.2013")]
    for (path, text) in typed {
      try state.type(text, at: path)
    }
    let saved = try #require(try state.submit().record)
    #expect(saved.discount == Decimal(string: "0.125"))
    #expect(saved.pieces == 1200)
    #expect(saved.day == Date(timeIntervalSince1970: 1_357_344_000))
    #expect(typed.map { text(state, $0.0) } == ["12,5\u{A0}%", "1.200", "5.1.2013"])
    let wrong: [(FormPath, String)] = [
      ("discount", "12.5"), ("pieces", "1,5"), ("pieces", "1.2"), ("day", "31.2.2013"), ("day", "5.1.13"),
    ]
    for (path, text) in wrong {
      try state.type(text, at: path)
      try state.leave(path)
      #expect(state.messages(at: path).map(\.rule) == [.spelling], "\(text)")
    }
  }

  @Test func `each value comes back as it was`() throws {
    var random = TestSeed.generator(9)
    for locale in [FormLocale.german, .american, .british, .french, .iso] {
      for _ in 0..<shortened(40) {
        let wanted = try store.table(Bill.self).saved(Bill.random(&random))
        let shown = try Bill.form.description(of: wanted, in: store, locale: locale)
        var saved = try store.table(Bill.self).saved(Bill())
        let state = try FormState(Bill.form, editing: saved, in: store, locale: locale)
        for field in shown.fields { try state.type(field.value.text, at: field.path) }
        saved = try #require(try state.submit().record, "\(state.errors.map(\.description))")
        saved.id = wanted.id
        #expect(saved == wanted)
      }
    }
  }

  @Test func `a value that nobody touched is not rounded to what is shown`() throws {
    let exact = try #require(Decimal(string: "12.3456"))
    let bill = try store.table(Bill.self).saved(Bill(amount: exact))
    let state = try FormState(Bill.form, editing: bill, in: store, locale: .german)
    try state.type("2", at: "pieces")
    #expect(try state.submit().record?.amount == exact)
  }

  // MARK: - Formats of a program's own

  @Test func `a format of one's own decides what it reads, and says what is wrong`() throws {
    let state = state(Bill.form, Bill(seconds: 225))
    #expect(text(state, "seconds") == "3:45")
    try state.type("4 min", at: "seconds")
    #expect(try state.submit().record?.seconds == 240)
    #expect(text(state, "seconds") == "4:00")
    try state.type("soon", at: "seconds")
    try state.leave("seconds")
    #expect(messages(state, "seconds") == ["must be minutes and seconds, as in 3:45"])
    try state.type("", at: "seconds")
    #expect(messages(state, "seconds") == ["can't be blank"])
  }

  // MARK: - Drawn

  @Test func `HTML has the text of the format, escaped`() throws {
    let form = ModelForm<Bill> { Input(\.pieces, format: Angles()) }
    let state = state(form, Bill(pieces: 7))
    #expect(state.description.html().contains("<input type=\"text\" value=\"&lt;7&gt;\""))
    try state.type("\"><script>", at: "pieces")
    _ = try state.submit()
    let html = state.description.html()
    #expect(html.contains("value=\"&quot;&gt;&lt;script&gt;\""))
    #expect(html.contains("Pieces must be written like &lt;12&gt;"))
    #expect(!html.contains("<script>"))
  }

  @Test func `a terminal asks again for what the format does not read`() throws {
    let form = ModelForm<Bill> { Input(\.amount, format: .currency(code: "EUR")) }
    let script = Script(["1.50", "1,50", ""])
    let outcome = try state(form).askQuestions(on: script)
    #expect(outcome?.amount == Decimal(string: "1.5"))
    #expect(script.output.contains("  ! must be written like 0,50"))
    #expect(script.output.contains("Amount* [1.50]"))
  }

  @Test func `tables have the texts of the format`() throws {
    let form = ModelForm<Bill> {
      Input(\.amount, format: .currency(code: "EUR"))
      Input(\.fee, format: .currency(code: "EUR"))
    }
    let table = try form.table(of: [Bill(amount: 1234)], in: store, locale: .german)
    #expect(table.rows.map(\.cells) == [["1.234,00\u{A0}€", ""]])
  }

  @Test func `money in a form, from the page to the store and back`() throws {
    let bill = try store.table(Bill.self).saved(Bill(amount: 10))
    func post(_ amount: String) throws -> (FormState<Bill>, FormOutcome<Bill>) {
      let stored = try store.table(Bill.self).require(bill.id)
      let state = try FormState(Bill.form, editing: stored, in: store, locale: .german)
      let body = BodyWriter.urlEncoded([("amount", amount), ("_shown", "amount")])
      state.receive(FormSubmission(try read(body, BodyWriter.urlEncoded).get()))
      return (state, try state.submit())
    }
    let (saved, outcome) = try post("1.234,56 €")
    #expect(outcome.record?.amount == Decimal(string: "1234.56"))
    #expect(try store.table(Bill.self).require(bill.id).amount == Decimal(string: "1234.56"))
    #expect(saved.description.html().contains("value=\"1.234,56\u{A0}€\""))

    let (refused, errors) = try post("1,234.56")
    #expect(errors.errors.map(\.description) == ["amount: spelling(example: 0,50\u{A0}€)"])
    #expect(try store.table(Bill.self).require(bill.id).amount == Decimal(string: "1234.56"))
    let html = refused.description.html()
    #expect(html.contains("value=\"1,234.56\""))
    #expect(html.contains("Amount must be written like 0,50\u{A0}€"))
  }
}

// MARK: - The model

private struct Bill: Model, Validatable, Equatable {
  var id = 0
  var amount: Decimal = 0
  var fee: Decimal?
  var discount: Decimal = 0
  var pieces = 1
  var day = Date(timeIntervalSince1970: 0)
  var seconds = 0

  static let validations = Validations<Bill> { Numericality(\.amount, .lessOrEqual(1_000_000)) }

  static let form = ModelForm<Bill> {
    Input(\.amount, format: .currency(code: "EUR"))
    Input(\.fee, format: .currency(code: "EUR"))
    Input(\.discount, format: .percent)
    Input(\.pieces, format: .number)
    Input(\.day, format: Date.FormatStyle(date: .numeric, time: .omitted, timeZone: .gmt))
    Input(\.seconds, format: MinutesAndSeconds())
  }

  init() {}
  init(amount: Decimal = 0, fee: Decimal? = nil, pieces: Int = 1, seconds: Int = 0) {
    (self.amount, self.fee, self.pieces, self.seconds) = (amount, fee, pieces, seconds)
  }

  static func random(_ random: inout SplitMix64) -> Bill {
    var bill = Bill(
      amount: Decimal(random.number(-9_999_999...9_999_999)) / 100,
      fee: random.chance(30) ? nil : Decimal(random.number(0...99_999)) / 100, pieces: random.number(0...9_999_999),
      seconds: random.number(0...6000))
    bill.discount = Decimal(random.number(0...1000)) / 1000
    bill.day = Date(timeIntervalSince1970: Double(random.number(-10_000...30_000)) * 86_400)
    return bill
  }
}

private struct MinutesAndSeconds: ParseableFormatStyle {
  struct Strategy: ParseStrategy {
    func parse(_ text: String) throws -> Int {
      if text.hasSuffix(" min"), let minutes = Int(text.dropLast(4)) { return minutes * 60 }
      let parts = text.split(separator: ":").compactMap { Int($0) }
      guard parts.count == 2 else { throw FormReadingError("must be minutes and seconds, as in 3:45") }
      return parts[0] * 60 + parts[1]
    }
  }

  var parseStrategy: Strategy { Strategy() }

  func format(_ seconds: Int) -> String { "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)" }
}

/// Numbers in signs that HTML escapes.
private struct Angles: ParseableFormatStyle {
  struct Strategy: ParseStrategy {
    struct Failure: Error {}

    func parse(_ text: String) throws -> Int {
      guard let number = Int(text.dropFirst().dropLast()) else { throw Failure() }
      return number
    }
  }

  var parseStrategy: Strategy { Strategy() }

  func format(_ number: Int) -> String { "<\(number)>" }
}

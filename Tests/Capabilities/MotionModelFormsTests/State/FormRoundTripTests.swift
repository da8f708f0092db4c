import Foundation
import MotionModel
import MotionModelForms
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// Values of every column type, through a form and back.
struct FormRoundTripTests {
  private static let locales: [(String, FormLocale)] = [
    ("iso", .iso), ("american", .american), ("british", .british), ("german", .german), ("french", .french),
    ("Tokyo", .german.in(TimeZone(secondsFromGMT: 9 * 3600) ?? .gmt)),
    ("Newfoundland", .american.in(TimeZone(secondsFromGMT: -12_600) ?? .gmt)),
  ]

  @Test(arguments: locales.map(\.0))
  func `a value of every column type comes back as it was`(name: String) throws {
    let locale = try #require(Self.locales.first { $0.0 == name }).1
    var random = TestSeed.generator(7)
    let store = Store()
    for _ in 0..<shortened(60) {
      let wanted = Sample.random(&random)
      var record = try store.table(Sample.self).saved(Sample.random(&random))
      let source = try Sample.form.description(of: wanted, in: store, locale: locale)
      let state = try FormState(Sample.form, editing: record, in: store, locale: locale)
      for field in source.fields {
        // The content of a file is not in a description.
        let input = field.control == .file ? FormInput.file(FormInput.File(name: "a", wanted.data)) : field.value
        try state.enter(input, at: field.path)
      }
      let saved = try #require(try state.submit().record, "\(state.errors.map(\.description))")
      var expected = wanted
      expected.id = record.id
      #expect(saved == expected)
      #expect(try store.table(Sample.self).require(record.id) == expected)
      #expect(state.description.fields.map(\.value.text).count == source.fields.count)
      try store.table(Sample.self).reload(&record)
      let again = try FormState(Sample.form, editing: record, in: store, locale: locale)
      #expect(again.changedFields.isEmpty)
      for field in again.description.fields where field.control != .file {
        try again.enter(field.value, at: field.path)
      }
      #expect(again.changedFields.isEmpty, "what is shown is what is stored")
    }
  }

  @Test(arguments: locales.map(\.0))
  func `an answer with the stamps of a form that nobody touched changes nothing`(name: String) throws {
    let locale = try #require(Self.locales.first { $0.0 == name }).1
    var random = TestSeed.generator(8)
    let store = Store()
    for _ in 0..<shortened(30) {
      let record = try store.table(Sample.self).saved(Sample.random(&random))
      let shown = try Sample.form.description(of: record, in: store, locale: locale)
      var answer = FormSubmission(shown.fields.filter { $0.control != .file }.map { ($0.path, $0.value) })
      answer.stamps = Dictionary(uniqueKeysWithValues: shown.fields.compactMap { f in f.stamp.map { (f.path, $0) } })
      let state = try FormState(Sample.form, editing: record, in: store, locale: locale)
      state.receive(answer)
      let count = store.commitCount
      #expect(try state.submit().record == record)
      #expect(store.commitCount == count)
    }
  }

  @Test func `each column type has its control`() {
    let controls = Dictionary(
      uniqueKeysWithValues: ModelForm<Sample>().description(in: Store()).fields.map { ($0.key, $0.control) })
    #expect(
      controls == [
        "text": .text, "optionalText": .text, "flag": .toggle, "optionalFlag": .choice, "int": .number, "int8": .number,
        "int16": .number, "int32": .number, "optionalInt": .number, "uint": .number, "uint8": .number,
        "uint64": .number, "double": .number, "optionalDouble": .number, "float": .number, "decimal": .number,
        "optionalDecimal": .number, "date": .date, "optionalDate": .date, "uuid": .text, "optionalUUID": .text,
        "url": .text, "optionalURL": .text, "texts": .longText, "ints": .longText, "doubles": .longText,
        "dates": .longText, "uuids": .longText, "size": .choice, "optionalSize": .choice, "level": .choice,
        "code": .number, "word": .text, "sizes": .choices, "levels": .choices,
      ])
  }
}

// MARK: - The model

private enum Size: String, ColumnValue, CaseIterable { case small, large, huge }
private enum Level: Int, ColumnValue, CaseIterable { case low = -1, high = 7 }
/// An enum whose cases are not known.
private enum Code: UInt8, ColumnValue { case first = 1, second, third }
private enum Word: String, ColumnValue { case yes = "Yes, please", no = "№" }

private struct Details: Codable, Hashable, Sendable {
  var height = 0
}

/// A type of the program's own.
private struct Point: ColumnValue, Hashable {
  var (x, y) = (0, 0)

  static var columnType: ColumnType { .custom(name: "Point") }
  var attribute: AttributeValue { .string("\(x);\(y)") }

  init(_ x: Int, _ y: Int) { (self.x, self.y) = (x, y) }
  init(attribute: AttributeValue) throws(CastError) {
    let text = try String(attribute: attribute)
    let parts = text.split(separator: ";").compactMap { Int($0) }
    guard parts.count == 2 else { throw CastError(expected: "two numbers", found: "something else") }
    (x, y) = (parts[0], parts[1])
  }
}

private struct Sample: Model, Equatable {
  var id = 0
  var text = ""
  var optionalText: String?
  var flag = false
  var optionalFlag: Bool?
  var int = 0
  var int8: Int8 = 0
  var int16: Int16 = 0
  var int32: Int32 = 0
  var optionalInt: Int?
  var uint: UInt = 0
  var uint8: UInt8 = 0
  var uint64: UInt64 = 0
  var double = 0.0
  var optionalDouble: Double?
  var float: Float = 0
  var decimal: Decimal = 0
  var optionalDecimal: Decimal?
  var date = Date(timeIntervalSince1970: 0)
  var optionalDate: Date?
  var uuid = UUID()
  var optionalUUID: UUID?
  var url = URL(fileURLWithPath: "/")
  var optionalURL: URL?
  var data = Data()
  var texts: [String] = []
  var ints: [Int] = []
  var doubles: [Double] = []
  var dates: [Date] = []
  var uuids: [UUID] = []
  var size = Size.small
  var optionalSize: Size?
  var level = Level.low
  var code = Code.first
  var word = Word.yes
  var sizes: [Size] = []
  var levels: [Level] = []
  var counts: [String: Int] = [:]
  var details = Details()
  var point = Point(0, 0)

  static let schema = Schema<Sample> {
    Column(\.text)
    Column(\.optionalText)
    Column(\.flag)
    Column(\.optionalFlag)
    Column(\.int)
    Column(\.int8)
    Column(\.int16)
    Column(\.int32)
    Column(\.optionalInt)
    Column(\.uint)
    Column(\.uint8)
    Column(\.uint64)
    Column(\.double)
    Column(\.optionalDouble)
    Column(\.float)
    Column(\.decimal)
    Column(\.optionalDecimal)
    Column(\.date)
    Column(\.optionalDate)
    Column(\.uuid)
    Column(\.optionalUUID)
    Column(\.url)
    Column(\.optionalURL)
    Column(\.data)
    Column(\.texts)
    Column(\.ints)
    Column(\.doubles)
    Column(\.dates)
    Column(\.uuids)
    Column(\.size)
    Column(\.optionalSize)
    Column(\.level)
    Column(\.code)
    Column(\.word)
    Column(\.sizes)
    Column(\.levels)
    Column(\.counts)
    Column(\.details)
    Column(\.point)
  }

  /// All columns. Those without a text have code of the program's own.
  static let form = ModelForm<Sample> {
    Input(\.text).control(.longText)
    Input(\.date).control(.dateTime)
    Input(\.optionalDate).control(.dateTime)
    Input(\.data)
    Input(\.counts, shown: { text($0) }, read: { try counts($0) })
    Input(\.details, shown: { "\($0.height)" }, read: { Details(height: Int($0) ?? 0) })
    Input(\.point, shown: { "\($0.x)/\($0.y)" }, read: { try point($0) })
    OtherInputs()
  }

  private static func text(_ counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
  }

  private static func counts(_ text: String) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=")
      guard parts.count == 2, let count = Int(parts[1]) else { throw FormReadingError("has a line without a number") }
      counts[String(parts[0])] = count
    }
    return counts
  }

  private static func point(_ text: String) throws -> Point {
    let parts = text.split(separator: "/").compactMap { Int($0) }
    guard parts.count == 2 else { throw FormReadingError("is no point") }
    return Point(parts[0], parts[1])
  }

  static func random(_ random: inout SplitMix64) -> Sample {
    var sample = Sample()
    sample.setTexts(&random)
    sample.setNumbers(&random)
    sample.setOthers(&random)
    return sample
  }

  private mutating func setTexts(_ random: inout SplitMix64) {
    let texts = [
      "", " ", "a", " padded ", "two\nlines", "\"'<&>\u{0}", "caf\u{E9}", "cafe\u{301}", "👩‍👩‍👧", "1.234,5", "true", "\t",
    ]
    let lines = texts.filter { !$0.allSatisfy(\.isWhitespace) && !$0.contains("\n") }
    text = random.pick(texts)
    optionalText = random.chance(20) ? nil : random.pick(texts.filter { !$0.isEmpty && !$0.contains("\n") })
    self.texts = (0..<random.number(0...3)).map { _ in random.pick(lines) }
    counts = random.chance(30) ? [:] : ["a": random.number(-9...9), "b c": 7]
    details = Details(height: random.number(-5...5))
    point = Point(random.number(-5...5), random.number(0...99))
  }

  private mutating func setNumbers(_ random: inout SplitMix64) {
    let bits = random.next()
    int = random.pick([0, 1, -1, .min, .max, Int(truncatingIfNeeded: bits)])
    (int8, int16, int32) = (
      Int8(truncatingIfNeeded: bits), Int16(truncatingIfNeeded: bits), Int32(truncatingIfNeeded: bits)
    )
    optionalInt = random.chance(30) ? nil : Int(truncatingIfNeeded: bits)
    (uint, uint8, uint64) = (UInt(bits), UInt8(truncatingIfNeeded: bits), random.pick([0, .max, bits]))
    double = Self.double(&random)
    optionalDouble = random.chance(30) ? nil : Self.double(&random)
    float = Float(random.number(-1_000_000...1_000_000)) / 7
    decimal = Decimal(
      sign: random.chance(50) ? .plus : .minus, exponent: random.number(-12...12), significand: Decimal(bits))
    optionalDecimal = random.chance(30) ? nil : Decimal(random.number(-500...500)) / 100
    ints = (0..<random.number(0...3)).map { _ in random.number(-1_000_000...1_000_000) }
    doubles = (0..<random.number(0...3)).map { _ in Self.double(&random) }
  }

  private static func double(_ random: inout SplitMix64) -> Double {
    let value = Double(bitPattern: random.next())
    return random.pick([0, 1.5, -2.25, 1e300, .leastNonzeroMagnitude, .infinity, -.infinity, value.isNaN ? 0.1 : value])
  }

  private mutating func setOthers(_ random: inout SplitMix64) {
    func moment() -> Date { Date(timeIntervalSince1970: Double(random.number(-30_000_000_000...60_000_000_000))) }
    (flag, optionalFlag) = (random.chance(50), random.pick([nil, true, false]))
    (date, optionalDate) = (moment(), random.chance(30) ? nil : moment())
    dates = (0..<random.number(0...2)).map { _ in moment() }
    (uuid, optionalUUID) = (Self.uuid(&random), random.chance(30) ? nil : Self.uuid(&random))
    uuids = (0..<random.number(0...2)).map { _ in Self.uuid(&random) }
    let urls = ["https://a.example/x?y=1&z=%20#f", "mailto:a@b.example", "file:///tmp/a"].compactMap { URL(string: $0) }
    (url, optionalURL) = (random.pick(urls), random.chance(30) ? nil : random.pick(urls))
    data = Data((0..<random.number(1...5)).map { _ in UInt8(random.number(0...255)) })
    size = random.pick(Size.allCases)
    optionalSize = random.chance(30) ? nil : random.pick(Size.allCases)
    level = random.pick(Level.allCases)
    code = random.pick([.first, .second, .third])
    word = random.pick([.yes, .no])
    sizes = Size.allCases.filter { _ in random.chance(50) }
    levels = Level.allCases.filter { _ in random.chance(50) }
  }

  private static func uuid(_ random: inout SplitMix64) -> UUID {
    let (a, b) = (random.next(), random.next())
    let bytes =
      (0..<8).map { UInt8(truncatingIfNeeded: a >> ($0 * 8)) }
      + (0..<8).map { UInt8(truncatingIfNeeded: b >> ($0 * 8)) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

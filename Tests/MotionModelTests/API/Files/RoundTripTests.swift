import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

/// Each format holds a record, a list, a model and a store, as a file, as bytes and as text. All are read again to the last
/// bit, however little of a file is read at once.
@Suite(.ownStore, .temporaryFolder) struct RoundTripTests {
  enum Form: CaseIterable { case file, data, string }
  enum Extent: CaseIterable { case record, list, model, store }

  private struct Plot: Model {
    var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    var thicket = Thicket()
    var maybeThicket: Thicket?
    var extra: AttributeValue = 1
    var maybeExtra: AttributeValue?
    static let schema = Schema<Plot> {
      Column(\.thicket)
      Column(\.maybeThicket)
      Column(\.extra)
      Column(\.maybeExtra)
    }
  }

  /// Values of random bits.
  private struct Bits: Model {
    var id = ""
    var double = 0.0
    var float: Float = 0
    var maybeDouble: Double?
    var decimal = Decimal(0)
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var text = ""
    var data = Data()
    var doubles: [Double?] = []
    var texts: [String: String?] = [:]
    var nested: [String: [[Date]]] = [:]
    static let schema = Schema<Bits> {
      Column(\.double)
      Column(\.float)
      Column(\.maybeDouble)
      Column(\.decimal)
      Column(\.date)
      Column(\.text)
      Column(\.data)
      Column(\.doubles)
      Column(\.texts)
      Column(\.nested)
    }
  }

  @Test(arguments: FileFormat.allCases, Form.allCases)
  func `columns of all types`(format: FileFormat, form: Form) throws {
    var random = TestSeed.generator(4_000)
    let records = (1...12).map { number in
      var record = AllTypes.random(number, using: &random)
      record.id = number
      return record
    }
    try check(records, format, form, using: &random)
  }

  @Test(arguments: FileFormat.allCases, Form.allCases)
  func `documents and untyped values`(format: FileFormat, form: Form) throws {
    var random = TestSeed.generator(4_100)
    let values: [AttributeValue] = [
      .null, true, 5, .double(-0.0), .uint(.max), .decimal(0.1), "", "5", "null", " ", "{", "\u{FEFF}1",
      [nil, "a", [:]],
      ["": ["_json": 1.5]], .double(.infinity), .date(.distantPast), .data(Data([1])), .uuid(.nasty(using: &random)),
    ]
    let plots = values.map { value in
      var plot = Plot()
      plot.id = UUID()
      plot.thicket = .random(size: random.pick([1, 4]), using: &random)
      plot.maybeThicket = random.chance(50) ? nil : .random(size: 2, using: &random)
      // A date inside untyped values is read as text, so only what a format has a form for is compared.
      plot.extra = format.isTyped ? value : value.asText
      plot.maybeExtra = random.chance(50) ? nil : "text"
      return plot
    }
    try check(plots, format, form, using: &random)
  }

  @Test(arguments: FileFormat.allCases, Form.allCases)
  func `values of random bits`(format: FileFormat, form: Form) throws {
    var random = TestSeed.generator(4_200)
    let records = (1...20).map { number in
      var record = Bits()
      record.id = "\(number) \(String.random(using: &random))"
      record.double = .random(using: &random)
      record.float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      record.maybeDouble = random.chance(50) ? nil : .random(using: &random)
      record.decimal = Decimal(
        sign: random.chance(50) ? .plus : .minus, exponent: random.number(-100...90),
        significand: Decimal(random.next()))
      record.date = Date(
        timeIntervalSinceReferenceDate: random.chance(50)
          ? .random(using: &random) : Double(random.number(-10_000_000_000...10_000_000_000)) / 7)
      record.text = .random(using: &random)
      record.data = Data((0..<random.number(0...40)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
      record.doubles = (0..<random.number(0...3)).map { _ in random.chance(30) ? nil : .random(using: &random) }
      record.texts = [String.random(using: &random): String.random(using: &random), "nil": String?.none]
      record.nested = [.random(using: &random): [[], [record.date]]]
      return record
    }
    try check(records, format, form, using: &random)
  }

  // MARK: - Writing and reading

  private func check<Record: Model>(
    _ records: [Record], _ format: FileFormat, _ form: Form, using random: inout SplitMix64
  ) throws {
    for extent in Extent.allCases {
      let pieceSize = random.pick([1, 2, 5, 64, 1 << 18])
      let comment = Comment(
        rawValue: "seed \(TestSeed.current), \(format), \(form), \(extent), \(pieceSize) bytes at once")
      let expected = extent == .record ? [records[0]] : records
      let store = Store(notificationCenter: nil)
      try store.table(Record.self).insert(contentsOf: expected)
      guard let source = try source(expected, store, format, form, extent) else { continue }
      let found = try ByteWindow.$pieceSize.withValue(pieceSize) { try read(Record.self, source, format, extent) }
      #expect(found.count == expected.count, comment)
      for (record, other) in zip(found, expected) { #expect(exactDifferences(record, other) == [], comment) }
    }
  }

  /// Writes records. The formats that are not text have no strings.
  private func source<Record: Model>(
    _ records: [Record], _ store: Store, _ format: FileFormat, _ form: Form, _ extent: Extent
  ) throws -> FileSource? {
    let (table, url) = (store.table(Record.self), TemporaryFolder.current.appending(path: "\(extent)"))
    if form == .string && (format == .binary || format == .compact) {
      #expect(throws: FileError.notText(format)) { try records.string(as: format) }
      return nil
    }
    switch (extent, form) {
    case (.record, .file): try records[0].save(to: url, as: format)
    case (.record, .data): return .data(try records[0].data(as: format))
    case (.record, .string): return .string(try records[0].string(as: format))
    case (.list, .file): try records.save(to: url, as: format)
    case (.list, .data): return .data(try records.data(as: format))
    case (.list, .string): return .string(try records.string(as: format))
    case (.model, .file): try table.save(to: url, as: format)
    case (.model, .data): return .data(try Store.with(store) { try Record.data(as: format) })
    case (.model, .string): return .string(try Store.with(store) { try Record.string(as: format) })
    case (.store, .file): try store.save(to: url, as: format)
    case (.store, .data): return .data(try store.data(as: format))
    case (.store, .string): return .string(try store.string(as: format))
    }
    return .file(url)
  }

  private func read<Record: Model>(
    _ model: Record.Type, _ source: FileSource, _ format: FileFormat, _ extent: Extent
  ) throws -> [Record] {
    let store = Store(notificationCenter: nil)
    switch extent {
    case .record: return [try Record(from: source, as: format.ifNotShown)]
    case .list: return try [Record](from: source, as: format.ifNotShown)
    case .model: try Store.with(store) { try Record.load(from: source, as: format.ifNotShown) }
    case .store: try store.load(from: source, as: format.ifNotShown, models: [Record.self])
    }
    return try store.table(Record.self).records.all
  }
}

extension FileFormat {
  /// Whether untyped values keep their kinds.
  fileprivate var isTyped: Bool { self == .compact }
}

extension AttributeValue {
  /// The value as a format of text has it.
  fileprivate var asText: AttributeValue {
    switch self {
    case .date, .data, .uuid, .decimal: .string(plainString)
    case .double(let number) where !number.isFinite: .string(plainString)
    default: self
    }
  }
}

extension Double {
  fileprivate static func random(using random: inout SplitMix64) -> Double { Double(bitPattern: random.next()) }
}

extension String {
  /// A text of any scalars.
  fileprivate static func random(using random: inout SplitMix64) -> String {
    var text = ""
    for _ in 0..<random.number(0...8) {
      let limit: UInt32 = random.pick([0x80, 0x80, 0x800, 0x10000, 0x110000])
      if let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: random.next()) % limit) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Files that earlier versions of the library wrote, in `Tests/Support/Fixtures/Files`, are readable for ever.
///
/// The files are never written again. A new version of a format adds files beside them.
@Suite(.ownStore, .temporaryFolder) struct WrittenFilesTests {
  private enum Grade: String, ColumnValue, Codable { case low, high }

  private struct Place: Codable, Hashable, Sendable {
    var city = ""
    var streets: [String: [Int]] = [:]
    var note: String?
  }

  private struct Specimen: Model, Equatable {
    var id = 0
    var text = ""
    var flag = false
    var number = 0
    var byte: Int8 = 0
    var large: UInt64 = 0
    var fraction = 0.0
    var short: Float = 0
    var price = Decimal(0)
    var day = Date(timeIntervalSinceReferenceDate: 0)
    var key = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    var link = URL(filePath: "/")
    var bytes = Data()
    var words: [String] = []
    var counts: [String: Int] = [:]
    var grade = Grade.low
    var place = Place()
    var maybeText: String? = "none"
    var maybeNumber: Int?
    var maybePlace: Place?
    static let schema = Schema<Specimen> {
      Column(\.text)
      Column(\.flag)
      Column(\.number)
      Column(\.byte)
      Column(\.large)
      Column(\.fraction)
      Column(\.short)
      Column(\.price)
      Column(\.day)
      Column(\.key)
      Column(\.link)
      Column(\.bytes)
      Column(\.words)
      Column(\.counts)
      Column(\.grade)
      Column(\.place)
      Column(\.maybeText)
      Column(\.maybeNumber)
      Column(\.maybePlace)
    }
  }

  private struct Empty: Model {
    var id = 0
    static let schema = Schema<Empty> {}
  }

  private static let specimens: [Specimen] = {
    var full = Specimen(id: 2)
    full.text = "He said \"a,b\"\n\u{1}\u{2028}é \r\t<&>"
    full.flag = true
    (full.number, full.byte, full.large) = (.min, -128, .max)
    (full.fraction, full.short) = (-0.0, 1e-30)
    full.price = Decimal(string: "12345678901234567890.0123456789") ?? 0
    full.day = Date(timeIntervalSinceReferenceDate: 700_000_000.123456)
    full.key = UUID(uuidString: "8F4E6A52-2B0C-4F0D-9B52-0A8D1B0E7C11") ?? full.key
    full.link = URL(string: "https://example.com/a?b=c#d") ?? full.link
    full.bytes = Data([0, 1, 254, 255])
    full.words = ["", "two", "\"three\""]
    full.counts = ["a": 1, "": -2]
    full.grade = .high
    full.place = Place(city: "Linz", streets: ["Hauptplatz": [1, 2], "": []], note: "")
    full.maybeText = ""
    full.maybeNumber = 0
    full.maybePlace = Place()
    var last = Specimen(id: 7)
    (last.fraction, last.short, last.maybeText) = (.infinity, -.infinity, nil)
    (last.number, last.byte) = (.max, 127)
    return [Specimen(id: 1), full, last]
  }()

  private func fixture(_ name: String) -> URL {
    URL(filePath: #filePath).appending(path: "../../../../Support/Fixtures/Files/\(name)").standardizedFileURL
  }

  @Test(arguments: ["first.json", "first.jsonl", "first.xml", "first.plist", "first.motionmodel"])
  func `files of the first version of the format are read`(name: String) throws {
    try Store.current.load(from: fixture(name), models: [Specimen.self, Empty.self])
    #expect(Specimen.all == Self.specimens)
    #expect(Specimen.find(2)?.fraction.sign == .minus)
    #expect(Empty.isEmpty)
    #expect(try Specimen.create().id == 8)
    #expect(try Empty.create().id == 2)
  }
}

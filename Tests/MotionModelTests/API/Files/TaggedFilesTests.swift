import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

/// Columns of enums with payloads and of values behind a protocol, in files and everywhere else.
@Suite(.ownStore, .temporaryFolder) struct TaggedFilesTests {
  private struct Color: Codable, Hashable, Sendable {
    var red = 1.0
    var made: Date?
  }

  private enum Asset: OpenTaggedValue {
    case color(Color)
    case sound(name: String, data: Data?)
    case nothing
    case group([Asset])
    case unknown(UnknownTag)
  }

  /// The same in an older version of the program, which knows less.
  private enum StrictAsset: TaggedValue {
    case color(Color)
    case nothing
  }

  private struct Slide: Model {
    var id = 0
    var asset = Asset.nothing
    var extra: Asset?
    var list: [Asset] = []
    var byName: [String: Asset] = [:]
    var owner = Tagged<Owners>(Person())
    var otherOwner: Tagged<Owners>?
    static let schema = Schema<Slide> {
      Column(\.asset, .indexed)
      Column(\.extra)
      Column(\.list)
      Column(\.byName)
      Column(\.owner, .indexed)
      Column(\.otherOwner)
    }
  }

  private let file = TemporaryFolder.current.appending(path: "slides")

  private static func asset(_ levels: Int, using random: inout SplitMix64) -> Asset {
    switch random.number(0...(levels == 0 ? 3 : 4)) {
    case 0:
      .color(
        Color(red: random.pick([0, -0.0, 0.1, .infinity, 1e300]), made: random.pick([nil, .distantPast, Date()])))
    case 1: .sound(name: .nasty(using: &random), data: random.chance(50) ? nil : .nasty(using: &random))
    case 2: .nothing
    case 3: .unknown(UnknownTag(tag: "video", attribute: ["type": "video", "value": [1, nil, "x", ["a": true]]]))
    default: .group((0..<random.number(0...3)).map { _ in asset(levels - 1, using: &random) })
    }
  }

  private static func owner(using random: inout SplitMix64) -> Tagged<Owners> {
    switch random.number(0...2) {
    case 0: Tagged(Person(name: .nasty(using: &random), age: random.chance(50) ? nil : .nasty(using: &random)))
    case 1: Tagged(Company(owners: (0..<random.number(0...2)).map { _ in owner(using: &random) }))
    default: Tagged(UnknownOwner(UnknownTag(tag: "state", attribute: ["type": "state", "name": "x"])))
    }
  }

  private static func slide(using random: inout SplitMix64) -> Slide {
    var slide = Slide()
    slide.asset = asset(3, using: &random)
    slide.extra = random.chance(40) ? nil : asset(2, using: &random)
    slide.list = (0..<random.number(0...3)).map { _ in asset(2, using: &random) }
    slide.byName = random.chance(50) ? [:] : ["": asset(1, using: &random), "b": asset(1, using: &random)]
    slide.owner = owner(using: &random)
    slide.otherOwner = random.chance(40) ? nil : owner(using: &random)
    return slide
  }

  @Test(arguments: FileFormat.allCases, 0..<3) func `they are read again from a file of any format`(
    format: FileFormat, part: Int
  ) throws {
    var random = TestSeed.generator(14_310 + part)
    let comment = Comment(rawValue: "seed \(TestSeed.current), part \(part), \(format)")
    let slides = try Slide.insert(contentsOf: (0..<80).map { _ in Self.slide(using: &random) })
    try Store.current.save(to: file, as: format)
    let other = Store()
    try other.load(from: file, as: format, models: [Slide.self])
    let read = other.table(Slide.self).all
    #expect(read.count == slides.count, comment)
    for (read, slide) in zip(read, slides) { #expect(exactDifferences(read, slide) == [], comment) }
    let written = try Data(contentsOf: file)
    try other.save(to: file, as: format)
    let isSame = try Data(contentsOf: file) == written
    #expect(isSame, comment)
    #expect(try Slide.load(from: file, as: format).changes.isEmpty, comment)
  }

  @Test func `a file has the tag and the value`() throws {
    var slide = Slide()
    slide.asset = .group([.color(Color(red: 0.5)), .nothing])
    slide.owner = Tagged(Company(owners: [Tagged(Person(name: "Ann"))]))
    try Slide.insert(contentsOf: [slide])
    try Slide.save(to: file, as: .json)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(
      text.contains(
        #"{"type": "group", "value": [{"type": "color", "value": {"red": 0.5}}, {"type": "nothing"}]}"#), "\(text)")
    #expect(
      text.contains(
        #"{"type": "company", "value": {"owners": [{"type": "person", "value": {"name": "Ann"}}]}}"#), "\(text)")
  }

  @Test(arguments: FileFormat.allCases) func `an unknown tag is an error that names model, column and tag`(
    format: FileFormat
  ) throws {
    for (pin, column, words): (Newer.Pin, String, String) in [
      (Newer.Pin(asset: ["type": "video"]), "asset", "expected a tag of StrictAsset, found the tag \"video\""),
      (
        Newer.Pin(owners: [["type": "person", "value": ["name": ""]], ["type": "state"]]), "owners",
        "expected the tag of Owner: person, found the tag \"state\" at index 1"
      ),
    ] {
      try Newer.Pin.deleteAll()
      try Newer.Pin.insert(contentsOf: [pin])
      try? FileManager.default.removeItem(at: file)  // a file that was refused is not written over
      try Newer.Pin.save(to: file, as: format)
      if format.holdsSeveralModels { try removeTypes(as: format) }
      let error = #expect(throws: FileError.self) { try Older.Pin.load(from: file, as: format) }
      let place =
        format.holdsSeveralModels
        ? "Record 1 of Pin in the file slides cannot be read"
        : "Line 2 of the file slides cannot be read as a record of Pin"
      #expect(
        "\(try #require(error))"
          == "\(place): Pin cannot take the value for its column \"\(column)\": \(words).")
    }
  }

  /// Makes the file one that does not say the types of its columns.
  private func removeTypes(as format: FileFormat) throws {
    var document = try StoreDocument(contentsOf: file, as: format)
    for index in document.models.indices {
      document.models[index].columns = document.models[index].columns.map { StoreDocument.Column($0.name) }
    }
    try document.write(to: file, as: format)
  }

  /// A newer version of a program knows tags that an older one does not.
  private enum Newer {
    struct Pin: Model {
      var id = 0
      var asset: AttributeValue = ["type": "nothing"]
      var owners: AttributeValue = []
      static let schema = Schema<Pin> {
        Column(\.asset)
        Column(\.owners)
      }
    }
  }

  private enum Older {
    struct Pin: Model {
      var id = 0
      var asset = StrictAsset.nothing
      var owners: [Tagged<StrictOwners>] = []
      static let schema = Schema<Pin> {
        Column(\.asset)
        Column(\.owners)
      }
    }
  }

  @Test func `conditions, indexes and orders compare whole values`() throws {
    let assets: [Asset] = [.nothing, .color(Color()), .nothing, .group([.nothing]), .sound(name: "a", data: nil)]
    for asset in assets {
      try Slide.create {
        $0.asset = asset
        $0.extra = asset == .nothing ? nil : asset
        $0.owner = asset == .nothing ? Tagged(Person(name: "Ann")) : Tagged(Company())
      }
    }
    #expect(Slide.where(\.asset == .nothing).pluck(\.id) == [1, 3])
    #expect(Slide.where(\.asset).in([.color(Color()), .group([.nothing])]).pluck(\.id) == [2, 4])
    #expect(Slide.where(\.extra == nil).pluck(\.id) == [1, 3])
    #expect(Slide.where(\.extra == .group([.nothing])).pluck(\.id) == [4])
    #expect(Slide.where(\.owner == Tagged(Person(name: "Ann"))).pluck(\.id) == [1, 3])
    #expect(Slide.find { $0.owner.value.title == "Ann" }.count == 2)
    #expect(Slide.find { $0.owner.tag == "company" }.pluck(\.id) == [2, 4, 5])
    let byAsset = Slide.all.map(\.asset.attribute).sorted()
    #expect(Slide.order(by: \.asset).all.map(\.asset.attribute) == byAsset)
  }

  @Test func `changes print as they are stored, and are undone, encoded and applied elsewhere`() throws {
    var slide = try Slide.create { $0.asset = .color(Color()) }
    let before = Store.current.snapshot()
    slide.asset = .sound(name: "dog", data: nil)
    slide.owner = Tagged(Company())
    try slide.save()
    let changes = Changeset.difference(from: before, to: Store.current)
    #expect(
      changes.details.contains(
        #"asset: ["type": "color", "value": ["red": 1.0]] → ["type": "sound", "value": ["name": "dog"]]"#),
      "\(changes.details)")
    try Store.current.apply(changes.inverted)
    #expect(Slide.first?.asset == .color(Color()) && Slide.first?.owner == Tagged(Person()))
    let data = try JSONEncoder().encode(changes)
    try Store.current.apply(JSONDecoder().decode(Changeset.self, from: data, configuration: [Slide.self]))
    #expect(Slide.first?.asset == slide.asset && Slide.first?.owner == slide.owner)
  }

  @Test func `attributes of forms and other programs are cast`() throws {
    let slide = try Slide(attributes: [
      "asset": #"{"type": "color", "value": {"red": 0.25}}"#, "extra": "", "other_owner": nil,
      "owner": ["type": "person", "name": "Ann"], "list": [["type": "nothing"]],
    ])
    #expect(slide.asset == .color(Color(red: 0.25)) && slide.extra == nil && slide.list == [.nothing])
    #expect(slide.owner == Tagged(Person(name: "Ann")) && slide.otherOwner == nil)
  }

  @Test func `a value that cannot be encoded is refused when it is written`() throws {
    struct Refused: Model {
      var id = 0
      var values: [Tagged<RefusingTypes>] = []
      static let schema = Schema<Refused> { Column(\.values) }
    }
    try Refused.insert(contentsOf: [Refused(values: [Tagged(RefusingOwner())])])
    let error = #expect(throws: FileError.self) { try Refused.save(to: file, as: .json) }
    #expect(
      "\(try #require(error))".hasSuffix(
        "because of column \"values\" of Refused 1: expected a value of type Tagged<RefusingTypes> that can be encoded, "
          + "found one that its type refuses to encode at index 0."), "\(error as Any)")
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }
}

private protocol Owner: Sendable { var title: String { get } }

private struct Person: Owner, Codable, Hashable {
  var name = ""
  var age: Int?
  var title: String { name }
}

private struct Company: Owner, Codable, Hashable {
  var owners: [Tagged<Owners>] = []
  var title: String { "Company" }
}

private enum Owners: TaggedTypes {
  static let tags = Tags<any Owner> {
    Tag("person", Person.self) { $0 }
    Tag("company", Company.self) { $0 }
    Tag(unknown: UnknownOwner.self) { $0 }
  }
}

private struct UnknownOwner: Owner, UnknownTagHolder {
  let unknown: UnknownTag
  init(_ unknown: UnknownTag) { self.unknown = unknown }
  var title: String { unknown.tag }
}

private enum StrictOwners: TaggedTypes {
  static let tags = Tags<any Owner> { Tag("person", Person.self) { $0 } }
}

private struct RefusingOwner: Owner, Codable, Hashable {
  struct Reason: Error {}
  var title: String { "" }
  init() {}
  init(from decoder: any Decoder) throws { throw Reason() }
  func encode(to encoder: any Encoder) throws { throw Reason() }
}

private enum RefusingTypes: TaggedTypes {
  static let tags = Tags<any Owner> { Tag("refusing", RefusingOwner.self) { $0 } }
}
